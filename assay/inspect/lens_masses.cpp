#include "assay/base/prim_path.h"
#include "assay/inspect/lens_features.h"

#include <nlohmann/json.hpp>

#include <cmath>

namespace assay::inspect {
namespace {

// part of the inertia that a centre away from that of the colliders changes before it counts as away
constexpr double changed_inertia = 1e-4;

bool has_disabled_collider(const Seen& seen, const model::Body& body) {
  return std::ranges::any_of(
      body.colliders, [&](model::ColliderIndex index) { return !seen.physics.colliders.at(index).enabled.value; });
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

bool has_no_source(const Seen&, const model::Body& body) {
  return body.enabled.value && body.mass.mass_source == model::MassSource::NoSource;
}

bool takes_hull(const Seen& seen, const model::Body& body) {
  const bool takes_parts = body.mass.center_of_mass_source == model::CenterOfMassSource::Parts ||
                           body.mass.inertia_source == model::InertiaSource::Parts ||
                           body.mass.mass_source == model::MassSource::Densities;
  return takes_parts && std::ranges::any_of(body.mass.parts, [&](const model::MassPart& part) {
           return seen.physics.colliders.at(part.collider).volume_method == model::VolumeMethod::ConvexHull;
         });
}

/// The centre of mass of a body's colliders; not finite where they have no mass.
Eigen::Vector3d center_of_parts(const model::Body& body) {
  double mass = 0;
  Eigen::Vector3d moment = Eigen::Vector3d::Zero();
  for (const model::MassPart& part : body.mass.parts) {
    mass += part.mass;
    moment += part.mass * part.center_of_mass;
  }
  return moment / mass;
}

bool is_off_center(const Seen&, const model::Body& body) {
  const bool is_stated = states_mass(body.authored_mass) && states_center(body.authored_mass);
  if (!is_stated || body.mass.inertia_source != model::InertiaSource::Parts) return false;
  const double distance = (body.mass.center_of_mass - center_of_parts(body)).norm();
  // source: the parallel axis theorem
  return body.mass.mass * distance * distance > changed_inertia * body.mass.inertia.norm();
}

bool has_zero_newton_inertia(const Seen& seen, const model::Body& body) {
  return has_value_where(seen, body.path, [](std::string_view property, const model::VendorValue& value) {
    if (property != "newton:inertia") return false;
    const nlohmann::json numbers = nlohmann::json::parse(value.value, nullptr, false).flatten();
    return !numbers.empty() && std::ranges::all_of(numbers, [](const nlohmann::json& each) { return each == 0; });
  });
}

/// The colliders whose mass is stated as 0, of bodies that get theirs from colliders.
Prims with_zero_mass(const Seen& seen) {
  Prims prims;
  for (const model::Body& body : seen.physics.bodies) {
    if (!takes_collider_mass(body)) continue;
    for (const model::ColliderIndex index : body.colliders) {
      const model::Collider& collider = seen.physics.colliders.at(index);
      const model::Field<double>& mass = collider.authored_mass.mass;
      if (mass.is_authored() && mass.value == 0) prims.push_back(collider.path);
    }
  }
  return prims;
}

Prims with_total_mass(const Seen& seen) {
  return prims_with_value(seen, [](std::string_view property, const model::VendorValue& value) {
    return property == "mjc:compiler:setTotalMass" && is_number(value, [](double number) { return number > 0; });
  });
}

/// Bodies that state a mass which a scene has MuJoCo drop.
Prims with_mass_from_geoms(const Seen& seen) {
  const Prims scenes = prims_with_value(seen, [](std::string_view property, const model::VendorValue& value) {
    return property == "mjc:compiler:inertiaFromGeom" && value.value == "\"true\"";
  });
  if (scenes.empty()) return {};
  return paths_where(seen.physics.bodies, [](const model::Body& body) { return states_mass(body.authored_mass); });
}

bool is_below_body(const Seen& seen, model::NameIndex prim) {
  for (std::string_view path = seen.text(prim); !path.empty(); path = parent_path(path)) {
    if (seen.bodies.contains(path)) return true;
  }
  return false;
}

/// Whether PhysicsMassAPI is applied to what is no collider.
bool has_mass(const Seen& seen, model::NameIndex prim) {
  const auto body = seen.bodies.find(seen.text(prim));
  if (body != seen.bodies.end()) return body->second->authored_mass.is_applied;
  return has_circumstance(seen, prim, model::CircumstanceKind::MassAlone);
}

/// Gprims of bodies that only show what the body looks like.
Prims weighed_visuals(const Seen& seen) {
  return paths_where(seen.physics.drawn, [&](const model::DrawnPrim& drawn) {
    return seen.text(drawn.type) != "PointInstancer" && !is_collider(seen, drawn.path) && !has_mass(seen, drawn.path) &&
           is_below_body(seen, drawn.path);
  });
}

constexpr Decision decisions[] = {
    {"mass-without-center", bodies<has_mass_alone>},
    {"mass-without-inertia", bodies<has_no_inertia>},
    {"mass-without-collider", bodies<has_no_collider>},
    {"mass-invalid", bodies<has_invalid_mass>},
    {"body-density", bodies<has_density>},
    {"inertia-triangle", bodies<has_impossible_inertia>},
    {"inertia-twice", bodies<has_inertia_twice>},
    {"disabled-collider-mass", bodies<has_disabled_mass>},
    {"visual-mass", weighed_visuals},
    {"body-without-mass", bodies<has_no_source>},
    {"collider-mass-zero", with_zero_mass},
    {"mesh-mass-from-hull", bodies<takes_hull>},
    {"inertia-off-center", bodies<is_off_center>},
    {"inertia-zero-newton", bodies<has_zero_newton_inertia>},
    {"total-mass-mjc", with_total_mass},
    {"inertia-from-geom-mjc", with_mass_from_geoms},
};

}  // namespace

std::span<const Decision> mass_decisions() { return decisions; }

}  // namespace assay::inspect
