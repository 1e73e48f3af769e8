#include "assay/extract/physics/read_physics.h"

namespace assay::extract {

void read_joints(Reading&) {}

}  // namespace assay::extract
