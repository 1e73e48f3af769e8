#pragma once

#include "assay/base/edit.h"
#include "assay/base/result.h"

#include <span>
#include <string>

namespace assay::stage {

/// Applies edits to the text of a .usda layer and changes only the bytes concerned, so that comments, layout, line ends
/// and byte order mark stay. Fails where the text does not show the place plainly. It does not prove that the result
/// means what was intended; see edited_bytes.
Result<std::string> splice_edits(std::string text, std::span<const Edit> edits);

/// A text with absolute prim paths between < and > moved from below one prim to below another; an error where a path
/// leads elsewhere or the text names a file, since neither can move.
Result<std::string> with_paths_moved(const std::string& text, const std::string& from, const std::string& to);

}  // namespace assay::stage
