#include "assay/model/effective_shape.h"

#include <gtest/gtest.h>

namespace assay::model {
namespace {

/// A shape of radius 0.5 and half height 5 under the scale (2, -3, 5).
model::Collider scaled(model::ShapeKind kind, const std::string& axis = "Z") {
  model::Collider collider;
  collider.shape.kind = kind;
  collider.shape.axis = axis;
  collider.shape.radius = 0.5;
  collider.shape.half_height = 5;
  collider.shape.half_extents = {1, 1, 1};
  collider.world_scale = {2, -3, 5};
  return collider;
}

EffectiveShape effective_shape(const Collider& collider) {
  return effective_shape(collider.shape, collider.world_scale);
}

// what is expected here is what usd-core 26.8's UsdPhysics.LoadUsdPhysicsFromRange reads, lengths above 0
TEST(effective_shape, sphere_grows_with_the_largest_scale) {
  EXPECT_EQ(effective_shape(scaled(model::ShapeKind::Sphere)).radius, 2.5);
}

TEST(effective_shape, round_shapes_grow_along_and_across_their_axis) {
  for (const model::ShapeKind kind : {model::ShapeKind::Capsule, model::ShapeKind::Cylinder, model::ShapeKind::Cone}) {
    EXPECT_EQ(effective_shape(scaled(kind, "X")).radius, 2.5);
    EXPECT_EQ(effective_shape(scaled(kind, "X")).half_height, 10);
    EXPECT_EQ(effective_shape(scaled(kind, "Y")).radius, 2.5);
    EXPECT_EQ(effective_shape(scaled(kind, "Y")).half_height, 15);
    EXPECT_EQ(effective_shape(scaled(kind, "Z")).radius, 1.5);
    EXPECT_EQ(effective_shape(scaled(kind, "Z")).half_height, 25);
  }
}

TEST(effective_shape, box_grows_along_each_axis) {
  EXPECT_EQ(effective_shape(scaled(model::ShapeKind::Box)).half_extents, Eigen::Vector3d(2, 3, 5));
}

TEST(effective_shape, only_shapes_that_the_scale_bends_are_distorted) {
  EXPECT_TRUE(effective_shape(scaled(model::ShapeKind::Sphere)).is_distorted);
  EXPECT_TRUE(effective_shape(scaled(model::ShapeKind::Cylinder)).is_distorted);
  EXPECT_FALSE(effective_shape(scaled(model::ShapeKind::Box)).is_distorted);
  EXPECT_FALSE(effective_shape(scaled(model::ShapeKind::Mesh)).is_distorted);
  model::Collider cylinder = scaled(model::ShapeKind::Cylinder);
  cylinder.world_scale = {3, -3, 5};
  EXPECT_FALSE(effective_shape(cylinder).is_distorted);
  cylinder.shape.kind = model::ShapeKind::Capsule;
  EXPECT_TRUE(effective_shape(cylinder).is_distorted);
  cylinder.world_scale = {3, -3, 3};
  EXPECT_FALSE(effective_shape(cylinder).is_distorted);
}

}  // namespace
}  // namespace assay::model
