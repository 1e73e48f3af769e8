#include "assay/geometry/closest_simplex_point.h"

#include <gtest/gtest.h>

#include <vector>

namespace assay::geometry {
namespace {

void expect_point(const std::vector<Eigen::Vector3d>& corners, const Eigen::Vector3d& expected) {
  const ClosestSimplexPoint found = closest_simplex_point(corners);
  EXPECT_LE((found.point - expected).norm(), 1e-14) << found.point.transpose();
  Eigen::Vector3d weighted = Eigen::Vector3d::Zero();
  double sum = 0;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    EXPECT_GE(found.weights[i], 0);
    weighted += found.weights[i] * corners[i];
    sum += found.weights[i];
  }
  EXPECT_NEAR(sum, 1, 1e-14);
  EXPECT_LE((weighted - expected).norm(), 1e-14);
}

TEST(closest_simplex_point, corner_edge_face_and_inside) {
  expect_point({{1, 2, 3}}, {1, 2, 3});
  expect_point({{1, -1, 0}, {1, 3, 0}}, {1, 0, 0});
  expect_point({{1, 1, 0}, {1, 3, 0}}, {1, 1, 0});
  expect_point({{-1, -1, 2}, {1, -1, 2}, {0, 2, 2}}, {0, 0, 2});
  expect_point({{1, -1, 2}, {3, -1, 2}, {1, 2, 2}}, {1, 0, 2});
  expect_point({{-1, -1, -1}, {2, -1, -1}, {-1, 2, -1}, {-1, -1, 2}}, {0, 0, 0});
  expect_point({{-1, -1, 1}, {2, -1, 1}, {-1, 2, 1}, {0, 0, 5}}, {0, 0, 1});
}

TEST(closest_simplex_point, flat_simplices_have_one_too) {
  expect_point({{1, -1, 0}, {1, 3, 0}, {1, 1, 0}}, {1, 0, 0});
  expect_point({{1, 0, 0}, {1, 0, 0}, {1, 0, 0}, {1, 0, 0}}, {1, 0, 0});
  expect_point({{-1, -1, 2}, {1, -1, 2}, {0, 2, 2}, {0, 0.5, 2}}, {0, 0, 2});
}

}  // namespace
}  // namespace assay::geometry
