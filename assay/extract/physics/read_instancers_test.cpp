#include "assay/extract/physics/physics_test_asset.h"

namespace assay::extract {
namespace {

/// Three instances of two prototypes: one with a body and a collider, and a bare one.
std::string instancer(const std::string& more, const std::string& indices = "[0, 0, 1]") {
  const std::string ball = prim("Sphere", "Ball", R"("PhysicsRigidBodyAPI", "PhysicsCollisionAPI")", "");
  return "def PointInstancer \"All\" " + more +
         " rel prototypes = [</All/Ball>, </All/Bare>]\n int[] protoIndices = " + indices +
         "\n point3f[] positions = [(0, 0, 0), (10, 0, 0), (0, 20, 0)]\n" + ball + prim("Cube", "Bare", "", "") + "}\n";
}

/// How many instances of each prototype are shown.
std::vector<std::size_t> shown(const model::Instancer& instancer) {
  std::vector<std::size_t> counts;
  for (const model::Prototype& prototype : instancer.prototypes) counts.push_back(prototype.instance_count);
  return counts;
}

using Counts = std::vector<std::size_t>;

TEST(ReadInstancers, prototypes_with_their_physics) {
  const PhysicsAsset asset(instancer("{\n"));
  ASSERT_EQ(asset.physics().instancers.size(), 1);
  const model::Instancer& all = asset.physics().instancers.front();
  EXPECT_EQ(all.instance_count, 3);
  EXPECT_EQ(shown(all), Counts({2, 1}));
  ASSERT_EQ(all.prototypes[0].bodies.size(), 1);
  EXPECT_EQ(asset.text(all.prototypes[0].bodies[0]), "/All/Ball");
  EXPECT_EQ(all.prototypes[0].colliders, all.prototypes[0].bodies);
  EXPECT_TRUE(all.prototypes[1].exists && all.prototypes[1].bodies.empty() && all.prototypes[1].colliders.empty());
}

TEST(ReadInstancers, prototypes_are_no_bodies_of_the_scene) {
  const PhysicsAsset asset(instancer("{\n"));
  EXPECT_TRUE(asset.physics().bodies.empty());
  EXPECT_TRUE(asset.physics().colliders.empty());
  const PhysicsAsset plain(prim("Sphere", "Ball", rigid_body, ""));
  EXPECT_EQ(plain.physics().bodies.size(), 1);
  EXPECT_TRUE(plain.physics().instancers.empty());
}

TEST(ReadInstancers, hidden_instances_are_counted_apart) {
  // source: UsdGeomPointInstancer::ComputeMaskAtTime; without ids an instance's index is its id
  const PhysicsAsset inactive(instancer("(\n inactiveIds = [1]\n) {\n int64[] invisibleIds = [1, 2]\n"));
  const model::Instancer& all = inactive.physics().instancers.front();
  EXPECT_EQ(all.inactive_count, 1);
  EXPECT_EQ(all.invisible_count, 1);
  EXPECT_EQ(shown(all), Counts({1, 0}));
  const PhysicsAsset by_id(instancer("{\n int64[] ids = [7, 8, 9]\n int64[] invisibleIds = [1, 9]\n"));
  EXPECT_EQ(by_id.physics().instancers.front().invisible_count, 1);
  EXPECT_EQ(shown(by_id.physics().instancers.front()), Counts({2, 0}));
}

TEST(ReadInstancers, index_that_names_no_prototype) {
  const PhysicsAsset asset(instancer("{\n", "[0, 2, -1]"));
  const model::Instancer& all = asset.physics().instancers.front();
  EXPECT_EQ(all.unknown_count, 2);
  EXPECT_EQ(shown(all), Counts({1, 0}));
  EXPECT_TRUE(asset.physics().drawn.front().bounds.isEmpty());
}

TEST(ReadInstancers, prototype_that_does_not_exist) {
  const PhysicsAsset asset("def PointInstancer \"All\" {\n rel prototypes = </Absent>\n int[] protoIndices = [0]\n}\n");
  ASSERT_EQ(asset.physics().instancers.front().prototypes.size(), 1);
  EXPECT_FALSE(asset.physics().instancers.front().prototypes.front().exists);
}

TEST(ReadInstancers, prototypes_elsewhere) {
  const PhysicsAsset asset(
      "def PointInstancer \"All\" {\n rel prototypes = </Store/Ball>\n int[] protoIndices = [0]\n}\nclass \"Store\" "
      "{\n" +
      prim("Sphere", "Ball", rigid_body, "") + "}\n");
  EXPECT_EQ(asset.physics().instancers.front().prototypes.front().bodies.size(), 1);
  EXPECT_TRUE(asset.physics().bodies.empty());
}

TEST(ReadInstancers, bounds_hold_all_that_is_shown) {
  const PhysicsAsset asset(instancer("{\n"));
  const geometry::Bounds& bounds = asset.physics().drawn.front().bounds;
  EXPECT_TRUE(bounds.isApprox(geometry::Bounds(Eigen::Vector3d(-1, -1, -1), Eigen::Vector3d(11, 21, 1))));
  const PhysicsAsset fewer(instancer("(\n inactiveIds = [2]\n) {\n"));
  EXPECT_TRUE(fewer.physics().drawn.front().bounds.isApprox(
      geometry::Bounds(Eigen::Vector3d(-1, -1, -1), Eigen::Vector3d(11, 1, 1))));
}

TEST(ReadInstancers, arrays_of_other_lengths_are_odd) {
  const PhysicsAsset asset(instancer("{\n", "[0, 1]"));
  ASSERT_EQ(asset.physics().oddities.size(), 1);
  EXPECT_EQ(asset.physics().oddities.front().property, "positions");
  EXPECT_TRUE(PhysicsAsset(instancer("{\n")).physics().oddities.empty());
}

TEST(ReadInstancers, instancer_that_is_its_own_prototype_comes_to_an_end) {
  const PhysicsAsset asset(
      "def PointInstancer \"All\" {\n rel prototypes = </All>\n int[] protoIndices = [0]\n"
      " point3f[] positions = [(0, 0, 0)]\n}\n");
  EXPECT_EQ(asset.physics().instancers.size(), 1);
}

}  // namespace
}  // namespace assay::extract
