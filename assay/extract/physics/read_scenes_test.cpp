// Units, gravity and collision groups as the schemas say.

#include "assay/extract/physics/physics_test_asset.h"

namespace assay::extract {
namespace {

const std::string z_up = "metersPerUnit = 1\n upAxis = \"Z\"\n";

Eigen::Vector3d gravity(const std::string& scene, const std::string& metadata = z_up) {
  return PhysicsAsset(prim("PhysicsScene", "Scene", "", scene), metadata).physics().scenes.at(0).gravity;
}

TEST(read_scenes, nothing_authored_is_earth_downwards) {
  EXPECT_TRUE(gravity("").isApprox(Eigen::Vector3d(0, 0, -9.81), 1e-12));
  EXPECT_TRUE(gravity("", "upAxis = \"Y\"\n").isApprox(Eigen::Vector3d(0, -9.81, 0), 1e-12));
}

TEST(read_scenes, sentinels_mean_the_same_as_nothing) {
  const std::string sentinels =
      "vector3f physics:gravityDirection = (0, 0, 0)\n float physics:gravityMagnitude = -inf\n";
  EXPECT_TRUE(gravity(sentinels).isApprox(Eigen::Vector3d(0, 0, -9.81), 1e-12));
}

TEST(read_scenes, magnitude_is_in_units_of_the_stage) {
  EXPECT_NEAR(gravity("float physics:gravityMagnitude = 981\n", "metersPerUnit = 0.01\n upAxis = \"Z\"\n").z(), -9.81,
              1e-6);
  EXPECT_EQ(gravity("float physics:gravityMagnitude = 0\n").norm(), 0);
}

TEST(read_scenes, negative_magnitude_is_earth_and_told) {
  const PhysicsAsset asset(prim("PhysicsScene", "Scene", "", "float physics:gravityMagnitude = -3\n"));
  const model::Scene& scene = asset.physics().scenes.at(0);
  EXPECT_NEAR(scene.gravity.z(), -9.81, 1e-12);
  EXPECT_EQ(scene.gravity_source, model::GravitySource::EarthByNegative);
}

TEST(read_scenes, direction_is_normalised) {
  EXPECT_TRUE(gravity("vector3f physics:gravityDirection = (0, 3, 4)\n float physics:gravityMagnitude = 10\n")
                  .isApprox(Eigen::Vector3d(0, 6, 8), 1e-6));
}

TEST(read_scenes, stage_without_units_has_the_fallbacks) {
  const model::StageUnits units = PhysicsAsset("", "upAxis = \"Y\"\n").physics().units;
  EXPECT_EQ(units.meters_per_unit.value, 0.01);
  EXPECT_EQ(units.meters_per_unit.origin, model::Origin::Fallback);
  EXPECT_EQ(units.kilograms_per_unit.value, 1);
}

TEST(read_scenes, units_that_make_no_sense_are_odd) {
  const PhysicsAsset asset("", "metersPerUnit = 0\n");
  EXPECT_EQ(asset.physics().units.meters_per_unit.value, 0.01);
  EXPECT_EQ(asset.physics().oddities.size(), 1U);
}

TEST(read_bodies, velocities_are_in_si_and_the_owner_is_the_first_scene) {
  const PhysicsAsset asset(
      prim("PhysicsScene", "Scene", "", "") +
          prim("Xform", "Link", rigid_body,
               "vector3f physics:velocity = (100, 0, 0)\n vector3f physics:angularVelocity = (0, 180, 0)\n"),
      "metersPerUnit = 0.01\n");
  const model::Body& body = asset.body("/Link");
  EXPECT_NEAR(body.velocity.value.x(), 1, 1e-12);
  EXPECT_NEAR(body.angular_velocity.value.y(), 3.14159265, 1e-6);
  EXPECT_EQ(body.scene, model::SceneIndex{0});
}

TEST(read_bodies, nothing_below_an_instancer_is_a_body) {
  const std::string link = prim("Xform", "Link", rigid_body, "");
  EXPECT_TRUE(PhysicsAsset(prim("PointInstancer", "Many", "", link)).physics().bodies.empty());
  EXPECT_EQ(PhysicsAsset(prim("Xform", "One", "", link)).physics().bodies.size(), 1U);
}

TEST(read_filters, members_are_what_the_collection_holds) {
  const std::string boxes =
      prim("Xform", "Boxes", "", prim("Cube", "A", collision, "") + prim("Cube", "B", collision, ""));
  const PhysicsAsset asset(boxes + prim("PhysicsCollisionGroup", "Group", "",
                                        "rel collection:colliders:includes = </Boxes>\n rel "
                                        "collection:colliders:excludes = </Boxes/B>\n rel physics:filteredGroups = "
                                        "</Group>\n"));
  const model::CollisionGroup& group = asset.physics().filters.groups.at(0);
  ASSERT_EQ(group.members.size(), 1U);
  EXPECT_EQ(asset.text(asset.physics().colliders[group.members[0]].path), "/Boxes/A");
  ASSERT_EQ(group.filtered_groups.size(), 1U);
  EXPECT_EQ(asset.text(group.filtered_groups[0]), "/Group");
}

}  // namespace
}  // namespace assay::extract
