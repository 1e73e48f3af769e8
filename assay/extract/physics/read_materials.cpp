#include "assay/extract/physics/read_physics.h"

#include <cmath>

namespace assay::extract {

void read_materials(Reading& reading) {
  const double meters = reading.meters_per_unit();
  const double si_from_density = reading.kilograms_per_unit() / (meters * meters * meters);
  for (const PhysicsPrim& prim : reading.prims) {
    if (!has_schema(reading, prim, "PhysicsMaterialAPI")) continue;
    model::Material material;
    material.path = prim.name;
    material.static_friction = read_number(reading, prim, "physics:staticFriction", 0);
    material.dynamic_friction = read_number(reading, prim, "physics:dynamicFriction", 0);
    material.restitution = read_number(reading, prim, "physics:restitution", 0);
    material.density = scaled(read_number(reading, prim, "physics:density", 0), si_from_density);
    reading.materials.emplace(prim.path, static_cast<model::MaterialIndex>(reading.physics.materials.size()));
    reading.physics.materials.push_back(material);
  }
}

}  // namespace assay::extract
