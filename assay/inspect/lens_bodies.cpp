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

bool has_disabled_collider(const Seen& seen, const model::Body& body) {
  return std::ranges::any_of(
      body.colliders, [&](model::ColliderIndex index) { return !seen.physics.colliders.at(index).enabled.value; });
}

bool has_collider_below(const Seen& seen, const model::Body& body) {
  return std::ranges::any_of(seen.physics.colliders, [&](const model::Collider& collider) {
    return is_at_or_below(seen.text(collider.path), seen.text(body.path));
  });
}

bool states_mass(const model::AuthoredMass& mass) { return mass.mass.is_authored() && mass.mass.value > 0; }
bool states_center(const model::AuthoredMass& mass) {
  return mass.center_of_mass.is_authored() && mass.center_of_mass.value.allFinite();
}
bool states_inertia(const model::AuthoredMass& mass) {
  return mass.diagonal_inertia.is_authored() && !mass.diagonal_inertia.value.isZero(0);
}

bool breaks_triangle(const model::AuthoredMass& mass) {
  const Eigen::Vector3d& moments = mass.diagonal_inertia.value;
  return states_inertia(mass) && moments.maxCoeff() > moments.sum() - moments.maxCoeff();
}

bool takes_body_density(const model::Body& body) {
  const auto takes = [](const model::MassPart& part) {
    return part.density_source == model::DensitySource::Body && !part.has_own_mass;
  };
  return body.mass.mass_source == model::MassSource::Densities && std::ranges::any_of(body.mass.parts, takes);
}

bool takes_collider_mass(const model::Body& body) {
  return body.mass.mass_source == model::MassSource::ColliderMasses ||
         body.mass.mass_source == model::MassSource::Densities;
}

/// The paths of the bodies for which `IsUsed` holds.
template <bool IsUsed(const Seen& seen, const model::Body& body)>
Prims bodies(const Seen& seen) {
  return paths_where(seen.physics.bodies, [&](const model::Body& body) { return IsUsed(seen, body); });
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
bool has_mass_alone(const Seen&, const model::Body& body) {
  return states_mass(body.authored_mass) && !states_center(body.authored_mass);
}
bool has_no_inertia(const Seen&, const model::Body& body) {
  const model::AuthoredMass& mass = body.authored_mass;
  return states_mass(mass) && states_center(mass) && !states_inertia(mass);
}
bool has_no_collider(const Seen&, const model::Body& body) {
  return states_mass(body.authored_mass) && !states_inertia(body.authored_mass) && body.colliders.empty();
}
bool has_invalid_mass(const Seen&, const model::Body& body) {
  const model::Field<double>& mass = body.authored_mass.mass;
  return mass.is_authored() && (std::isnan(mass.value) || mass.value < 0);
}
bool has_density(const Seen&, const model::Body& body) { return takes_body_density(body); }
bool has_impossible_inertia(const Seen&, const model::Body& body) { return breaks_triangle(body.authored_mass); }
bool has_inertia_twice(const Seen& seen, const model::Body& body) {
  return states_inertia(body.authored_mass) && has_value(seen, body.path, "newton:inertia");
}
bool has_disabled_mass(const Seen& seen, const model::Body& body) {
  return takes_collider_mass(body) && has_disabled_collider(seen, body);
}

constexpr Decision decisions[] = {
    {"nested-body", bodies<is_nested>},
    {"initial-velocity", bodies<has_initial_velocity>},
    {"kinematic-body", bodies<is_kinematic>},
    {"kinematic-velocity", bodies<is_moving_kinematic>},
    {"disabled-body", bodies<is_disabled>},
    {"starts-asleep", bodies<is_asleep>},
    {"angular-damping-default", bodies<has_no_damping>},
    {"body-skew", bodies<is_skewed>},
    {"mass-without-center", bodies<has_mass_alone>},
    {"mass-without-inertia", bodies<has_no_inertia>},
    {"mass-without-collider", bodies<has_no_collider>},
    {"mass-invalid", bodies<has_invalid_mass>},
    {"body-density", bodies<has_density>},
    {"inertia-triangle", bodies<has_impossible_inertia>},
    {"inertia-twice", bodies<has_inertia_twice>},
    {"disabled-collider-mass", bodies<has_disabled_mass>},
};

}  // namespace

std::span<const Decision> body_decisions() { return decisions; }

}  // namespace assay::inspect
