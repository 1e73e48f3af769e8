#include "assay/extract/physics/owner_of.h"

namespace assay::extract {

std::optional<model::BodyIndex> owner_of(const Reading& reading, const PhysicsPrim& prim) {
  const PhysicsPrim* owner = nearest(reading, &prim, [&reading](const PhysicsPrim& each) {
    const auto body = reading.bodies.find(each.path);
    return body != reading.bodies.end() && reading.physics.bodies[body->second].enabled.value;
  });
  if (owner == nullptr) return std::nullopt;
  return reading.bodies.at(owner->path);
}

}  // namespace assay::extract
