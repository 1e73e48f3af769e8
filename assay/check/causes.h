#pragma once

#include "assay/base/finding.h"

#include <vector>

namespace assay::check {

/// Hangs each finding that another one explains below it: data that an impure variant section brings below that
/// section.
void set_causes(std::vector<Finding>& findings);

}  // namespace assay::check
