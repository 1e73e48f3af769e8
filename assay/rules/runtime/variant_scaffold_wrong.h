#pragma once

#include "assay/rules/rule.h"

namespace assay::rules {

extern const Rule variant_scaffold_wrong;

}  // namespace assay::rules
