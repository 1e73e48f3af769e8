#include "assay/extract/physics/read_authored_mass.h"
#include "assay/extract/physics/read_each.h"
#include "assay/extract/physics/read_physics.h"
#include "assay/geometry/mass_properties.h"

namespace assay::extract {
namespace {

constexpr double default_density = 1000;       // [kg/m^3]; source: UsdPhysicsMassAPI, physics:density
constexpr double mass_without_source = 1;      // [kg]; source: UsdPhysicsMassAPI, physics:mass
constexpr double radius_without_source = 0.1;  // [m]; source: UsdPhysicsRigidBodyAPI::ComputeMassProperties

/// Whether an inertia is stated: the schema's fallback, which stands for none, is exactly 0.
bool states_inertia(const model::AuthoredMass& authored) {
  return authored.is_applied && authored.diagonal_inertia.value.squaredNorm() > 0;
}

bool states_center(const model::AuthoredMass& authored) {
  return authored.is_applied && authored.center_of_mass.value.allFinite();
}

/// The stated inertia in the prim's axes; without principal axes those are its own.
Eigen::Matrix3d stated_inertia(const model::AuthoredMass& authored) {
  const Eigen::Vector4d& wxyz = authored.principal_axes.value;
  Eigen::Matrix3d axes = Eigen::Matrix3d::Identity();
  if (wxyz.norm() > 0 && wxyz.allFinite()) {
    axes = Eigen::Quaterniond(wxyz[0], wxyz[1], wxyz[2], wxyz[3]).normalized().toRotationMatrix();
  }
  return axes * authored.diagonal_inertia.value.asDiagonal() * axes.transpose();
}

/// The density that applies to a collider: its own, the body's, its material's, the default.
void read_density(const Reading& reading, const model::Collider& collider, const model::Body& body,
                  model::MassPart& part) {
  const auto take = [&part](const model::Field<double>& density, model::DensitySource source) {
    if (!(density.value > 0)) return false;
    part.density = density.value;
    part.density_source = source;
    part.density_opinion = density.opinion;
    return true;
  };
  if (take(collider.authored_mass.density, model::DensitySource::Collider)) return;
  if (take(body.authored_mass.density, model::DensitySource::Body)) return;
  if (collider.material &&
      take(reading.physics.materials[*collider.material].density, model::DensitySource::Material)) {
    return;
  }
  part.density = default_density;
}

/// What a collider gives the body that owns it, all in the body's frame.
model::MassPart part_of(const Reading& reading, model::ColliderIndex index, const model::Body& body) {
  const model::Collider& collider = reading.physics.colliders[index];
  const model::AuthoredMass& authored = collider.authored_mass;
  model::MassPart part{.collider = index, .volume = collider.solid.volume};
  read_density(reading, collider, body, part);
  part.has_own_mass = authored.mass.value > 0;
  const geometry::MassProperties solid = part.has_own_mass && part.volume > 0
                                             ? geometry::with_mass(collider.solid, authored.mass.value)
                                             : geometry::with_density(collider.solid, part.density);
  part.mass = part.has_own_mass ? authored.mass.value : solid.mass;
  part.center_of_mass = solid.center_of_mass;
  part.inertia = solid.inertia;

  const model::Pose body_from_shape = inverse(body.world_from_body) * collider.world_from_shape;
  const Eigen::Matrix3d turn = body_from_shape.rotation.toRotationMatrix();
  if (states_center(authored)) part.center_of_mass = body_from_shape * authored.center_of_mass.value;
  if (states_inertia(authored)) part.inertia = turn * stated_inertia(authored) * turn.transpose();
  return part;
}

void add_parts(const Reading& reading, const model::Body& body, model::MassProperties& properties) {
  for (const model::ColliderIndex index : body.colliders) {
    const model::Collider& collider = reading.physics.colliders[index];
    if (!collider.enabled.value) continue;
    if (!(collider.solid.volume > 0) && !(collider.authored_mass.mass.value > 0)) continue;
    properties.parts.push_back(part_of(reading, index, body));
  }
}

geometry::MassProperties total_of(const model::MassProperties& properties) {
  geometry::MassProperties total;
  for (const model::MassPart& part : properties.parts) {
    total = geometry::sum(total, {part.mass, part.center_of_mass, part.inertia});
  }
  return total;
}

model::MassSource source_of(const model::MassProperties& properties) {
  if (properties.parts.empty()) return model::MassSource::NoSource;
  for (const model::MassPart& part : properties.parts) {
    if (!part.has_own_mass) return model::MassSource::Densities;
  }
  return model::MassSource::ColliderMasses;
}

model::MassProperties mass_of(const Reading& reading, const model::Body& body) {
  model::MassProperties properties;
  add_parts(reading, body, properties);
  const geometry::MassProperties total = total_of(properties);
  const model::AuthoredMass& authored = body.authored_mass;

  properties.mass = properties.parts.empty() ? mass_without_source : total.mass;
  properties.mass_source = source_of(properties);
  if (authored.mass.value > 0) {
    properties.mass = authored.mass.value;
    properties.mass_source = model::MassSource::BodyMass;
  }

  properties.center_of_mass = total.center_of_mass;
  properties.center_of_mass_source =
      properties.parts.empty() ? model::CenterOfMassSource::Origin : model::CenterOfMassSource::Parts;
  if (states_center(authored)) {
    properties.center_of_mass = authored.center_of_mass.value;
    properties.center_of_mass_source = model::CenterOfMassSource::Body;
  }

  if (states_inertia(authored)) {
    properties.inertia = stated_inertia(authored);
    properties.inertia_source = model::InertiaSource::Body;
  } else if (!properties.parts.empty() && total.mass > 0) {
    // about a stated centre of mass, with the matter where the colliders are, as OpenUSD does it
    properties.inertia = geometry::inertia_about(total, properties.center_of_mass) * (properties.mass / total.mass);
    properties.inertia_source = model::InertiaSource::Parts;
  } else {
    constexpr double sphere = 0.4;  // of m r^2
    properties.inertia =
        Eigen::Matrix3d::Identity() * (sphere * properties.mass * radius_without_source * radius_without_source);
  }
  return properties;
}

}  // namespace

void read_mass(const Reading& reading, model::Body& body) { body.mass = mass_of(reading, body); }

void read_masses(Reading& reading) {
  std::vector<const PhysicsPrim*> prims;
  for (const PhysicsPrim& prim : reading.prims) {
    if (prim.body) prims.push_back(&prim);
  }
  read_each(reading, prims, [&](std::size_t i) {
    model::Body& body = reading.physics.bodies[i];
    body.authored_mass = read_authored_mass(reading, *prims[i], body.world_scale);
    read_mass(reading, body);
  });
}

}  // namespace assay::extract
