#pragma once

#include "assay/check/fix.h"
#include "assay/extract/apply_fixes.h"

#include <optional>
#include <string>
#include <vector>

namespace assay::check {

/// What the process that edits layers says.
struct FixWork {
  std::vector<std::string> refusals;  // by order; empty when it was carried out
  bool has_changes = false;           // bytes of a layer changed, or would in a dry run
  std::string diff;                   // of a dry run
  std::optional<Error> error;         // nothing was written
};

/// Carries out orders in a process of its own, held to the limits of the options; writes the layers unless it is a dry
/// run. Layers are named relative to `base` in the diff.
FixWork work_on(const std::vector<extract::FixOrder>& orders, const Options& options, const FixOptions& fix_options,
                const std::string& base);

/// What each order alone changes in the text of its layers, see extract::text_changes, worked out in such a process.
Result<std::vector<std::vector<LayerChange>>> text_changes_of(const std::vector<extract::FixOrder>& orders,
                                                              const Options& options);

}  // namespace assay::check
