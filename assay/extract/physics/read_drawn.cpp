#include "assay/extract/physics/read_physics.h"

namespace assay::extract {

void read_drawn(Reading& reading) {
  for (const PhysicsPrim& prim : reading.prims) {
    if (!is_drawn(prim)) continue;
    if (!is_a(reading, prim, "Gprim") && !is_a(reading, prim, "PointInstancer")) continue;
    reading.physics.drawn.push_back({.path = reading.recorder.path(prim.path),
                                     .type = reading.recorder.name(prim.type),
                                     .purpose = reading.recorder.name(prim.inherited.purpose()),
                                     .is_in_instance = prim.is_in_instance});
  }
}

}  // namespace assay::extract
