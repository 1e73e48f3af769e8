#pragma once

#include "assay/base/asset_report.h"
#include "assay/check/options.h"
#include "assay/extract/extract.h"

#include <memory>
#include <string>
#include <vector>

namespace assay::check {

/// What a worker says of one asset.
struct Judgement {
  AssetReport report;                     // without the asset's name
  std::vector<std::string> loaded;        // files of the layers that were loaded, absolute
  std::vector<std::string> dependencies;  // files that those layers name as sublayer, reference or payload, absolute
  std::shared_ptr<const extract::Extraction> extraction;  // to be dropped when the answer is out: that takes time
};

/// Extracts one asset, runs the rules that are wanted, and gives the verdict. `path` is absolute.
Judgement judge_asset(const std::string& path, const Options& options, bool wants_dependencies);

}  // namespace assay::check
