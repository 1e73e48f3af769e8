#pragma once

#include "assay/base/asset_report.h"
#include "assay/check/options.h"

#include <string>
#include <string_view>

namespace assay::check {

/// Whether a glob stands for a whole path: `*`, `?` and `[...]` within one name, `**` for any number of names.
bool glob_matches(std::string_view glob, std::string_view path);

/// Moves the findings that the settings or the baseline silence to `silenced`, sets the verdicts anew, and reports what
/// became of the entries. `folder` is the absolute folder that the report's assets are relative to.
void silence(CheckReport& report, const Options& options, const std::string& folder);

}  // namespace assay::check
