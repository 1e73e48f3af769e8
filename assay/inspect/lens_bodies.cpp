#include "assay/base/angles.h"
#include "assay/base/prim_path.h"
#include "assay/inspect/lens_features.h"

#include <Eigen/Geometry>

#include <cmath>

namespace assay::inspect {
namespace {

bool moves(const model::Body& body) { return !body.velocity.value.isZero(0) || !body.angular_velocity.value.isZero(0); }

/// Whether a body lies below an enabled one with no reset on the bodies from it up to there. A reset on a prim between
/// that is no body is not in the model.
bool is_nested(const Seen& seen, const model::Body& body) {
  const model::Body* each = &body;
  while (body.enabled.value && !each->resets_xform_stack && each->parent) {
    each = &seen.physics.bodies.at(*each->parent);
    if (each->enabled.value) return true;
  }
  return false;
}

/// Whether the rotation of a body turns a vector by more than 1 degree.
bool is_turned(const model::Body& body, const Eigen::Vector3d& vector) {
  if (vector.isZero(0) || !vector.allFinite()) return false;
  const Eigen::Vector3d turned = body.world_from_body.rotation * vector;
  return std::atan2(turned.cross(vector).norm(), turned.dot(vector)) > radians_per_degree;
}

bool has_collider_below(const Seen& seen, const model::Body& body) {
  return std::ranges::any_of(seen.physics.colliders, [&](const model::Collider& collider) {
    return is_at_or_below(seen.text(collider.path), seen.text(body.path));
  });
}

bool has_initial_velocity(const Seen&, const model::Body& body) {
  return is_turned(body, body.velocity.value) || is_turned(body, body.angular_velocity.value);
}
bool is_kinematic(const Seen&, const model::Body& body) { return body.enabled.value && body.kinematic.value; }
bool is_moving_kinematic(const Seen& seen, const model::Body& body) { return is_kinematic(seen, body) && moves(body); }
bool is_disabled(const Seen& seen, const model::Body& body) {
  return !body.enabled.value && has_collider_below(seen, body);
}
bool is_asleep(const Seen&, const model::Body& body) { return body.starts_asleep.value; }
bool has_no_damping(const Seen& seen, const model::Body& body) {
  return is_dynamic(body) && !has_value(seen, body.path, "physxRigidBody:angularDamping");
}
bool is_skewed(const Seen&, const model::Body& body) { return body.is_skewed; }
bool is_animated(const Seen& seen, const model::Body& body) {
  return is_dynamic(body) && has_circumstance(seen, body.path, model::CircumstanceKind::AnimatedBody);
}

constexpr Decision decisions[] = {
    {"nested-body", bodies<is_nested>},
    {"initial-velocity", bodies<has_initial_velocity>},
    {"kinematic-body", bodies<is_kinematic>},
    {"kinematic-velocity", bodies<is_moving_kinematic>},
    {"disabled-body", bodies<is_disabled>},
    {"starts-asleep", bodies<is_asleep>},
    {"angular-damping-default", bodies<has_no_damping>},
    {"animated-ancestor", bodies<is_animated>},
    {"body-skew", bodies<is_skewed>},
};

}  // namespace

std::span<const Decision> body_decisions() { return decisions; }

}  // namespace assay::inspect
