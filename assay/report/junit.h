#pragma once

#include "assay/base/asset_report.h"

#include <string>
#include <vector>

namespace assay::report {

/// The report as JUnit XML: a suite for each asset, a case for each rule of `judged`. Findings from `fail_on` up fail
/// their case; the others are its output.
std::string check_junit(const CheckReport& report, const std::vector<std::string>& judged, Severity fail_on);

}  // namespace assay::report
