#include "assay/extract/physics/read_physics.h"

namespace assay::extract {

void read_joint_graph(Reading&) {}

}  // namespace assay::extract
