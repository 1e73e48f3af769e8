#include "assay/extract/physics/read_physics.h"

namespace assay::extract {

void read_materials(Reading&) {}

}  // namespace assay::extract
