#include "assay/extract/physics/read_authored_mass.h"

#include <limits>

namespace assay::extract {

model::AuthoredMass read_authored_mass(Reading& reading, const PhysicsPrim& prim, const Eigen::Vector3d& world_scale) {
  model::AuthoredMass authored;
  authored.is_applied = has_schema(reading, prim, "PhysicsMassAPI");
  if (!authored.is_applied) return authored;
  const double meters = reading.meters_per_unit();
  const double kilograms = reading.kilograms_per_unit();
  const Eigen::Vector3d unstated = Eigen::Vector3d::Constant(-std::numeric_limits<double>::infinity());
  authored.mass = scaled(read_number(reading, prim, "physics:mass", 0), kilograms);
  authored.density = scaled(read_number(reading, prim, "physics:density", 0), kilograms / (meters * meters * meters));
  authored.center_of_mass = scaled(read_vector(reading, prim, "physics:centerOfMass", unstated), meters);
  if (authored.center_of_mass.value.allFinite()) {
    authored.center_of_mass.value = authored.center_of_mass.value.cwiseProduct(world_scale);
  }
  authored.diagonal_inertia = scaled(read_vector(reading, prim, "physics:diagonalInertia", Eigen::Vector3d::Zero()),
                                     kilograms * meters * meters);
  authored.principal_axes = read_quaternion(reading, prim, "physics:principalAxes", Eigen::Vector4d::Zero());
  return authored;
}

}  // namespace assay::extract
