#include "assay/model/extents.h"

#include <gtest/gtest.h>

namespace assay::model {
namespace {

geometry::Bounds box(double low, double high) {
  return {Eigen::Vector3d::Constant(low), Eigen::Vector3d::Constant(high)};
}

/// A drawn prim from 0 to 1, a collider from 2 to 3, and one that reaches to 9 but is disabled.
Physics sample() {
  Physics physics;
  physics.drawn = {{.path = 1, .bounds = box(0, 1)}};
  physics.colliders.resize(2);
  physics.colliders[0].path = 2;
  physics.colliders[0].bounds = box(2, 3);
  physics.colliders[1].path = 3;
  physics.colliders[1].bounds = box(8, 9);
  physics.colliders[1].enabled.value = false;
  return physics;
}

TEST(Extents, drawn_and_enabled_colliders_apart) {
  const Extents extents = extents_of(sample(), [](NameIndex /*path*/) { return true; });
  EXPECT_TRUE(extents.drawn.isApprox(box(0, 1)));
  EXPECT_TRUE(extents.collision.isApprox(box(2, 3)));
  EXPECT_TRUE(all_of(extents).isApprox(box(0, 3)));
}

TEST(Extents, disabled_collider_counts_once_it_is_enabled) {
  Physics physics = sample();
  physics.colliders[1].enabled.value = true;
  const Extents extents = extents_of(physics, [](NameIndex /*path*/) { return true; });
  EXPECT_TRUE(extents.collision.isApprox(box(2, 9)));
}

TEST(Extents, prims_out_of_scope_do_not_count) {
  const Extents extents = extents_of(sample(), [](NameIndex path) { return path == 1; });
  EXPECT_TRUE(extents.drawn.isApprox(box(0, 1)));
  EXPECT_TRUE(extents.collision.isEmpty());
  EXPECT_TRUE(all_of(extents).isApprox(box(0, 1)));
}

TEST(Extents, nothing_has_no_extents) {
  EXPECT_TRUE(all_of(extents_of(sample(), [](NameIndex /*path*/) { return false; })).isEmpty());
}

}  // namespace
}  // namespace assay::model
