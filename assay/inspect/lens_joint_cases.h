#pragma once

#include "assay/inspect/lens_cases.h"

namespace assay::inspect {

inline std::vector<Case> joint_cases() {
  const auto break_force = [](double force) {
    return [force](SampleAsset& asset) { joint(asset).break_force.value = force; };
  };
  const auto cones = [](double first, double second) {
    return [=](SampleAsset& asset) {
      joint(asset).kind = JointKind::Spherical;
      joint(asset).cone_angles[0].value = first;
      joint(asset).cone_angles[1].value = second;
    };
  };
  const auto residual = [](double position, double rotation) {
    return [=](SampleAsset& asset) { joint(asset).residual = {position, rotation}; };
  };
  const auto target = [](const std::string& path) {
    return [=](SampleAsset& asset) { joint(asset).sides[1].prim = asset.name(path); };
  };
  const Change slide = generic(JointAxis::TransX, AxisState::Limited);
  const Texts path = {"/Robot/joint"};
  return {
      {"joint-spherical", kind(JointKind::Spherical), path, kind(JointKind::Revolute)},
      {"joint-distance", kind(JointKind::Distance), path, kind(JointKind::Generic)},
      {"joint-generic", generic(JointAxis::RotY, AxisState::Limited), path, kind(JointKind::Generic)},
      {"generic-axis-unlimited", generic(JointAxis::RotY, AxisState::Free), path,
       generic(JointAxis::RotY, AxisState::Limited)},
      {"generic-in-articulation", slide, path, both(slide, take_out_of_articulation)},
      {"generic-in-articulation", slide, path, generic(JointAxis::RotX, AxisState::Limited)},
      {"cone-limit", cones(1, 1), path, cones(1, -1)},
      {"revolute-beyond-half-turn", both(revolute(-181, 0), take_out_of_articulation), path, revolute(-181, 0)},
      {"revolute-beyond-half-turn", both(revolute(0, 181), take_out_of_articulation), path,
       both(revolute(-180, 180), take_out_of_articulation)},
      {"revolute-beyond-full-turn", revolute(0, 360), path, revolute(-359, 359)},
      {"one-sided-revolute", revolute(-inf, 90), path, revolute(-90, 90)},
      {"soft-limit-physx", value("/Robot/joint", "physxLimit:angular:stiffness", "10.5"), path,
       value("/Robot/joint", "physxLimit:angular:stiffness", "0")},
      {"break-limit", break_force(100), path, break_force(inf)},
      {"joint-disabled", [](SampleAsset& asset) { joint(asset).enabled.value = false; }, path},
      {"joint-frame-body0", residual(0.001, 0), path, residual(1e-6, 1e-5)},
      {"joint-frame-body0", residual(0, 0.01), path, residual(0, 0.001)},
      {"joint-scaled-side", [](SampleAsset& asset) { arm(asset).world_scale = {1, 1, 2}; }, path},
      {"joint-target-below-body", target("/Robot/arm/box"), path, target("/Robot/arm")},
      {"joint-target-missing", [](SampleAsset& asset) { joint(asset).sides[0].target_exists = false; }, path},
      {"joint-same-body-twice", [](SampleAsset& asset) { joint(asset).sides[0].body = 1; }, path},
      {"jointed-pair-contact", [](SampleAsset& asset) { joint(asset).collision_enabled.value = true; }, path},
      {"mimic-physx-linear", both(kind(JointKind::Prismatic), schema("/Robot/joint", "PhysxMimicJointAPI:transX")),
       path, both(kind(JointKind::Revolute), schema("/Robot/joint", "PhysxMimicJointAPI:rotX"))},
      {"mimic-newton", schema("/Robot/joint", "NewtonMimicAPI"), path, schema("/Robot/joint", "NewtonJointAPI")},
      {"mimic-mjc-poly", value("/Robot/joint", "mjc:coef3", "0.5"), path, value("/Robot/joint", "mjc:coef3", "0")},
      {"mimic-mjc-poly", value("/Robot/joint", "mjc:coef2", "1"), path, value("/Robot/joint", "mjc:coef1", "1")},
  };
}

inline std::vector<Case> limit_and_velocity_cases() {
  const Change limited = revolute(-90, 90);
  const auto cone = [](SampleAsset& asset) {
    joint(asset).kind = JointKind::Spherical;
    joint(asset).cone_angles[0].value = 1;
  };
  const auto distance = [](double most) {
    return [most](SampleAsset& asset) {
      joint(asset).kind = JointKind::Distance;
      joint(asset).max_distance.value = most;
    };
  };
  const auto on_joint = [](const std::string& property, const std::string& json) {
    return value("/Robot/joint", property, json);
  };
  const Texts path = {"/Robot/joint"};
  // friction is looked for as MuJoCo's reader has it
  return {
      {"hard-limit", limited, path, both(limited, on_joint("physxLimit:angular:stiffness", "10.0"))},
      {"hard-limit", both(limited, on_joint("physxLimit:angular:stiffness", "0.0")), path,
       both(limited, on_joint("mjc:solreflimit", "[0.02,1.0]"))},
      {"hard-limit", cone, path, both(cone, on_joint("newton:limitStiffness", "5.0"))},
      {"hard-limit", distance(1), path, distance(-1)},
      {"joint-max-velocity", on_joint("newton:velocityLimit", "3.0"), path,
       on_joint("newton:velocityLimit", "\"inf\"")},
      {"joint-max-velocity", on_joint("physxJointAxis:angular:maxJointVelocity", "3.0"), path,
       on_joint("physxJointAxis:angular:staticFrictionEffort", "3.0")},
      {"joint-max-velocity", on_joint("physxJoint:maxJointVelocity", "3.0"), path,
       value("/Robot/arm", "physxJoint:maxJointVelocity", "3.0")},
      {"joint-friction", on_joint("newton:friction", "0.1"), path, on_joint("mjc:frictionloss", "0.1")},
      {"joint-friction", on_joint("physxJoint:jointFriction", "0.1"), path,
       on_joint("physxJoint:jointFriction", "0.0")},
      {"joint-friction", on_joint("physxJointAxis:rotX:viscousFrictionCoefficient", "0.1"), path,
       on_joint("physxJointAxis:rotX:maxJointVelocity", "0.1")},
  };
}

inline std::vector<Case> mimic_cases() {
  // a third joint that is free to turn, so that nothing but what is tested is fixed
  const auto turning = [](SampleAsset& asset) {
    joint(asset).kind = JointKind::Revolute;
    asset.physics.joints.reserve(3);
    asset.joint("/Robot/second", JointKind::Revolute, 0, 1);
    asset.joint("/Robot/third", JointKind::Revolute, 0, 1);
  };
  const auto follows = [](const std::string& follower, const std::string& leader, const std::string& property) {
    return value(follower, property, "[\"" + leader + "\"]");
  };
  const std::string physx = "physxMimicJoint:rotX:referenceJoint";
  const std::string newton = "newton:mimicJoint";
  const Change second = both(turning, follows("/Robot/second", "/Robot/joint", newton));
  const Change third = follows("/Robot/third", "/Robot/second", physx);
  const Change third_beside = follows("/Robot/third", "/Robot/joint", physx);
  const auto fixed = [](SampleAsset& asset) { joint(asset).kind = JointKind::Fixed; };
  const Change mujoco = both(turning, both(schema("/Robot/second", "MjcEqualityJointAPI"),
                                           follows("/Robot/second", "/Robot/joint", "mjc:target")));
  return {
      {"mimic-chain", both(second, third), {"/Robot/third"}, both(second, third_beside)},
      {"mimic-chain",
       both(second, third),
       {"/Robot/third"},
       both(both(second, third), value("/Robot/second", "newton:mimicEnabled", "false"))},
      {"mimic-on-fixed", both(second, fixed), {"/Robot/second"}, second},
      {"mimic-on-fixed",
       both(mujoco, fixed),
       {"/Robot/second"},
       both(both(turning, follows("/Robot/second", "/Robot/joint", "mjc:target")), fixed)},
  };
}

inline std::vector<Case> articulation_cases() {
  const auto kinematic = [](std::size_t body) {
    return [body](SampleAsset& asset) { asset.physics.bodies[body].kinematic.value = true; };
  };
  const auto rest = [](double angle) {
    return [angle](SampleAsset& asset) {
      joint(asset).kind = JointKind::Revolute;
      limit(asset, JointAxis::RotX).state = AxisState::Free;
      joint(asset).rest[3] = angle;
    };
  };
  const auto swapped = [](SampleAsset& asset) { std::swap(joint(asset).sides[0], joint(asset).sides[1]); };
  const auto to_world = [](std::size_t side) {
    return [side](SampleAsset& asset) {
      joint(asset).sides.at(side).body.reset();
      asset.physics.graph.mechanisms[0].bodies = {side == 0 ? 1U : 0U};
      asset.physics.graph.mechanisms[0].world_joints = {0};
      asset.physics.graph.mechanisms[0].root = joint(asset).path;
    };
  };
  const Change weld = schema("/Robot/joint", "MjcEqualityWeldAPI");
  const auto second_joint = [](SampleAsset& asset) {
    asset.joint("/Robot/second", JointKind::Fixed, 0, 1);
    asset.physics.graph.mechanisms[0].joints.push_back(1);
  };
  const Texts path = {"/Robot/joint"};
  const Texts arm_path = {"/Robot/arm"};
  return {
      {"kinematic-below-moving", kinematic(1), arm_path, kinematic(0)},
      {"kinematic-below-moving", kinematic(1), arm_path, both(kinematic(1), kinematic(0))},
      {"kinematic-below-moving", kinematic(1), arm_path, both(kinematic(1), take_out_of_articulation)},
      {"joint-reversed", swapped, path, both(swapped, take_out_of_articulation)},
      {"joint-reversed", to_world(1), path, to_world(0)},
      {"joint-reversed", both(to_world(1), take_out_of_articulation), path,
       both(both(to_world(1), take_out_of_articulation),
            [](SampleAsset& asset) { joint(asset).sides[1].target_exists = false; })},
      {"articulation-rest-pose", rest(0.1), path, rest(0.001)},
      {"articulation-rest-pose", rest(-0.1), path, both(rest(-0.1), take_out_of_articulation)},
      {"articulation-rest-pose", rest(0.1), path,
       both(rest(0.1), circumstance("/Robot/joint", CircumstanceKind::JointState))},
      {"equality-weld-alone", weld, arm_path, both(weld, second_joint)},
      {"equality-weld-alone", weld, arm_path, both(weld, take_out_of_articulation)},
  };
}

inline std::vector<Case> drive_and_loop_cases() {
  const auto acceleration = model::DriveType::Acceleration;
  const auto world = [](SampleAsset& asset) { joint(asset).sides[0].body.reset(); };
  const auto second_joint = [](model::BodyIndex from) {
    return [from](SampleAsset& asset) {
      asset.joint("/Robot/second", JointKind::Fixed, from, 0);
      asset.physics.graph.mechanisms[0].joints.push_back(1);
    };
  };
  const auto followers = [](const std::string& leader) {
    const std::string property = "physxMimicJoint:rotX:referenceJoint";
    return both(value("/Robot/a", property, "[\"/Robot/joint\"]"), value("/Robot/b", property, leader));
  };
  const auto loop = [](SampleAsset& asset) { asset.physics.graph.mechanisms[0].loop_joints = {0}; };
  const Texts path = {"/Robot/joint"};
  return {
      {"drive", drive(JointKind::Revolute, 1, 0), path, drive(JointKind::Revolute, 0, 0)},
      {"drive", drive(JointKind::Revolute, 0, 1), path},
      {"drive-acceleration", drive(JointKind::Revolute, 1, 0, acceleration), path, drive(JointKind::Revolute, 1, 0)},
      {"drive-acceleration", drive(JointKind::Revolute, 0, 1, acceleration), path,
       drive(JointKind::Revolute, 0, 0, acceleration)},
      {"spherical-drive", drive(JointKind::Spherical, 0, 0), path, drive(JointKind::Revolute, 0, 0)},
      {"axis-friction-physx", both(schema("/Robot/joint", "PhysxJointAxisAPI:angular"), take_out_of_articulation), path,
       schema("/Robot/joint", "PhysxJointAxisAPI:angular")},
      {"joint-outside-articulation", take_out_of_articulation, path, both(take_out_of_articulation, world)},
      {"articulation-world-joint", both(kind(JointKind::Revolute), world), path, kind(JointKind::Revolute)},
      {"joints-parallel", second_joint(1), {"/Robot/second"}, both(second_joint(1), take_out_of_articulation)},
      {"loop-moving", excluded(JointKind::Prismatic), path, kind(JointKind::Prismatic)},
      {"loop-moving", excluded(JointKind::Revolute), path, excluded(JointKind::Fixed)},
      {"loop-spherical", excluded(JointKind::Spherical), path, excluded(JointKind::Revolute)},
      {"loop-unmarked", loop, path, both(loop, take_out_of_articulation)},
      {"mimic-fan-out", followers("[\"/Robot/joint\"]"), {"/Robot/a", "/Robot/b"}, followers("[\"/Robot/other\"]")},
  };
}

}  // namespace assay::inspect
