#include "assay/base/angles.h"
#include "assay/extract/physics/read_each.h"
#include "assay/extract/physics/read_physics.h"
#include "assay/extract/physics/rest_state.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace assay::extract {
namespace {

using namespace pxr;
using model::AxisState;
using model::JointKind;

constexpr double infinity = std::numeric_limits<double>::infinity();

using JointType = std::pair<std::string_view, JointKind>;

// source: UsdPhysics, joints; types that derive from these are Other
constexpr std::array<JointType, 6> joint_kinds = {{{"PhysicsFixedJoint", JointKind::Fixed},
                                                   {"PhysicsRevoluteJoint", JointKind::Revolute},
                                                   {"PhysicsPrismaticJoint", JointKind::Prismatic},
                                                   {"PhysicsSphericalJoint", JointKind::Spherical},
                                                   {"PhysicsDistanceJoint", JointKind::Distance},
                                                   {"PhysicsJoint", JointKind::Generic}}};

constexpr std::array<std::string_view, model::joint_axis_count> axis_names = {"transX", "transY", "transZ",
                                                                              "rotX",   "rotY",   "rotZ"};

JointKind kind_of(const PhysicsPrim& prim) {
  const auto* const known = std::ranges::find(joint_kinds, std::string_view(prim.type.GetString()), &JointType::first);
  return known == joint_kinds.end() ? JointKind::Other : known->second;
}

/// Factors that bring what an axis states to SI.
struct AxisUnits {
  double coordinate = 1;  // of positions, bounds and velocities
  double effort = 1;      // of forces or torques
  double gain = 1;        // of stiffness and damping
};

AxisUnits units_of(const Reading& reading, bool angular, model::DriveType type) {
  const double meters = reading.meters_per_unit();
  const double kilograms = reading.kilograms_per_unit();
  AxisUnits units;
  units.coordinate = angular ? radians_per_degree : meters;
  units.effort = angular ? kilograms * meters * meters : kilograms * meters;
  const bool is_force = type == model::DriveType::Force;
  if (angular) {
    units.gain = (is_force ? units.effort : 1) / radians_per_degree;
  } else {
    units.gain = is_force ? kilograms : 1;
  }
  return units;
}

Eigen::Quaterniond normalized(const Eigen::Vector4d& wxyz) {
  const double norm = wxyz.norm();
  if (!(norm > 0) || !std::isfinite(norm)) return Eigen::Quaterniond::Identity();
  return Eigen::Quaterniond(wxyz[0], wxyz[1], wxyz[2], wxyz[3]).normalized();
}

/// Where a target is, and its world scale.
struct TargetFrame {
  model::Pose world_from_target;
  Eigen::Vector3d scale;
};
TargetFrame frame_of(const WorldParts& parts) { return {parts.world_from_prim, parts.scale}; }
TargetFrame frame_of(const model::Body& body) { return {body.world_from_body, body.world_scale}; }

/// The frame of one side. Source: UsdPhysicsJoint: a position in the target's scaled space; an empty target is the
/// world.
void read_side(Reading& reading, const PhysicsPrim& prim, const char* body, const char* position, const char* rotation,
               model::JointSide& side) {
  const SdfPathVector targets = read_targets(reading, prim, body);
  for (const SdfPath& path : targets) side.targets.push_back(path_name(reading, path));
  side.local_position =
      scaled(read_vector(reading, prim, position, Eigen::Vector3d::Zero()), reading.meters_per_unit());
  const model::Field<Eigen::Vector4d> wxyz = read_quaternion(reading, prim, rotation, {1, 0, 0, 0});
  side.rotation_norm = wxyz.value.norm();
  side.local_rotation = {normalized(wxyz.value), wxyz.origin, wxyz.opinion, wxyz.sampled};

  const PhysicsPrim* target = nullptr;
  if (!targets.empty()) {
    side.prim = side.targets.front();
    target = reading.prim_at(targets.front());
    side.target_exists = target != nullptr;
  }
  model::Pose world_from_target;
  if (target != nullptr) {
    const PhysicsPrim* owner = nearest(reading, target, [](const PhysicsPrim& each) { return each.body.has_value(); });
    if (owner != nullptr) side.body = owner->body;
    const TargetFrame frame = owner == target ? frame_of(reading.physics.bodies[*side.body])
                                              : frame_of(world_parts(reading, target->inherited.world_from_prim));
    world_from_target = frame.world_from_target;
    side.local_position.value = side.local_position.value.cwiseProduct(frame.scale);
  }
  side.world_from_joint = world_from_target * model::Pose{side.local_position.value, side.local_rotation.value};
  side.body_from_joint = side.world_from_joint;
  if (side.body) {
    side.body_from_joint = inverse(reading.physics.bodies[*side.body].world_from_body) * side.world_from_joint;
  }
}

std::size_t axis_of(std::string_view token) { return token == "Y" ? 1 : token == "Z" ? 2 : 0; }

void set_bounds(model::AxisLimit& limit, const model::Field<double>& low, const model::Field<double>& high) {
  limit.low = low;
  limit.high = high;
  const bool has_bound = std::isfinite(low.value) || std::isfinite(high.value);
  limit.state = has_bound ? AxisState::Limited : AxisState::Free;
}

void free_rotations(model::Joint& joint) {
  for (std::size_t axis = 3; axis < model::joint_axis_count; ++axis) joint.limits.at(axis).state = AxisState::Free;
}

void read_single_axis(Reading& reading, const PhysicsPrim& prim, model::Joint& joint, std::size_t first_axis) {
  joint.axis = read_token(reading, prim, "physics:axis", "X");
  joint.main_axis = axis_of(reading.recorder.model().text(joint.axis.value));
  const double factor = first_axis == 0 ? reading.meters_per_unit() : radians_per_degree;
  set_bounds(joint.limits.at(first_axis + *joint.main_axis),
             scaled(read_number(reading, prim, "physics:lowerLimit", -infinity), factor),
             scaled(read_number(reading, prim, "physics:upperLimit", infinity), factor));
}

void read_spherical(Reading& reading, const PhysicsPrim& prim, model::Joint& joint) {
  joint.axis = read_token(reading, prim, "physics:axis", "X");
  joint.main_axis = axis_of(reading.recorder.model().text(joint.axis.value));
  free_rotations(joint);
  const std::array<const char*, 2> names = {"physics:coneAngle0Limit", "physics:coneAngle1Limit"};
  for (std::size_t cone = 0; cone < 2; ++cone) {
    model::Field<double> angle = scaled(read_number(reading, prim, names.at(cone), -1), radians_per_degree);
    joint.cone_angles.at(cone) = angle;
    if (angle.value < 0 || !std::isfinite(angle.value)) continue;
    // the first cone angle is about the axis after the main one
    model::Field<double> low = angle;
    low.value = -angle.value;
    set_bounds(joint.limits.at(3 + (*joint.main_axis + 1 + cone) % 3), low, angle);
  }
}

void read_distance(Reading& reading, const PhysicsPrim& prim, model::Joint& joint) {
  for (model::AxisLimit& limit : joint.limits) limit.state = AxisState::Free;
  joint.min_distance = scaled(read_number(reading, prim, "physics:minDistance", -1), reading.meters_per_unit());
  joint.max_distance = scaled(read_number(reading, prim, "physics:maxDistance", -1), reading.meters_per_unit());
}

/// Axes are free unless a PhysicsLimitAPI bounds them; bounds the wrong way round lock. Source: UsdPhysicsLimitAPI.
void read_generic(Reading& reading, const PhysicsPrim& prim, model::Joint& joint) {
  for (model::AxisLimit& limit : joint.limits) limit.state = AxisState::Free;
  for (const std::string& instance : instances_of(prim, "PhysicsLimitAPI")) {
    const std::string start = "limit:" + instance + ":physics:";
    if (instance == "distance") {
      joint.min_distance = scaled(read_number(reading, prim, start + "low", -infinity), reading.meters_per_unit());
      joint.max_distance = scaled(read_number(reading, prim, start + "high", infinity), reading.meters_per_unit());
      continue;
    }
    const auto* const name = std::ranges::find(axis_names, instance);
    if (name == axis_names.end()) {
      note_oddity(reading, prim, start + "low", "limits an axis that joints do not have");
      continue;
    }
    const auto axis = static_cast<std::size_t>(name - axis_names.begin());
    const double factor = model::is_rotation(axis) ? radians_per_degree : reading.meters_per_unit();
    model::AxisLimit& limit = joint.limits.at(axis);
    set_bounds(limit, scaled(read_number(reading, prim, start + "low", -infinity), factor),
               scaled(read_number(reading, prim, start + "high", infinity), factor));
    if (limit.low.value > limit.high.value) limit.state = AxisState::Locked;
  }
}

void read_axes(Reading& reading, const PhysicsPrim& prim, model::Joint& joint) {
  switch (joint.kind) {
    case JointKind::Revolute:
      return read_single_axis(reading, prim, joint, 3);
    case JointKind::Prismatic:
      return read_single_axis(reading, prim, joint, 0);
    case JointKind::Spherical:
      return read_spherical(reading, prim, joint);
    case JointKind::Distance:
      return read_distance(reading, prim, joint);
    case JointKind::Generic:
    case JointKind::Other:
      return read_generic(reading, prim, joint);
    case JointKind::Fixed:
      return;
  }
}

/// The axis that a drive of that instance name acts on.
std::optional<model::JointAxis> driven_axis(const model::Joint& joint, const std::string& instance) {
  const bool is_single = joint.kind == JointKind::Revolute || joint.kind == JointKind::Prismatic;
  if (is_single) {
    const bool is_revolute = joint.kind == JointKind::Revolute;
    if (instance != (is_revolute ? "angular" : "linear")) return std::nullopt;
    return static_cast<model::JointAxis>((is_revolute ? 3 : 0) + *joint.main_axis);
  }
  const auto* const name = std::ranges::find(axis_names, instance);
  const bool has_axes = joint.kind == JointKind::Generic || joint.kind == JointKind::Other;
  if (!has_axes || name == axis_names.end()) return std::nullopt;
  return static_cast<model::JointAxis>(name - axis_names.begin());
}

model::Drive read_drive(Reading& reading, const PhysicsPrim& prim, const model::Joint& joint,
                        const std::string& instance) {
  model::Drive drive;
  drive.instance = instance;
  drive.axis = driven_axis(joint, instance);
  const std::string start = "drive:" + instance + ":physics:";
  const model::Field<model::NameIndex> type = read_token(reading, prim, start + "type", "force");
  const bool is_acceleration = reading.recorder.model().text(type.value) == "acceleration";
  drive.type = {is_acceleration ? model::DriveType::Acceleration : model::DriveType::Force, type.origin, type.opinion,
                type.sampled};
  const bool angular = model::is_angular(drive);
  const AxisUnits units = units_of(reading, angular, drive.type.value);
  drive.stiffness = scaled(read_number(reading, prim, start + "stiffness", 0), units.gain);
  drive.damping = scaled(read_number(reading, prim, start + "damping", 0), units.gain);
  drive.max_force = scaled(read_number(reading, prim, start + "maxForce", infinity), units.effort);
  drive.target_position = scaled(read_number(reading, prim, start + "targetPosition", 0), units.coordinate);
  drive.target_velocity = scaled(read_number(reading, prim, start + "targetVelocity", 0), units.coordinate);
  return drive;
}

model::Joint read_joint(Reading& reading, const PhysicsPrim& prim) {
  model::Joint joint;
  joint.path = prim.name;
  joint.type = reading.recorder.name(prim.type);
  joint.kind = kind_of(prim);
  const double newtons = reading.kilograms_per_unit() * reading.meters_per_unit();
  joint.enabled = read_flag(reading, prim, "physics:jointEnabled", true);
  joint.collision_enabled = read_flag(reading, prim, "physics:collisionEnabled", false);
  joint.excluded_from_articulation = read_flag(reading, prim, "physics:excludeFromArticulation", false);
  joint.break_force = scaled(read_number(reading, prim, "physics:breakForce", infinity), newtons);
  joint.break_torque =
      scaled(read_number(reading, prim, "physics:breakTorque", infinity), newtons * reading.meters_per_unit());
  read_side(reading, prim, "physics:body0", "physics:localPos0", "physics:localRot0", joint.sides[0]);
  read_side(reading, prim, "physics:body1", "physics:localPos1", "physics:localRot1", joint.sides[1]);
  read_axes(reading, prim, joint);
  for (const std::string& instance : instances_of(prim, "PhysicsDriveAPI")) {
    joint.drives.push_back(read_drive(reading, prim, joint, instance));
  }
  find_rest_state(joint);
  return joint;
}

}  // namespace

void read_joints(Reading& reading) {
  auto is_joint = type_question(reading, "PhysicsJoint");
  std::vector<const PhysicsPrim*> prims;
  for (PhysicsPrim& prim : reading.prims) {
    if (!is_joint(prim)) continue;
    prim.joint = static_cast<model::JointIndex>(prims.size());
    prims.push_back(&prim);
  }
  reading.physics.joints.resize(prims.size());
  read_each(reading, prims, [&](std::size_t i) { reading.physics.joints[i] = read_joint(reading, *prims[i]); });
}

}  // namespace assay::extract
