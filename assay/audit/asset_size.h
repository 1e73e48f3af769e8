#pragma once

#include "assay/model/physics.h"

namespace assay::audit {

/// The length that tolerances are parts of [m]: the diagonal of the box, along the world's axes, around the origins and
/// centres of mass of bodies, the frames of joints, and for each collider with a volume the box that has its moments,
/// which for a box is the box itself. 1 where all of that is one point.
double asset_size(const model::Physics& physics);

}  // namespace assay::audit
