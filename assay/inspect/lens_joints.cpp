#include "assay/inspect/lens_features.h"

#include <cmath>
#include <numbers>
#include <optional>
#include <set>

namespace assay::inspect {
namespace {

using model::JointKind;

constexpr std::size_t rotation_x = static_cast<std::size_t>(model::JointAxis::RotX);

constexpr double equal_scale = 1e-6;    // a scale that is off by less counts as 1
constexpr double turning_error = 1e-6;  // part of a turn that single precision may add

template <JointKind Kind>
bool is_kind(const Seen&, const model::Joint& joint) {
  return joint.kind == Kind;
}

bool has_bodies(const model::Joint& joint) { return joint.sides[0].body && joint.sides[1].body; }

/// The mechanism that a joint belongs to; null for a joint that is disabled or joins no body.
const model::Mechanism* mechanism_of(const Seen& seen, const model::Joint& joint) {
  return seen.mechanisms.at(static_cast<std::size_t>(&joint - seen.physics.joints.data()));
}

/// The limits of a joint for which `is_wanted` holds, from one axis to before another.
template <class IsWanted>
bool has_axis(const model::Joint& joint, std::size_t first, std::size_t end, const IsWanted& is_wanted) {
  return std::any_of(joint.limits.begin() + static_cast<std::ptrdiff_t>(first),
                     joint.limits.begin() + static_cast<std::ptrdiff_t>(end), is_wanted);
}

bool is_movable(const model::AxisLimit& limit) { return limit.state != model::AxisState::Locked; }
bool is_free(const model::AxisLimit& limit) { return limit.state == model::AxisState::Free; }

bool is_generic_with_axis(const Seen&, const model::Joint& joint) {
  return joint.kind == JointKind::Generic && has_axis(joint, 0, model::joint_axis_count, is_movable);
}
bool is_generic_unlimited(const Seen&, const model::Joint& joint) {
  return joint.kind == JointKind::Generic && has_axis(joint, 0, model::joint_axis_count, is_free);
}
bool is_generic_in_articulation(const Seen& seen, const model::Joint& joint) {
  return joint.kind == JointKind::Generic && has_axis(joint, 0, rotation_x, is_movable) &&
         is_in_articulation(seen, joint);
}
bool has_cone(const Seen&, const model::Joint& joint) {
  return joint.kind == JointKind::Spherical && joint.cone_angles[0].value >= 0 && joint.cone_angles[1].value >= 0;
}

/// Whether a bound of a revolute joint is finite and beyond an angle to either side.
bool turns_beyond(const model::Joint& joint, double angle) {
  if (joint.kind != JointKind::Revolute) return false;
  const auto is_beyond = [&](double bound) { return std::isfinite(bound) && std::abs(bound) > angle; };
  return has_axis(joint, rotation_x, model::joint_axis_count, [&](const model::AxisLimit& limit) {
    return limit.state == model::AxisState::Limited && (is_beyond(limit.low.value) || is_beyond(limit.high.value));
  });
}

bool turns_beyond_half(const Seen& seen, const model::Joint& joint) {
  return turns_beyond(joint, std::numbers::pi * (1 + turning_error)) && !is_in_articulation(seen, joint);
}
bool turns_beyond_full(const Seen&, const model::Joint& joint) {
  return turns_beyond(joint, 2 * std::numbers::pi * (1 - turning_error));  // a full turn itself counts
}
bool has_one_bound(const Seen&, const model::Joint& joint) {
  return joint.kind == JointKind::Revolute &&
         has_axis(joint, rotation_x, model::joint_axis_count, [](const model::AxisLimit& limit) {
           return limit.state == model::AxisState::Limited &&
                  std::isfinite(limit.low.value) != std::isfinite(limit.high.value);
         });
}
bool breaks(const Seen&, const model::Joint& joint) {
  return std::isfinite(joint.break_force.value) || std::isfinite(joint.break_torque.value);
}
bool is_disabled(const Seen&, const model::Joint& joint) { return !joint.enabled.value; }
bool is_apart(const Seen&, const model::Joint& joint) {
  return joint.residual.position > apart_position || joint.residual.rotation > apart_rotation;
}
bool is_scaled(const Seen& seen, const model::Joint& joint) {
  return std::ranges::any_of(joint.sides, [&](const model::JointSide& side) {
    if (!side.body) return false;
    const Eigen::Vector3d& scale = seen.physics.bodies.at(*side.body).world_scale;
    return (scale - Eigen::Vector3d::Ones()).cwiseAbs().maxCoeff() > equal_scale;
  });
}
bool has_target_below_body(const Seen& seen, const model::Joint& joint) {
  return std::ranges::any_of(joint.sides, [&](const model::JointSide& side) {
    return side.prim && side.body && seen.text(*side.prim) != seen.text(seen.physics.bodies.at(*side.body).path);
  });
}
bool misses_target(const Seen&, const model::Joint& joint) {
  return !joint.sides[0].target_exists || !joint.sides[1].target_exists;
}
bool joins_itself(const Seen&, const model::Joint& joint) {
  return has_bodies(joint) && joint.sides[0].body == joint.sides[1].body;
}
bool enables_collision(const Seen&, const model::Joint& joint) { return joint.collision_enabled.value; }
bool is_outside_articulation(const Seen& seen, const model::Joint& joint) {
  const model::Mechanism* mechanism = mechanism_of(seen, joint);
  return has_bodies(joint) && mechanism != nullptr && !mechanism->articulation;
}
bool turns_on_world(const Seen& seen, const model::Joint& joint) {
  return joint.kind == JointKind::Revolute && !has_bodies(joint) && is_in_articulation(seen, joint);
}
bool is_moving_loop(const Seen&, const model::Joint& joint) {
  return joint.excluded_from_articulation.value &&
         (joint.kind == JointKind::Revolute || joint.kind == JointKind::Prismatic);
}
bool is_spherical_loop(const Seen&, const model::Joint& joint) {
  return joint.excluded_from_articulation.value && joint.kind == JointKind::Spherical;
}

bool has_gain(const model::Drive& drive) { return drive.stiffness.value > 0 || drive.damping.value > 0; }
bool is_driven(const Seen&, const model::Joint& joint) { return std::ranges::any_of(joint.drives, has_gain); }
bool is_accelerated(const Seen&, const model::Joint& joint) {
  return std::ranges::any_of(joint.drives, [](const model::Drive& drive) {
    return has_gain(drive) && drive.type.value == model::DriveType::Acceleration;
  });
}
bool is_driven_ball(const Seen&, const model::Joint& joint) {
  return joint.kind == JointKind::Spherical && !joint.drives.empty();
}

bool has_axis_schema(const Seen& seen, const model::Joint& joint) {
  return has_schema_like(seen, joint.path, "PhysxJointAxisAPI") && !is_in_articulation(seen, joint);
}
/// Whether a value makes a limit give way: a number above 0.
bool is_above_zero(const model::VendorValue& value) {
  return is_number(value, [](double number) { return number > 0; });
}

bool has_soft_limit(const Seen& seen, const model::Joint& joint) {
  const auto softens = [](std::string_view property, const model::VendorValue& value) {
    return property.starts_with("physxLimit:") && property.ends_with(":stiffness") && is_above_zero(value);
  };
  return is_in_articulation(seen, joint) && has_value_where(seen, joint.path, softens);
}

/// Whether some vendor's value says how a limit gives way.
bool states_softness(const Seen& seen, const model::Joint& joint) {
  return has_value_where(seen, joint.path, [](std::string_view property, const model::VendorValue& value) {
    const bool is_physx = property.starts_with("physxLimit:") &&
                          (property.ends_with(":stiffness") || property.ends_with(":damping")) && is_above_zero(value);
    return is_physx || property == "newton:limitStiffness" || property == "newton:limitDamping" ||
           property == "mjc:solreflimit" || property == "mjc:solimplimit";
  });
}

bool has_hard_limit(const Seen& seen, const model::Joint& joint) {
  const bool has_bound = has_axis(joint, 0, model::joint_axis_count, [](const model::AxisLimit& limit) {
    return limit.state == model::AxisState::Limited;
  });
  const bool has_cones =
      joint.kind == JointKind::Spherical && (joint.cone_angles[0].value >= 0 || joint.cone_angles[1].value >= 0);
  const bool has_distance =
      joint.kind == JointKind::Distance && (joint.min_distance.value >= 0 || joint.max_distance.value >= 0);
  return (has_bound || has_cones || has_distance) && !states_softness(seen, joint);
}

bool has_max_velocity(const Seen& seen, const model::Joint& joint) {
  return has_value_where(seen, joint.path, [](std::string_view property, const model::VendorValue& value) {
    const bool is_named = property == "newton:velocityLimit" || property == "physxJoint:maxJointVelocity" ||
                          (property.starts_with("physxJointAxis:") && property.ends_with(":maxJointVelocity"));
    return is_named && is_number(value, [](double number) { return std::isfinite(number); });
  });
}

/// The runtime whose schema gives a joint friction by that property.
std::optional<Target> friction_runtime(std::string_view property) {
  const bool is_physx = property == "physxJoint:jointFriction" ||
                        (property.starts_with("physxJointAxis:") &&
                         (property.ends_with("FrictionEffort") || property.ends_with(":viscousFrictionCoefficient")));
  if (is_physx) return Target::PhysX;
  if (property == "newton:friction") return Target::Newton;
  if (property == "mjc:frictionloss") return Target::MuJoCo;
  return std::nullopt;
}

bool has_foreign_friction(const Seen& seen, const model::Joint& joint) {
  return has_value_where(seen, joint.path, [&](std::string_view property, const model::VendorValue& value) {
    const std::optional<Target> runtime = friction_runtime(property);
    return runtime && *runtime != seen.reader.runtime && is_above_zero(value);
  });
}

/// The joints of articulations between bodies that an earlier joint of them joins.
Prims parallel(const Seen& seen) {
  Prims prims;
  std::set<std::pair<model::BodyIndex, model::BodyIndex>> joined;
  for (const model::Joint& joint : seen.physics.joints) {
    if (!has_bodies(joint) || !is_in_articulation(seen, joint)) continue;
    if (!joined.insert(std::minmax({*joint.sides[0].body, *joint.sides[1].body})).second) prims.push_back(joint.path);
  }
  return prims;
}

/// The joints that close rings of articulations.
Prims unmarked_loops(const Seen& seen) {
  Prims prims;
  for (const model::Mechanism& mechanism : seen.physics.graph.mechanisms) {
    if (!mechanism.articulation) continue;
    for (const model::JointIndex joint : mechanism.loop_joints) prims.push_back(seen.physics.joints.at(joint).path);
  }
  return prims;
}

constexpr Decision decisions[] = {
    {"joint-spherical", joints<is_kind<JointKind::Spherical>>},
    {"joint-distance", joints<is_kind<JointKind::Distance>>},
    {"joint-generic", joints<is_generic_with_axis>},
    {"generic-axis-unlimited", joints<is_generic_unlimited>},
    {"generic-in-articulation", joints<is_generic_in_articulation>},
    {"cone-limit", joints<has_cone>},
    {"revolute-beyond-half-turn", joints<turns_beyond_half>},
    {"revolute-beyond-full-turn", joints<turns_beyond_full>},
    {"one-sided-revolute", joints<has_one_bound>},
    {"soft-limit-physx", joints<has_soft_limit>},
    {"break-limit", joints<breaks>},
    {"joint-disabled", joints<is_disabled>},
    {"joint-frame-body0", joints<is_apart>},
    {"joint-scaled-side", joints<is_scaled>},
    {"joint-target-below-body", joints<has_target_below_body>},
    {"joint-target-missing", joints<misses_target>},
    {"joint-same-body-twice", joints<joins_itself>},
    {"jointed-pair-contact", joints<enables_collision>},
    {"joint-outside-articulation", joints<is_outside_articulation>},
    {"articulation-world-joint", joints<turns_on_world>},
    {"joints-parallel", parallel},
    {"loop-moving", joints<is_moving_loop>},
    {"loop-spherical", joints<is_spherical_loop>},
    {"loop-unmarked", unmarked_loops},
    {"drive", joints<is_driven>},
    {"drive-acceleration", joints<is_accelerated>},
    {"spherical-drive", joints<is_driven_ball>},
    {"axis-friction-physx", joints<has_axis_schema>},
    {"hard-limit", joints<has_hard_limit>},
    {"joint-max-velocity", joints<has_max_velocity>},
    {"joint-friction", joints<has_foreign_friction>},
};

}  // namespace

std::span<const Decision> joint_decisions() { return decisions; }

}  // namespace assay::inspect
