#pragma once

#include "assay/base/finding.h"
#include "assay/base/result.h"

#include <map>
#include <string>
#include <string_view>

namespace assay::schema {

/// What a run may use and how rules are ranked. Source: data/limits.toml, each number with its reason there.
struct Limits {
  std::string digest;            // SHA-256 of the text it was read from
  double worker_seconds = 0;     // wall time for one asset
  double worker_memory_mib = 0;  // private memory of one worker
  int nested_options = 0;        // options of other variant sets that are composed one at a time, per asset
  std::map<std::string, Severity> severities;  // rule id → severity in place of the rule's own
};

/// The limits built into Assay.
const Limits& built_in_limits();

/// The built-in limits with what a limits file changes. `file` names it in errors.
Result<Limits> read_limits(std::string_view text, const std::string& file);

}  // namespace assay::schema
