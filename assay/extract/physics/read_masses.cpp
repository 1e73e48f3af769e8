#include "assay/extract/physics/read_physics.h"

namespace assay::extract {

void read_masses(Reading&) {}

}  // namespace assay::extract
