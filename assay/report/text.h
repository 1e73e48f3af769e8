#pragma once

#include "assay/base/asset_report.h"

#include <string>

namespace assay::report {

/// The report for people: findings grouped by cause, each with its source line, the arcs that brought it and a remedy.
std::string check_text(const CheckReport& report, bool color);

/// One error as a line: `file:line:column: message`.
std::string error_text(const Error& error, const std::string& shown, bool color);

}  // namespace assay::report
