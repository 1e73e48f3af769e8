#pragma once

#include "assay/report/rule_page.h"
#include "assay/rules/rule.h"

#include <vector>

namespace assay::cli {

/// What reports say about a rule.
report::RulePage page_of(const rules::Rule& rule);

/// The pages of all rules, sorted by id.
std::vector<report::RulePage> rule_pages();

}  // namespace assay::cli
