// Joints in SI units, their frames at rest, and what they connect; numbers by hand.

#include "assay/extract/physics/physics_test_asset.h"

#include <cmath>
#include <numbers>

namespace assay::extract {
namespace {

using model::AxisState;
using model::JointAxis;
using std::numbers::pi;

const std::string centimetres_and_grams = "metersPerUnit = 0.01\n kilogramsPerUnit = 0.001\n upAxis = \"Z\"\n";

std::string at(const std::string& position) {
  return "double3 xformOp:translate = " + position + "\n uniform token[] xformOpOrder = [\"xformOp:translate\"]\n";
}

std::string two_bodies(const std::string& second_at = "(0, 0, 0)") {
  return prim("Xform", "A", rigid_body, "") + prim("Xform", "B", rigid_body, at(second_at));
}

std::string joint(const std::string& type, const std::string& body, const std::string& schemas = "") {
  return prim(type, "Joint", schemas, "rel physics:body0 = </A>\n rel physics:body1 = </B>\n" + body);
}

const model::AxisLimit& axis(const model::Joint& joint, JointAxis which) {
  return joint.limits.at(static_cast<std::size_t>(which));
}

TEST(read_joints, revolute_limits_are_in_radians) {
  const PhysicsAsset asset(two_bodies() +
                           joint("PhysicsRevoluteJoint",
                                 "uniform token physics:axis = \"Y\"\n float physics:lowerLimit = -90\n float "
                                 "physics:upperLimit = 180\n"));
  const model::Joint& found = asset.joint("/Joint");
  EXPECT_EQ(found.kind, model::JointKind::Revolute);
  EXPECT_EQ(axis(found, JointAxis::RotY).state, AxisState::Limited);
  EXPECT_NEAR(axis(found, JointAxis::RotY).low.value, -pi / 2, 1e-9);
  EXPECT_NEAR(axis(found, JointAxis::RotY).high.value, pi, 1e-9);
  EXPECT_EQ(axis(found, JointAxis::RotX).state, AxisState::Locked);
  EXPECT_EQ(axis(found, JointAxis::TransY).state, AxisState::Locked);
  EXPECT_TRUE(found.axis_world.isApprox(Eigen::Vector3d::UnitY(), 1e-9));
}

TEST(read_joints, joint_without_bounds_is_free) {
  const PhysicsAsset asset(two_bodies() + joint("PhysicsRevoluteJoint", ""));
  EXPECT_EQ(axis(asset.joint("/Joint"), JointAxis::RotX).state, AxisState::Free);
}

TEST(read_joints, prismatic_limits_are_in_metres) {
  const PhysicsAsset asset(two_bodies() + joint("PhysicsPrismaticJoint", "float physics:upperLimit = 40\n"),
                           centimetres_and_grams);
  EXPECT_NEAR(axis(asset.joint("/Joint"), JointAxis::TransX).high.value, 0.4, 1e-12);
  EXPECT_TRUE(std::isinf(axis(asset.joint("/Joint"), JointAxis::TransX).low.value));
}

TEST(read_joints, angular_gains_are_for_radians_in_si) {
  // g cm^2 / s^2 for a degree: 0.001 * 0.01^2 N m * 180 / pi
  const PhysicsAsset asset(
      two_bodies() +
          joint("PhysicsRevoluteJoint",
                "float drive:angular:physics:stiffness = 5\n float drive:angular:physics:damping = 2\n float "
                "drive:angular:physics:maxForce = 30\n float drive:angular:physics:targetPosition = 45\n",
                "\"PhysicsDriveAPI:angular\""),
      centimetres_and_grams);
  const model::Drive& drive = asset.joint("/Joint").drives.at(0);
  EXPECT_EQ(drive.axis, JointAxis::RotX);
  EXPECT_NEAR(drive.stiffness.value, 5 * 1e-7 * 180 / pi, 1e-15);
  EXPECT_NEAR(drive.damping.value, 2 * 1e-7 * 180 / pi, 1e-15);
  EXPECT_NEAR(drive.max_force.value, 30 * 1e-7, 1e-15);
  EXPECT_NEAR(drive.target_position.value, pi / 4, 1e-9);
}

TEST(read_joints, linear_gains_do_not_depend_on_lengths) {
  const PhysicsAsset asset(two_bodies() + joint("PhysicsPrismaticJoint", "float drive:linear:physics:stiffness = 5\n",
                                                "\"PhysicsDriveAPI:linear\""),
                           centimetres_and_grams);
  EXPECT_NEAR(asset.joint("/Joint").drives.at(0).stiffness.value, 0.005, 1e-12);
}

TEST(read_joints, acceleration_gains_have_no_mass_in_them) {
  const PhysicsAsset asset(two_bodies() + joint("PhysicsRevoluteJoint",
                                                "uniform token drive:angular:physics:type = \"acceleration\"\n float "
                                                "drive:angular:physics:stiffness = 5\n",
                                                "\"PhysicsDriveAPI:angular\""),
                           centimetres_and_grams);
  EXPECT_NEAR(asset.joint("/Joint").drives.at(0).stiffness.value, 5 * 180 / pi, 1e-5);
}

TEST(read_joints, drive_of_the_wrong_name_has_no_axis) {
  const PhysicsAsset asset(two_bodies() + joint("PhysicsRevoluteJoint", "", "\"PhysicsDriveAPI:linear\""));
  EXPECT_FALSE(asset.joint("/Joint").drives.at(0).axis.has_value());
}

TEST(read_joints, bounds_the_wrong_way_round_lock) {
  const std::string limits = "\"PhysicsLimitAPI:transX\", \"PhysicsLimitAPI:rotZ\"";
  const PhysicsAsset asset(two_bodies() +
                           joint("PhysicsJoint",
                                 "float limit:transX:physics:low = 1\n float limit:transX:physics:high = -1\n "
                                 "float limit:rotZ:physics:low = -30\n float limit:rotZ:physics:high = 30\n",
                                 limits));
  const model::Joint& found = asset.joint("/Joint");
  EXPECT_EQ(axis(found, JointAxis::TransX).state, AxisState::Locked);
  EXPECT_EQ(axis(found, JointAxis::RotZ).state, AxisState::Limited);
  EXPECT_EQ(axis(found, JointAxis::RotY).state, AxisState::Free);
}

TEST(read_joints, frames_that_agree_leave_no_residual) {
  const PhysicsAsset asset(two_bodies("(3, 0, 0)") +
                           joint("PhysicsFixedJoint", "point3f physics:localPos0 = (3, 0, 0)\n"));
  EXPECT_NEAR(asset.joint("/Joint").residual.position, 0, 1e-12);
  const PhysicsAsset apart(two_bodies("(3, 4, 0)") + joint("PhysicsFixedJoint", ""));
  EXPECT_NEAR(apart.joint("/Joint").residual.position, 5, 1e-12);
}

TEST(read_joints, offset_along_the_axis_is_a_coordinate_and_no_residual) {
  const PhysicsAsset asset(two_bodies("(3, 0, 4)") + joint("PhysicsPrismaticJoint", ""));
  EXPECT_NEAR(asset.joint("/Joint").rest.at(0), 3, 1e-12);
  EXPECT_NEAR(asset.joint("/Joint").residual.position, 4, 1e-12);
}

TEST(read_joints, turn_about_the_axis_is_a_coordinate_and_no_residual) {
  const std::string turn = "quatf physics:localRot0 = (0.8660254, 0.5, 0, 0)\n";  // 60 degrees about x
  const PhysicsAsset about(two_bodies() + joint("PhysicsRevoluteJoint", turn));
  EXPECT_NEAR(about.joint("/Joint").rest.at(3), -pi / 3, 1e-6);
  EXPECT_NEAR(about.joint("/Joint").residual.rotation, 0, 1e-6);
  const PhysicsAsset across(two_bodies() +
                            joint("PhysicsRevoluteJoint", "uniform token physics:axis = \"Z\"\n" + turn));
  EXPECT_NEAR(across.joint("/Joint").residual.rotation, pi / 3, 1e-6);
}

TEST(read_joints, anchors_stand_in_scaled_space) {
  const std::string scaled =
      prim("Xform", "A", rigid_body,
           "double3 xformOp:scale = (2, 2, 2)\n uniform token[] xformOpOrder = [\"xformOp:scale\"]\n");
  const PhysicsAsset asset(scaled + prim("Xform", "B", rigid_body, at("(6, 0, 0)")) +
                           joint("PhysicsFixedJoint", "point3f physics:localPos0 = (3, 0, 0)\n"));
  EXPECT_NEAR(asset.joint("/Joint").residual.position, 0, 1e-9);
}

TEST(read_joints, side_without_target_is_the_world) {
  const PhysicsAsset asset(two_bodies("(3, 0, 0)") +
                           prim("PhysicsFixedJoint", "Joint", "", "rel physics:body1 = </B>\n"));
  EXPECT_FALSE(asset.joint("/Joint").sides[0].body.has_value());
  EXPECT_NEAR(asset.joint("/Joint").residual.position, 3, 1e-12);
}

TEST(read_joints, target_below_a_body_is_that_body) {
  const std::string bodies =
      prim("Xform", "A", rigid_body, prim("Xform", "Mount", "", at("(0, 0, 2)"))) + prim("Xform", "B", rigid_body, "");
  const PhysicsAsset asset(
      bodies + prim("PhysicsFixedJoint", "Joint", "", "rel physics:body0 = </A/Mount>\n rel physics:body1 = </B>\n"));
  const model::Joint& found = asset.joint("/Joint");
  EXPECT_EQ(asset.text(asset.physics().bodies.at(*found.sides[0].body).path), "/A");
  EXPECT_NEAR(found.sides[0].body_from_joint.position.z(), 2, 1e-12);
}

TEST(read_joints, missing_target_is_told) {
  const PhysicsAsset asset(two_bodies() + prim("PhysicsFixedJoint", "Joint", "",
                                               "rel physics:body0 = </Nowhere>\n rel physics:body1 = </B>\n"));
  EXPECT_FALSE(asset.joint("/Joint").sides[0].target_exists);
  EXPECT_TRUE(asset.joint("/Joint").sides[1].target_exists);
}

// ---- what joints connect ----

std::string chain(const std::string& last_joint) {
  std::string text;
  for (const char* name : {"A", "B", "C"}) text += prim("Xform", name, rigid_body, "");
  const auto between = [](const std::string& name, const std::string& first, const std::string& second,
                          const std::string& more) {
    return prim("PhysicsRevoluteJoint", name, "",
                "rel physics:body0 = </Robot/" + first + ">\n rel physics:body1 = </Robot/" + second + ">\n" + more);
  };
  text += between("AB", "A", "B", "") + between("BC", "B", "C", "");
  if (!last_joint.empty()) text += between("CA", "C", "A", last_joint == "plain" ? "" : last_joint);
  return prim("Xform", "Robot", "\"PhysicsArticulationRootAPI\"", text);
}

TEST(read_joint_graph, ring_is_a_loop_unless_a_joint_is_excluded) {
  const PhysicsAsset open(chain(""));
  ASSERT_EQ(open.physics().graph.mechanisms.size(), 1U);
  EXPECT_TRUE(open.physics().graph.mechanisms[0].loop_joints.empty());
  const PhysicsAsset ring(chain("plain"));
  ASSERT_EQ(ring.physics().graph.mechanisms[0].loop_joints.size(), 1U);
  EXPECT_EQ(ring.text(ring.physics().joints[ring.physics().graph.mechanisms[0].loop_joints[0]].path), "/Robot/CA");
  const PhysicsAsset excluded(chain("uniform bool physics:excludeFromArticulation = 1\n"));
  EXPECT_TRUE(excluded.physics().graph.mechanisms[0].loop_joints.empty());
  EXPECT_EQ(excluded.physics().graph.mechanisms[0].joints.size(), 3U);
}

TEST(read_joint_graph, floating_chain_has_its_root_in_the_middle) {
  const PhysicsAsset asset(chain(""));
  ASSERT_EQ(asset.physics().graph.articulation_roots.size(), 1U);
  ASSERT_EQ(asset.physics().graph.articulation_roots[0].roots.size(), 1U);
  EXPECT_EQ(asset.text(asset.physics().graph.articulation_roots[0].roots[0]), "/Robot/B");
}

TEST(read_joint_graph, disabled_joint_connects_nothing) {
  const PhysicsAsset asset(two_bodies() + joint("PhysicsFixedJoint", "bool physics:jointEnabled = 0\n"));
  EXPECT_TRUE(asset.physics().graph.mechanisms.empty());
}

}  // namespace
}  // namespace assay::extract
