#pragma once

#include "assay/rules/rule.h"

namespace assay::rules {

extern const Rule arc_broken;

}  // namespace assay::rules
