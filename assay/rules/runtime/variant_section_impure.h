#pragma once

#include "assay/rules/rule.h"

namespace assay::rules {

extern const Rule variant_section_impure;

}  // namespace assay::rules
