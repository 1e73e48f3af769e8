#pragma once

#include "assay/base/asset_report.h"

#include <string>

namespace assay::report {

/// The report as an `assay.check/1` document with a line end. Source: docs/schemas/assay.check-1.json.
std::string check_json(const CheckReport& report);

}  // namespace assay::report
