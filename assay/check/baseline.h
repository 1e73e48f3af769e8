#pragma once

#include "assay/base/asset_report.h"
#include "assay/base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace assay::check {

/// Findings of one asset that are equal in fingerprint and message.
struct BaselineEntry {
  std::string asset;  // relative to the baseline file's folder
  std::string rule;
  std::string prim;
  std::string fingerprint;
  std::string message;
  int count = 0;
};

/// Findings that were known when the file was written.
struct Baseline {
  std::string file;  // absolute; empty when there is none
  std::vector<BaselineEntry> entries;
};

/// Reads an `assay.baseline/1` document. `file` is its absolute path. Source: docs/schemas/assay.baseline-1.json.
Result<Baseline> read_baseline(std::string_view text, const std::string& file);

/// The document of all findings of a report but those that the settings silence, for a file at the absolute path
/// `file`. What `before` knows of assets that still exist and could not be judged this time is kept. `folder` is what
/// the report's assets are relative to.
std::string baseline_json(const CheckReport& report, const std::string& folder, const std::string& file,
                          const Baseline& before);

/// Marks the findings that a baseline knows, in an asset and in its `silenced`, which holds what the settings silence.
/// Of findings that share a fingerprint those with the same message come first, then the least severe.
/// Returns how many of the entries, which are those of the asset, no longer occur.
int mark_known(AssetReport& asset, const std::vector<const BaselineEntry*>& entries, const std::string& source);

}  // namespace assay::check
