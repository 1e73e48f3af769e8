#pragma once

#include "assay/base/finding.h"
#include "assay/check/options.h"

#include <optional>
#include <string>
#include <vector>

namespace assay::check {

/// The first selector that names no rule, group, requirement, prefix or feature.
std::optional<std::string> unknown_selector(const std::vector<std::string>& selectors);

/// Whether a rule id, group, requirement, prefix or feature stands for a finding.
bool selects(const std::string& selector, const Finding& finding);

/// Whether a rule has to run for what is selected and not ignored.
bool is_rule_wanted(const Options& options, const rules::Rule& rule);

/// Whether a finding is among what is selected and not ignored.
bool is_finding_wanted(const Options& options, const Finding& finding);

}  // namespace assay::check
