#pragma once

#include "assay/check/fix.h"
#include "assay/extract/apply_fixes.h"

#include <filesystem>
#include <set>
#include <string>

namespace assay::check {

/// A fix with the files that it edits.
struct PlannedFix {
  FixNote note;  // its reason is why the fix may not be made
  extract::FixOrder order;
};

/// Knows which layers fixes may edit: those below the folders of the found root layers, members of packages excepted.
class FixPlanner {
 public:
  FixPlanner(const FoundAssets& found, const Options& options);

  /// A fix of a finding of an asset in an absolute folder.
  PlannedFix plan(const std::filesystem::path& folder, const Finding& finding, const Fix& fix) const;

  /// The folder that layers are named from.
  const std::string& base() const { return base_; }

 private:
  std::string shown(const std::filesystem::path& file) const;
  std::string resolve(const std::filesystem::path& folder, Edit& edit, std::set<std::string>& layers) const;

  std::string base_;
  std::set<std::filesystem::path> folders_;
};

/// The absolute folder of an asset's root layer.
std::filesystem::path folder_of(const AssetReport& asset);

}  // namespace assay::check
