#pragma once

#include "assay/extract/physics/reading.h"

namespace assay::extract {

/// The nearest enabled body from a prim up; none for the world. Bodies must have been read. Source:
/// UsdPhysicsCollisionAPI.
std::optional<model::BodyIndex> owner_of(const Reading& reading, const PhysicsPrim& prim);

}  // namespace assay::extract
