#pragma once

#include "assay/base/asset_report.h"

#include <string>

namespace assay::report {

/// The report as workflow commands of GitHub Actions, one a line, which show as annotations. Files are named from where
/// the assets' paths were given. Source: GitHub Docs, "Workflow commands for GitHub Actions".
std::string check_github(const CheckReport& report);

}  // namespace assay::report
