#include "assay/geometry/weld_points.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace assay::geometry {
namespace {

TEST(weld_points, equal_positions_have_one_point) {
  const std::vector<Eigen::Vector3d> points{{1, 2, 3}, {0, 0, 0}, {1, 2, 3}, {-0.0, 0, -0.0}, {3, 2, 1}, {1, 2, 3}};
  EXPECT_EQ(weld_points(points), (std::vector<std::uint32_t>{0, 1, 0, 1, 4, 0}));
}

TEST(weld_points, positions_that_differ_by_rounding_stay_apart) {
  const std::vector<Eigen::Vector3d> points{{1, 2, 3}, {1, 2, std::nextafter(3.0, 4.0)}, {1, 3, 2}};
  EXPECT_EQ(weld_points(points), (std::vector<std::uint32_t>{0, 1, 2}));
}

TEST(weld_points, point_that_is_not_finite_stands_for_itself) {
  const double none = std::numeric_limits<double>::quiet_NaN();
  const std::vector<Eigen::Vector3d> points{{none, 0, 0}, {none, 0, 0}, {1, 1, 1}};
  EXPECT_EQ(weld_points(points), (std::vector<std::uint32_t>{0, 1, 2}));
  EXPECT_TRUE(weld_points({}).empty());
}

}  // namespace
}  // namespace assay::geometry
