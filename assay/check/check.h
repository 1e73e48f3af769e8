#pragma once

#include "assay/base/asset_report.h"
#include "assay/check/find_assets.h"
#include "assay/check/options.h"

#include <functional>
#include <string>
#include <vector>

namespace assay::check {

/// Told after each asset: how many are done, how many there are, and which one was last.
using Progress = std::function<void(int done, int count, const std::string& last)>;

/// Judges every asset that was found, in worker processes. Assets are reported in the order in which they
/// were given, whatever the number of workers. Stops early when Options::is_cancelled says so; what was not judged then
/// has an error of code Cancelled. Findings that the settings or the baseline silence count in no verdict.
CheckReport run(FoundAssets found, const Options& options, const Progress& progress);

/// The exit code of a whole run: the highest of its assets', 2 when a path named no asset, 130 when it was cancelled.
int exit_code_of(const CheckReport& report, Severity fail_on);

}  // namespace assay::check
