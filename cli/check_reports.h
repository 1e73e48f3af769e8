#pragma once

#include "assay/base/asset_report.h"
#include "assay/check/options.h"

#include <optional>
#include <string>
#include <vector>

namespace assay::cli {

/// The formats that `assay check` prints and writes.
const std::vector<std::string>& report_formats();

/// A report to write into a file.
struct Output {
  std::string format;
  std::string file;
};

/// Reads `FORMAT=FILE` texts; an error where one could not be written whatever the report.
Result<std::vector<Output>> outputs_of(const std::vector<std::string>& texts);

/// The report in one of the formats.
std::string report_text(const CheckReport& report, const check::Options& options, const std::string& format,
                        bool color);

}  // namespace assay::cli
