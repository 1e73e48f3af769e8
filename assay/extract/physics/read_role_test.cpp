#include "assay/base/role.h"
#include "assay/extract/physics/physics_test_asset.h"

namespace assay::extract {
namespace {

Role role_of(const PhysicsAsset& asset) {
  return guessed_role(asset.physics().default_prim_exists, !asset.physics().commands.empty());
}

const std::string default_prim = "defaultPrim = \"Root\"\n";
const std::string driven = prim("PhysicsRevoluteJoint", "Hinge", "\"PhysicsDriveAPI:angular\"", "");
const std::string free_joint = prim("PhysicsRevoluteJoint", "Hinge", "", "");

TEST(ReadRole, drive_makes_a_robot) {
  const PhysicsAsset asset(prim("Xform", "Root", "", driven), default_prim);
  EXPECT_EQ(role_of(asset), Role::Robot);
  EXPECT_EQ(asset.physics().commands, (std::map<std::string, std::size_t>{{"PhysicsDriveAPI", 1}}));
}

TEST(ReadRole, joint_that_nothing_commands_makes_none) {
  const PhysicsAsset asset(prim("Xform", "Root", "", free_joint), default_prim);
  EXPECT_EQ(role_of(asset), Role::Asset);
  EXPECT_TRUE(asset.physics().commands.empty());
}

TEST(ReadRole, actuators_of_vendors_count) {
  const std::string actuators = prim("MjcActuator", "A", "", "") + prim("NewtonActuator", "B", "", "");
  const PhysicsAsset asset(prim("Xform", "Root", "", free_joint + actuators), default_prim);
  EXPECT_EQ(role_of(asset), Role::Robot);
  EXPECT_EQ(asset.physics().commands, (std::map<std::string, std::size_t>{{"MjcActuator", 1}, {"NewtonActuator", 1}}));
}

TEST(ReadRole, prim_with_two_drives_counts_once) {
  const PhysicsAsset asset(
      prim("Xform", "Root", "", prim("PhysicsJoint", "Joint", R"("PhysicsDriveAPI:rotX", "PhysicsDriveAPI:rotY")", "")),
      default_prim);
  EXPECT_EQ(asset.physics().commands.at("PhysicsDriveAPI"), 1);
}

TEST(ReadRole, without_a_default_prim_it_is_a_scene) {
  EXPECT_EQ(role_of(PhysicsAsset(prim("Xform", "Root", "", driven), "")), Role::Scene);
  EXPECT_EQ(role_of(PhysicsAsset(prim("Xform", "Other", "", driven), default_prim)), Role::Scene);
}

}  // namespace
}  // namespace assay::extract
