#pragma once

#include "assay/check/check.h"

#include <optional>

namespace assay::check {

/// Fills in what the fixes of a report's findings change in text, where fixing would be allowed to make them. It reads
/// each layer concerned anew, in a process of its own. Says what went wrong; no fix then has changes.
std::optional<Error> add_text_changes(const FoundAssets& found, const Options& options, CheckReport& report);

}  // namespace assay::check
