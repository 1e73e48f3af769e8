#pragma once

#include "assay/extract/physics/payload.h"
#include "assay/extract/physics/reading.h"

#include <functional>

namespace assay::extract {

/// Makes the physics of a runtime out of that of the neutral base, over which the runtime's payload lies, and calls
/// `visit` while `reading.physics` is that; then it is the base's again, as before. Of the prims that the payload
/// touches only what it may change is read again. False, without a visit, where the payload says more than can be read
/// so; the cases in which this is exact stand in overlaid_physics.cpp. The payload must live as long as the reading.
bool visit_overlaid(Reading& reading, const Payload& payload, const std::function<void()>& visit);

}  // namespace assay::extract
