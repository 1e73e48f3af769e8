#pragma once

#include "assay/base/edit.h"
#include "assay/base/result.h"
#include "assay/stage/text_splice.h"

#include <span>
#include <string>

namespace assay::stage {

/// What edits change in the scanned text of a .usda layer: only the bytes concerned, so that comments, layout, line
/// ends and byte order mark stay. The replacements do not meet. Fails where the text does not show the place plainly.
/// It does not prove that the result means what was intended; see prove_splice.
Result<Replacements> splice_edits(const TextPositions& positions, std::span<const Edit> edits);

/// A text with absolute prim paths between < and > moved from below one prim to below another; an error where a path
/// leads elsewhere or the text names a file, since neither can move.
Result<std::string> with_paths_moved(const std::string& text, const std::string& from, const std::string& to);

}  // namespace assay::stage
