#pragma once

#include "assay/stage/text_layer_data.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace assay::stage {

/// Makes OpenUSD keep what text layers hold in `TextLayerData`, and parse large ones in parts, for this process. To be
/// called before OpenUSD opens its first layer.
void define_text_format();

/// What OpenUSD's parser reads from a text; null with errors posted where the text is no layer.
pxr::TfRefPtr<TextLayerData> parse_text(const std::string& text);

/// The same, from parts of the text of at least this size, parsed in parallel; null, with nothing posted, where it
/// cannot be had in parts: the text is short or wrong, or a cut does not hold.
pxr::TfRefPtr<TextLayerData> parse_in_parts(std::string_view text, std::size_t part_size);

}  // namespace assay::stage
