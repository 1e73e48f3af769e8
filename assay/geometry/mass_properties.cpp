#include "assay/geometry/mass_properties.h"

namespace assay::geometry {
namespace {

// inertia of what has this integral of x x^T dm; the same linear map turns offsets into the parallel axis term
Eigen::Matrix3d inertia_of(const Eigen::Matrix3d& second_moment) {
  return second_moment.trace() * Eigen::Matrix3d::Identity() - second_moment;
}

}  // namespace

MassProperties with_density(const ShapeIntegrals& integrals, double density) {
  return {.mass = density * integrals.volume,
          .center_of_mass = integrals.centroid,
          .inertia = density * inertia_of(integrals.second_moment)};
}

MassProperties with_mass(const ShapeIntegrals& integrals, double mass) {
  if (integrals.volume == 0) return {.mass = mass, .center_of_mass = integrals.centroid};
  return {.mass = mass,
          .center_of_mass = integrals.centroid,
          .inertia = mass * inertia_of(integrals.second_moment / integrals.volume)};
}

Eigen::Matrix3d inertia_about(const MassProperties& properties, const Eigen::Vector3d& point) {
  const Eigen::Vector3d offset = properties.center_of_mass - point;
  return properties.inertia + properties.mass * inertia_of(offset * offset.transpose());
}

MassProperties transformed(const MassProperties& properties, const Eigen::Isometry3d& target_from_frame) {
  const Eigen::Matrix3d rotation = target_from_frame.linear();
  return {.mass = properties.mass,
          .center_of_mass = target_from_frame * properties.center_of_mass,
          .inertia = rotation * properties.inertia * rotation.transpose()};
}

MassProperties sum(const MassProperties& first, const MassProperties& second) {
  const double mass = first.mass + second.mass;
  if (mass == 0) return {};
  const Eigen::Vector3d offset = (second.mass / mass) * (second.center_of_mass - first.center_of_mass);
  const Eigen::Vector3d center = first.center_of_mass + offset;
  return {
      .mass = mass, .center_of_mass = center, .inertia = inertia_about(first, center) + inertia_about(second, center)};
}

}  // namespace assay::geometry
