#pragma once

#include "assay/model/joint.h"

namespace assay::extract {

/// Fills in the world axis, the residual and the rest coordinates of a joint out of the world frames of its sides. The
/// coordinate is that of side 1 in the frame of side 0. Source: seed 002, joint frames: for a revolute or prismatic
/// joint what is not along or about its axis is residual.
void find_rest_state(model::Joint& joint);

}  // namespace assay::extract
