#pragma once

#include "assay/check/check.h"

#include <string>
#include <vector>

namespace assay::check {

/// Which fixes are applied, and how.
struct FixOptions {
  bool suggested = false;  // those that a person must choose, too
  bool dry_run = false;    // show what the first pass would change and write nothing
  bool rewrite = false;    // layers that cannot be spliced, and crate files, may be written anew
};

/// What became of one fix.
struct FixNote {
  std::string rule;
  std::string title;
  std::string layers;  // that it edits, relative to the folder that assets are relative to
  std::string reason;  // why it was refused; empty when it was applied
};

/// What fixing did, and the judgement after it.
struct FixReport {
  CheckReport report;  // of a dry run: the judgement as it stands
  std::vector<FixNote> applied;
  std::vector<FixNote> refused;
  int left = 0;            // findings that remain
  int left_suggested = 0;  // of these, those that only a suggested fix could set right, which were not asked for
  std::string diff;        // of a dry run: unified, all layers
  std::vector<Error> errors;
};

/// Judges assets, applies the fixes of their findings and judges again, until no fix is left that can be applied. Only
/// layers below the folders that hold the found root layers are edited, and never members of packages. Layers are
/// edited in a process of its own, like any work with OpenUSD.
FixReport fix(const FoundAssets& found, const Options& options, const FixOptions& fix_options,
              const Progress& progress);

}  // namespace assay::check
