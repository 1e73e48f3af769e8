#pragma once

#include "assay/base/asset_report.h"
#include "assay/check/options.h"

namespace assay::check {

/// Fills in the verdicts of selections, readiness and the asset from its findings. Source: design, contract "Verdict".
void set_verdicts(AssetReport& report);

/// 0 when an asset's verdict meets the threshold, 1 when it does not, 2 when it could not be judged.
int exit_code_of(const AssetReport& report, Severity fail_on);

}  // namespace assay::check
