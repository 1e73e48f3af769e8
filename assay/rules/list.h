#pragma once

#include "assay/rules/rule.h"

#include <span>
#include <string_view>
#include <vector>

namespace assay::rules {

/// Every rule, sorted by id.
std::span<const Rule* const> all_rules();

/// The rule with that id, or null.
const Rule* find_rule(std::string_view id);

/// The rules that judge a requirement id, a feature (FET_000_NEWTON) or a requirement prefix (RV).
std::vector<const Rule*> rules_judging(std::string_view requirement);

/// The requirement ids that a selector stands for: a feature's, those behind a prefix, or the id itself when a rule
/// judges it.
std::vector<std::string_view> requirements_of(std::string_view selector);

}  // namespace assay::rules
