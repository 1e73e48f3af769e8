#include "assay/extract/physics/read_physics.h"

namespace assay::extract {

void read_filters(Reading&) {}

}  // namespace assay::extract
