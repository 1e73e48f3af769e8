#pragma once

#include "assay/model/field.h"

#include <Eigen/Core>

#include <optional>
#include <vector>

namespace assay::model {

/// What physics:mass and its kin say on one prim, where PhysicsMassAPI is applied. Source: UsdPhysicsMassAPI.
struct AuthoredMass {
  bool is_applied = false;
  Field<double> mass;                       // [kg]; 0 for not stated
  Field<double> density;                    // [kg/m^3]; 0 for not stated
  Field<Eigen::Vector3d> center_of_mass;    // [m] in the prim's axes, world scale worked in; not finite for not stated
  Field<Eigen::Vector3d> diagonal_inertia;  // [kg m^2]; 0 for not stated
  Field<Eigen::Vector4d> principal_axes;    // quaternion w, x, y, z; all 0 for not stated
};

/// Where a mass comes from, by the precedence of UsdPhysics.
enum class MassSource : std::uint8_t {
  BodyMass,        // physics:mass of the body
  ColliderMasses,  // the colliders' own masses alone
  Densities,       // volumes of colliders, or some of them beside masses of others
  NoSource,        // no mass and no volume: 1 kg, says the specification
};

enum class DensitySource : std::uint8_t { Collider, Body, Material, Default };

/// What one collider gives its body.
struct MassPart {
  ColliderIndex collider = 0;
  double volume = 0;   // [m^3]
  double density = 0;  // [kg/m^3] that applies, also where a mass of its own overrides it
  DensitySource density_source = DensitySource::Default;
  OpinionIndex density_opinion = 0;  // where the density is stated
  bool has_own_mass = false;
  double mass = 0;                                           // [kg] before the body's own mass scales it
  Eigen::Vector3d center_of_mass = Eigen::Vector3d::Zero();  // [m] in the body's frame
  Eigen::Matrix3d inertia = Eigen::Matrix3d::Zero();         // [kg m^2] about its centre of mass, body axes
};

enum class CenterOfMassSource : std::uint8_t { Body, Parts, Origin };

enum class InertiaSource : std::uint8_t {
  Body,    // physics:diagonalInertia and physics:principalAxes of the body
  Parts,   // the colliders, scaled to the mass
  Sphere,  // no collider and nothing stated: a sphere of radius 0.1 m
};

/// The mass properties that UsdPhysics specifies for a body. Source: UsdPhysicsRigidBodyAPI::ComputeMassProperties and
/// the precedence in UsdPhysicsMassAPI.
struct MassProperties {
  double mass = 0;  // [kg]
  MassSource mass_source = MassSource::NoSource;
  Eigen::Vector3d center_of_mass = Eigen::Vector3d::Zero();  // [m] in the body's frame
  CenterOfMassSource center_of_mass_source = CenterOfMassSource::Origin;
  Eigen::Matrix3d inertia = Eigen::Matrix3d::Zero();  // [kg m^2] about the centre of mass, body axes
  InertiaSource inertia_source = InertiaSource::Sphere;
  std::vector<MassPart> parts;
};

}  // namespace assay::model
