#include "assay/geometry/bounds.h"

#include "assay/geometry/convex_shape.h"
#include "assay/geometry/test_solids.h"

#include <gtest/gtest.h>

#include <limits>

namespace assay::geometry {
namespace {

TEST(bounds, points_that_are_not_finite_are_left_out) {
  const double none = std::numeric_limits<double>::quiet_NaN();
  const std::vector<Eigen::Vector3d> points{
      {1, 2, 3}, {none, 9, 9}, {-1, 5, 3}, {0, 0, std::numeric_limits<double>::infinity()}};
  const Bounds bounds = bounds_of(points);
  EXPECT_EQ(bounds.min(), Eigen::Vector3d(-1, 2, 3));
  EXPECT_EQ(bounds.max(), Eigen::Vector3d(1, 5, 3));
  EXPECT_DOUBLE_EQ(diameter(bounds), std::sqrt(4.0 + 9));
}

TEST(bounds, nothing_stays_nothing) {
  const Bounds empty = bounds_of(std::vector<Eigen::Vector3d>{});
  EXPECT_TRUE(empty.isEmpty());
  EXPECT_TRUE(transformed(empty, Eigen::Affine3d(Eigen::Scaling(2.0))).isEmpty());
  EXPECT_EQ(diameter(empty), 0);
}

// the corners' bounds are those of the image
TEST(bounds, image_of_a_box_is_that_of_its_corners) {
  Eigen::Affine3d map = Eigen::Affine3d::Identity();
  map.translate(Eigen::Vector3d(5, -1, 2)).rotate(odd_rotation()).scale(Eigen::Vector3d(1, -2, 3));
  const Bounds image = transformed(Bounds(Eigen::Vector3d(-1, -1, -1), Eigen::Vector3d(1, 1, 1)), map);
  const Bounds expected = bounds_of(mapped(box_mesh({1, 1, 1}), map).points);
  EXPECT_LE((image.min() - expected.min()).norm(), 1e-14);
  EXPECT_LE((image.max() - expected.max()).norm(), 1e-14);
}

// an ellipsoid reaches along an axis as far as the row of its map is long
TEST(bounds, placed_sphere) {
  PlacedShape placed{.shape = Sphere{2}, .world_from_shape = Eigen::Affine3d::Identity()};
  placed.world_from_shape.translate(Eigen::Vector3d(1, 2, 3)).rotate(odd_rotation()).scale(Eigen::Vector3d(1, 2, 3));
  const Bounds bounds = bounds_of(placed).value();
  for (Eigen::Index i = 0; i < 3; ++i) {
    EXPECT_NEAR(bounds.sizes()[i] / 2, 2 * placed.world_from_shape.linear().row(i).norm(), 1e-13);
  }
  // negative twin: the bounds of the shape's own box are larger
  EXPECT_GT(
      transformed(Bounds(Eigen::Vector3d(-2, -2, -2), Eigen::Vector3d(2, 2, 2)), placed.world_from_shape).volume(),
      bounds.volume() * 1.1);
}

TEST(bounds, placed_primitives_reach_as_far_as_their_meshes) {
  const Eigen::Affine3d place(odd_rotation());
  const Frustum frustum{2, 0.5, 3};
  const TaperedCapsule capsule{1, 0.4, 2};
  const auto expect_bounds = [&](const ConvexShape& shape, const SolidMesh& mesh) {
    const Bounds found = bounds_of(PlacedShape{shape, place}).value();
    const Bounds expected = bounds_of(mapped(mesh, place).points);
    EXPECT_LE((found.min() - expected.min()).cwiseAbs().maxCoeff(), 1e-3);
    EXPECT_LE((found.max() - expected.max()).cwiseAbs().maxCoeff(), 1e-3);
  };
  expect_bounds(frustum, frustum_mesh(frustum, 400));
  expect_bounds(capsule, capsule_mesh(capsule, 400));
  EXPECT_FALSE(bounds_of(PlacedShape{Sphere{-1}, place}));
  EXPECT_FALSE(bounds_of(PlacedShape{PointSet{}, place}));
}

}  // namespace
}  // namespace assay::geometry
