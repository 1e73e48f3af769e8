#pragma once

#include "assay/rules/rule.h"

namespace assay::check {

/// Makes one draft of those that are equal in severity, prim, property, subject, values and nested options, over all
/// selections. Drafts seen only with a nested option chosen are dropped where the same shows without it.
rules::Drafts merge_over_selections(rules::Drafts drafts);

}  // namespace assay::check
