#pragma once

#include "assay/base/asset_report.h"
#include "assay/report/rule_page.h"

#include <string>
#include <vector>

namespace assay::report {

/// The report as a SARIF log with a line end. `rules` are all rules, in the order in which they are to be listed.
/// Source: OASIS, Static Analysis Results Interchange Format 2.1.0.
std::string check_sarif(const CheckReport& report, const std::vector<RulePage>& rules);

}  // namespace assay::report
