#include "assay/extract/physics/physics_test_asset.h"

#include <cmath>

namespace assay::extract {
namespace {

constexpr double degree = M_PI / 180;

std::string revolute(const std::string& name, const std::string& schemas, const std::string& body) {
  return prim("PhysicsRevoluteJoint", name, schemas, body);
}

std::string prismatic(const std::string& name, const std::string& schemas, const std::string& body) {
  return prim("PhysicsPrismaticJoint", name, schemas, body);
}

// ---- mimics; source: R runtimes, "pos + gearing · ref + offset = 0" and "follower = c0 + c1 · leader, c0 degrees"
// ----

TEST(ReadMimics, physx_follows_against_its_gearing) {
  const PhysicsAsset asset(revolute("Lead", "", "") + revolute("Follow", "\"PhysxMimicJointAPI:rotX\"",
                                                               "rel physxMimicJoint:rotX:referenceJoint = </Lead>\n"
                                                               "float physxMimicJoint:rotX:gearing = 2\n"
                                                               "float physxMimicJoint:rotX:offset = 90\n"));
  ASSERT_EQ(asset.physics().mimics.size(), 1);
  const model::Mimic& mimic = asset.physics().mimics.front();
  EXPECT_EQ(asset.text(mimic.path), "/Follow");
  EXPECT_EQ(asset.text(mimic.schema), "PhysxMimicJointAPI:rotX");
  EXPECT_EQ(asset.text(mimic.leader.value()), "/Lead");
  EXPECT_EQ(mimic.axis, "rotX");
  EXPECT_EQ(mimic.leader_axis, "rotX");
  EXPECT_DOUBLE_EQ(mimic.ratio.value, -2);
  EXPECT_NEAR(mimic.offset.value, -90 * degree, 1e-12);
  EXPECT_TRUE(mimic.ratio.is_authored());
}

TEST(ReadMimics, newton_adds_its_offset) {
  const std::string follow =
      "rel newton:mimicJoint = </Lead>\n float newton:mimicCoef0 = 90\n float newton:mimicCoef1 = -0.5\n";
  const PhysicsAsset asset(revolute("Lead", "", "") + revolute("Follow", "\"NewtonMimicAPI\"", follow));
  const model::Mimic& mimic = asset.physics().mimics.at(0);
  EXPECT_DOUBLE_EQ(mimic.ratio.value, -0.5);
  EXPECT_NEAR(mimic.offset.value, 90 * degree, 1e-12);
  EXPECT_TRUE(mimic.enabled.value);
}

TEST(ReadMimics, slider_behind_a_hinge_in_centimetres) {
  // 3 cm for each radian and 5 cm at 0
  const std::string follow =
      "rel newton:mimicJoint = </Lead>\n float newton:mimicCoef0 = 5\n float newton:mimicCoef1 = 3\n";
  const PhysicsAsset asset(revolute("Lead", "", "") + prismatic("Follow", "\"NewtonMimicAPI\"", follow),
                           "metersPerUnit = 0.01\n");
  EXPECT_NEAR(asset.physics().mimics.at(0).ratio.value, 0.03, 1e-12);
  EXPECT_NEAR(asset.physics().mimics.at(0).offset.value, 0.05, 1e-12);
}

TEST(ReadMimics, defaults_are_those_of_the_schema) {
  const PhysicsAsset asset(revolute("Follow", "\"NewtonMimicAPI\"", "bool newton:mimicEnabled = false\n"));
  const model::Mimic& mimic = asset.physics().mimics.at(0);
  EXPECT_EQ(mimic.ratio.value, 1);
  EXPECT_EQ(mimic.offset.value, 0);
  EXPECT_EQ(mimic.ratio.origin, model::Origin::Fallback);
  EXPECT_FALSE(mimic.leader.has_value());
  EXPECT_FALSE(mimic.enabled.value);
}

TEST(ReadMimics, equality_of_mujoco_brings_newtons_properties) {
  const PhysicsAsset asset(revolute("Follow", "\"MjcEqualityJointAPI\"", "float newton:mimicCoef1 = 4\n"));
  EXPECT_EQ(asset.text(asset.physics().mimics.at(0).schema), "MjcEqualityJointAPI");
  EXPECT_EQ(asset.physics().mimics.at(0).ratio.value, 4);
}

TEST(ReadMimics, equality_of_mujoco_with_its_former_properties) {
  // of Newton's tests: mjc_schema_import.usda; what NewtonMimicAPI states wins
  const std::string former =
      "rel mjc:target = </Lead>\n uniform double mjc:coef0 = 0.5\n uniform double mjc:coef1 = 1.5\n";
  const std::string lead = revolute("Lead", "", "");
  const PhysicsAsset asset(lead + revolute("Follow", "\"MjcEqualityJointAPI\"", former));
  const model::Mimic& mimic = asset.physics().mimics.at(0);
  EXPECT_EQ(asset.text(mimic.leader.value()), "/Lead");
  EXPECT_EQ(mimic.ratio.value, 1.5);
  EXPECT_EQ(mimic.offset.value, 0.5);
  const PhysicsAsset newer(lead + revolute("Follow", "\"MjcEqualityJointAPI\"",
                                           former + "float newton:mimicCoef0 = 90\n float newton:mimicCoef1 = 4\n"));
  EXPECT_EQ(newer.physics().mimics.at(0).ratio.value, 4);
  EXPECT_NEAR(newer.physics().mimics.at(0).offset.value, 90 * degree, 1e-12);
  const PhysicsAsset other(lead + revolute("Follow", "\"NewtonMimicAPI\"", former));
  EXPECT_EQ(other.physics().mimics.at(0).ratio.value, 1);
  EXPECT_FALSE(other.physics().mimics.at(0).leader.has_value());
}

TEST(ReadMimics, joint_without_a_schema_follows_none) {
  EXPECT_TRUE(PhysicsAsset(revolute("Joint", "", "float newton:mimicCoef1 = 4\n")).physics().mimics.empty());
}

// ---- actuators ----

/// The setting of that name.
std::optional<model::Field<std::vector<double>>> setting(const PhysicsAsset& asset, const model::Settings& settings,
                                                         const std::string& name) {
  for (const model::Settings::Entry& entry : settings.entries) {
    if (asset.text(entry.property) != name) continue;
    const auto values = values_of(settings, entry);
    return model::Field<std::vector<double>>{
        {values.value.begin(), values.value.end()}, values.origin, values.opinion, values.sampled};
  }
  return std::nullopt;
}

using Numbers = std::vector<double>;

TEST(ReadActuators, newton_with_its_control) {
  const PhysicsAsset asset(
      revolute("Joint", "", "") +
      prim("NewtonActuator", "Motor", R"("NewtonPDControlAPI", "NewtonMaxEffortClampingAPI")",
           "rel newton:targets = </Joint>\n float newton:kp = 100\n float newton:maxEffort = 5\n"));
  ASSERT_EQ(asset.physics().actuators.size(), 1);
  const model::Actuator& motor = asset.physics().actuators.front();
  EXPECT_EQ(asset.text(motor.type), "NewtonActuator");
  ASSERT_EQ(motor.targets.size(), 1);
  EXPECT_EQ(asset.text(motor.targets[0]), "/Joint");
  EXPECT_EQ(motor.schemas.size(), 2);
  ASSERT_TRUE(setting(asset, motor.settings, "newton:kp"));
  EXPECT_EQ(setting(asset, motor.settings, "newton:kp")->value, Numbers({100}));
  EXPECT_EQ(setting(asset, motor.settings, "newton:maxEffort")->value, Numbers({5}));
  EXPECT_EQ(setting(asset, motor.settings, "newton:kd")->origin, model::Origin::Fallback);
}

TEST(ReadActuators, setting_of_a_schema_that_is_not_applied) {
  const PhysicsAsset asset(prim("NewtonActuator", "Motor", "", "float newton:kp = 100\n"));
  EXPECT_FALSE(setting(asset, asset.physics().actuators.at(0).settings, "newton:kp"));
}

TEST(ReadActuators, mujoco_with_its_gear) {
  const PhysicsAsset asset(prim("MjcActuator", "Motor", "",
                                "rel mjc:target = </Joint>\n uniform double[] mjc:gear = [50, 0, 0, 0, 0, 0]\n"
                                " uniform double mjc:ctrlRange:max = 3\n"));
  const model::Actuator& motor = asset.physics().actuators.at(0);
  EXPECT_EQ(motor.targets.size(), 1);
  EXPECT_EQ(setting(asset, motor.settings, "mjc:gear")->value, Numbers({50, 0, 0, 0, 0, 0}));
  EXPECT_EQ(setting(asset, motor.settings, "mjc:ctrlRange:max")->value, Numbers({3}));
  EXPECT_EQ(setting(asset, motor.settings, "mjc:ctrlRange:min")->value, Numbers({0}));
}

TEST(ReadActuators, drive_is_none) {
  EXPECT_TRUE(PhysicsAsset(revolute("Joint", "\"PhysicsDriveAPI:angular\"", "")).physics().actuators.empty());
}

// ---- tendons ----

std::vector<std::string> parts_of(const PhysicsAsset& asset, const model::Tendon& tendon) {
  std::vector<std::string> parts;
  for (const model::NameIndex part : tendon.parts) parts.push_back(asset.text(part));
  return parts;
}

using Paths = std::vector<std::string>;

TEST(ReadTendons, fixed_tendon_over_the_axes_of_its_name) {
  const PhysicsAsset asset(
      revolute("Root", "\"PhysxTendonAxisRootAPI:cable\"", "float physxTendon:cable:stiffness = 7\n") +
      revolute("Second", "\"PhysxTendonAxisAPI:cable\"", "") + revolute("Third", "\"PhysxTendonAxisAPI:other\"", ""));
  ASSERT_EQ(asset.physics().tendons.size(), 1);
  const model::Tendon& tendon = asset.physics().tendons.front();
  EXPECT_EQ(asset.text(tendon.schema), "PhysxTendonAxisRootAPI:cable");
  EXPECT_EQ(parts_of(asset, tendon), Paths({"/Root", "/Second"}));
  ASSERT_TRUE(setting(asset, tendon.settings, "physxTendon:cable:stiffness"));
  EXPECT_EQ(setting(asset, tendon.settings, "physxTendon:cable:stiffness")->value, Numbers({7}));
}

TEST(ReadTendons, spatial_tendon_over_the_attachments_that_hang_on_it) {
  const auto attachment = [](const std::string& name, const std::string& schema, const std::string& parent) {
    const std::string link = parent.empty() ? ""
                                            : "rel physxTendon:a:parentLink = </" + parent +
                                                  ">\n uniform token physxTendon:a:parentAttachment = \"a\"\n";
    return prim("Xform", name, "\"PhysicsRigidBodyAPI\", \"" + schema + ":a\"", link);
  };
  const PhysicsAsset asset(attachment("Leaf", "PhysxTendonAttachmentLeafAPI", "Middle") +
                           attachment("Root", "PhysxTendonAttachmentRootAPI", "") +
                           attachment("Middle", "PhysxTendonAttachmentAPI", "Root") +
                           attachment("Astray", "PhysxTendonAttachmentAPI", "Nowhere"));
  ASSERT_EQ(asset.physics().tendons.size(), 1);
  EXPECT_EQ(parts_of(asset, asset.physics().tendons.front()), Paths({"/Root", "/Middle", "/Leaf"}));
}

TEST(ReadTendons, mujoco_by_its_path) {
  const PhysicsAsset asset(prim("MjcTendon", "Cable", "", "rel mjc:path = [</A>, </B>]\n"));
  ASSERT_EQ(asset.physics().tendons.size(), 1);
  EXPECT_EQ(parts_of(asset, asset.physics().tendons.front()), Paths({"/A", "/B"}));
}

TEST(ReadTendons, axis_without_a_root_is_none) {
  EXPECT_TRUE(PhysicsAsset(revolute("Joint", "\"PhysxTendonAxisAPI:cable\"", "")).physics().tendons.empty());
}

// ---- sites ----

std::string moved(double distance) {
  return "double3 xformOp:translate = (" + std::to_string(distance) +
         ", 0, 0)\n uniform token[] xformOpOrder = [\"xformOp:translate\"]\n";
}

TEST(ReadSites, place_on_the_body) {
  const PhysicsAsset asset(
      prim("Xform", "Body", rigid_body, moved(100) + prim("Sphere", "Tip", "\"MjcSiteAPI\"", moved(25))),
      "metersPerUnit = 0.01\n");
  ASSERT_EQ(asset.physics().sites.size(), 1);
  const model::Site& site = asset.physics().sites.front();
  EXPECT_EQ(asset.text(site.schema), "MjcSiteAPI");
  EXPECT_TRUE(site.body.has_value());
  EXPECT_TRUE(site.body_from_site.position.isApprox(Eigen::Vector3d(0.25, 0, 0), 1e-12));
}

TEST(ReadSites, place_in_the_world) {
  const PhysicsAsset asset(
      prim("Xform", "Group", "",
           moved(1) + prim("Sphere", "Tip", "\"NewtonSiteAPI\"", moved(2)) + prim("Sphere", "Ball", "", "")));
  ASSERT_EQ(asset.physics().sites.size(), 1);
  EXPECT_FALSE(asset.physics().sites[0].body.has_value());
  EXPECT_TRUE(asset.physics().sites[0].body_from_site.position.isApprox(Eigen::Vector3d(3, 0, 0), 1e-12));
}

// ---- wheels ----

TEST(ReadWheels, sizes_in_si_of_the_wheel_that_is_named) {
  const std::string wheel = prim("Scope", "Tyre", "\"PhysxVehicleWheelAPI\"",
                                 "float physxVehicleWheel:radius = 35\n float physxVehicleWheel:width = 20\n"
                                 " float physxVehicleWheel:mass = 2000\n float physxVehicleWheel:moi = 1000000\n");
  const std::string attachment = prim("Xform", "Left", "\"PhysxVehicleWheelAttachmentAPI\"",
                                      "rel physxVehicleWheelAttachment:wheel = </Tyre>\n"
                                      " int physxVehicleWheelAttachment:index = 3\n");
  const PhysicsAsset asset(wheel + prim("Xform", "Car", R"("PhysicsRigidBodyAPI", "PhysxVehicleAPI")", attachment),
                           "metersPerUnit = 0.01\n kilogramsPerUnit = 0.001\n");
  ASSERT_EQ(asset.physics().wheels.size(), 1);
  const model::Wheel& left = asset.physics().wheels.front();
  EXPECT_EQ(asset.text(left.path), "/Car/Left");
  EXPECT_EQ(asset.text(left.wheel.value()), "/Tyre");
  EXPECT_EQ(asset.text(left.vehicle.value()), "/Car");
  EXPECT_TRUE(left.body.has_value());
  EXPECT_EQ(left.index.value, 3);
  EXPECT_NEAR(left.radius.value, 0.35, 1e-12);
  EXPECT_NEAR(left.width.value, 0.2, 1e-12);
  EXPECT_NEAR(left.mass.value, 2, 1e-12);
  // 1e6 g cm^2
  EXPECT_NEAR(left.moment.value, 0.1, 1e-12);
}

TEST(ReadWheels, sizes_on_the_attachment_itself) {
  const PhysicsAsset asset(prim("Xform", "Left", R"("PhysxVehicleWheelAttachmentAPI", "PhysxVehicleWheelAPI")",
                                "float physxVehicleWheel:radius = 0.5\n"));
  EXPECT_EQ(asset.text(asset.physics().wheels.at(0).wheel.value()), "/Left");
  EXPECT_EQ(asset.physics().wheels.at(0).radius.value, 0.5);
  EXPECT_FALSE(asset.physics().wheels.at(0).vehicle.has_value());
}

TEST(ReadWheels, wheel_that_nothing_attaches_is_none) {
  EXPECT_TRUE(PhysicsAsset(prim("Xform", "Tyre", "\"PhysxVehicleWheelAPI\"", "")).physics().wheels.empty());
  const PhysicsAsset lost(prim("Xform", "Left", "\"PhysxVehicleWheelAttachmentAPI\"",
                               "rel physxVehicleWheelAttachment:wheel = </Absent>\n"));
  EXPECT_FALSE(lost.physics().wheels.at(0).wheel.has_value());
}

}  // namespace
}  // namespace assay::extract
