#pragma once

#include "assay/extract/physics/reading.h"

namespace assay::extract {

/// What a prim's PhysicsMassAPI says; `world_scale` of the prim goes into the centre of mass. Source:
/// UsdPhysicsMassAPI.
model::AuthoredMass read_authored_mass(Reading& reading, const PhysicsPrim& prim, const Eigen::Vector3d& world_scale);

}  // namespace assay::extract
