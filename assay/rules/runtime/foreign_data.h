#pragma once

#include "assay/rules/rule.h"

namespace assay::rules {

extern const Rule foreign_data;

}  // namespace assay::rules
