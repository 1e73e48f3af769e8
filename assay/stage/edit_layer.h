#pragma once

#include "assay/base/edit.h"
#include "assay/base/result.h"
#include "assay/stage/openusd.h"

#include <span>
#include <string>

namespace assay::stage {

/// Applies one edit to a layer by OpenUSD's own means: what the edit is meant to do.
Result<bool> apply_edit(const pxr::SdfLayerRefPtr& layer, const Edit& edit);

/// The path of the first spec, with its field, in which two layers differ; empty when they say the same.
std::string first_difference(const pxr::SdfLayerRefPtr& left, const pxr::SdfLayerRefPtr& right);

/// The layer that a .usda text says; null when it is not valid.
pxr::SdfLayerRefPtr layer_of_text(const std::string& text);

/// Fails unless `after` is a text that says what edits make of the layer that the text `before` says.
Result<bool> prove_splice(const std::string& before, std::span<const Edit> edits, const std::string& after);

/// The bytes of a layer's file after edits. A text layer is spliced and the result proven to say what the edits mean;
/// where that cannot be, and for a crate file, the layer is written anew if `rewrite` allows that, else the error says
/// why not. `path` is the file that holds `bytes` now.
Result<std::string> edited_bytes(const std::string& path, const std::string& bytes, std::span<const Edit> edits,
                                 bool rewrite);

}  // namespace assay::stage
