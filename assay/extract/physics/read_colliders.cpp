#include "assay/extract/physics/read_physics.h"

namespace assay::extract {

void read_colliders(Reading&) {}

}  // namespace assay::extract
