#pragma once

#include "assay/extract/physics/reading.h"

#include <functional>
#include <vector>

namespace assay::extract {

/// Reads something of each of a list of prims, on all threads: `read` is called with each index into the list, and
/// writes to a place of that index alone. One prim of each class is read before the others, so that the recorder knows
/// the names; where it does not know all, the others are read by one thread, so that names get their numbers in an
/// order.
void read_each(Reading& reading, const std::vector<const PhysicsPrim*>& prims,
               const std::function<void(std::size_t)>& read);

}  // namespace assay::extract
