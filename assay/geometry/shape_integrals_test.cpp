#include "assay/geometry/shape_integrals.h"

#include "assay/geometry/test_solids.h"

#include <gtest/gtest.h>

namespace assay::geometry {
namespace {

// integral of x x over a box of edge a along x is volume a^2 / 12
ShapeIntegrals box_of(const Eigen::Vector3d& size, const Eigen::Vector3d& center) {
  const double volume = size.prod();
  return {.volume = volume, .centroid = center, .second_moment = (volume / 12 * size.cwiseAbs2()).asDiagonal()};
}

TEST(shape_integrals, two_halves_make_a_box) {
  const ShapeIntegrals left = box_of({1, 3, 4}, {-0.5, 0, 0});
  const ShapeIntegrals right = box_of({1, 3, 4}, {0.5, 0, 0});
  expect_near(sum(left, right), box_of({2, 3, 4}, {0, 0, 0}), 1e-14);
  // negative twin: halves that lie elsewhere make another solid
  EXPECT_GT(sum(left, box_of({1, 3, 4}, {0.6, 0, 0})).second_moment(0, 0),
            box_of({2, 3, 4}, {0, 0, 0}).second_moment(0, 0));
}

TEST(shape_integrals, far_from_the_origin_nothing_is_lost) {
  const Eigen::Vector3d far(1e4, -2e4, 3e4);
  const ShapeIntegrals left = box_of({1, 3, 4}, far - Eigen::Vector3d(0.5, 0, 0));
  const ShapeIntegrals right = box_of({1, 3, 4}, far + Eigen::Vector3d(0.5, 0, 0));
  expect_near(sum(left, right), box_of({2, 3, 4}, far), 1e-11);
}

TEST(shape_integrals, difference_undoes_sum) {
  const ShapeIntegrals one = box_of({1, 2, 3}, {1, 0, 0});
  const ShapeIntegrals other = box_of({3, 1, 1}, {0, 5, -1});
  expect_near(difference(sum(one, other), other), one, 1e-13);
}

TEST(shape_integrals, volumes_that_cancel_leave_nothing) {
  const ShapeIntegrals one = box_of({1, 2, 3}, {1, 0, 0});
  const ShapeIntegrals nothing = difference(one, one);
  EXPECT_EQ(nothing.volume, 0);
  EXPECT_TRUE(nothing.centroid.isZero());
  EXPECT_TRUE(nothing.second_moment.isZero());
}

TEST(shape_integrals, scale_of_each_axis_is_another_box) {
  Eigen::Affine3d map = Eigen::Affine3d::Identity();
  map.translate(Eigen::Vector3d(1, 2, 3)).scale(Eigen::Vector3d(2, 3, 0.5));
  expect_near(transformed(box_of({1, 1, 2}, {1, 1, 1}), map), box_of({2, 3, 1}, {3, 5, 3.5}), 1e-14);
}

TEST(shape_integrals, mirrored_solid_keeps_its_volume) {
  const ShapeIntegrals solid = box_of({1, 2, 3}, {1, 2, 3});
  const ShapeIntegrals mirrored = transformed(solid, Eigen::Affine3d(Eigen::Scaling(-1.0, 1.0, 1.0)));
  expect_near(mirrored, box_of({1, 2, 3}, {-1, 2, 3}), 1e-15);
}

// a shear of x by y keeps the volume; the moment of x x grows by that of y y
TEST(shape_integrals, sheared_box_has_products) {
  Eigen::Affine3d shear = Eigen::Affine3d::Identity();
  shear.linear()(0, 1) = 1;
  const ShapeIntegrals sheared = transformed(box_of({1, 2, 3}, {0, 0, 0}), shear);
  EXPECT_DOUBLE_EQ(sheared.volume, 6);
  EXPECT_DOUBLE_EQ(sheared.second_moment(0, 0), 6.0 / 12 * (1 + 4));
  EXPECT_DOUBLE_EQ(sheared.second_moment(0, 1), 6.0 / 12 * 4);
}

TEST(shape_integrals, moment_about_another_point_grows_by_the_volume) {
  const ShapeIntegrals solid = box_of({1, 2, 3}, {5, 0, 0});
  EXPECT_DOUBLE_EQ(second_moment_about(solid, Eigen::Vector3d::Zero())(0, 0), 6.0 / 12 + 6 * 25);
  EXPECT_DOUBLE_EQ(second_moment_about(solid, solid.centroid)(0, 0), 6.0 / 12);
}

}  // namespace
}  // namespace assay::geometry
