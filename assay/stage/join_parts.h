#pragma once

#include "assay/stage/text_layer_data.h"
#include "assay/stage/text_parts.h"

#include <vector>

namespace assay::stage {

/// Puts the parts of a text together, each parsed from a `part_text`: what parsing the whole text would have given, in
/// the first part. Null, with all parts unusable, where the parts do not add up: a cut was between other things than
/// guessed, a prim is in two parts, or a prim that is open over a cut has more statements than prims behind it.
pxr::TfRefPtr<TextLayerData> join_parts(const std::vector<pxr::TfRefPtr<TextLayerData>>& parts,
                                        const std::vector<TextCut>& cuts);

}  // namespace assay::stage
