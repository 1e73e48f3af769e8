#include "assay/extract/physics/owner_of.h"

namespace assay::extract {

std::optional<model::BodyIndex> owner_of(const Reading& reading, const PhysicsPrim& prim) {
  const PhysicsPrim* owner = nearest(reading, &prim, [&reading](const PhysicsPrim& each) {
    return each.body && reading.physics.bodies[*each.body].enabled.value;
  });
  if (owner == nullptr) return std::nullopt;
  return owner->body;
}

}  // namespace assay::extract
