#pragma once

#include "assay/geometry/shape_integrals.h"

namespace assay::geometry {

/// Mass, centre of mass and inertia of a rigid body, all in one frame.
struct MassProperties {
  double mass = 0;                                           // [kg]
  Eigen::Vector3d center_of_mass = Eigen::Vector3d::Zero();  // [m]
  Eigen::Matrix3d inertia = Eigen::Matrix3d::Zero();         // about the centre of mass [kg m^2]
};

/// Properties of a solid of even density [kg/m^3]. Source: I = integral of (x.x 1 - x x^T) dm.
MassProperties with_density(const ShapeIntegrals& integrals, double density);

/// Properties of a solid whose even density follows from its mass [kg]; its inertia is 0 when its volume is.
MassProperties with_mass(const ShapeIntegrals& integrals, double mass);

/// Inertia about another point of the same frame [kg m^2]. Source: parallel axis theorem.
Eigen::Matrix3d inertia_about(const MassProperties& properties, const Eigen::Vector3d& point);

/// The same body seen from the frame that `target_from_frame` leads to.
MassProperties transformed(const MassProperties& properties, const Eigen::Isometry3d& target_from_frame);

/// Properties of two bodies of one frame that move as one; all 0 when their mass is.
MassProperties sum(const MassProperties& first, const MassProperties& second);

}  // namespace assay::geometry
