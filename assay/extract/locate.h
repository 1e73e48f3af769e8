#pragma once

#include "assay/model/model.h"
#include "assay/stage/openusd.h"
#include "assay/stage/text_index.h"

#include <vector>

namespace assay::extract {

/// The site of a place of a model whose layers are these, with its line, column and excerpt where the layer is text.
Site locate(const model::Model& model, const std::vector<pxr::SdfLayerRefPtr>& layers, stage::TextIndex& texts,
            const model::Place& place);

}  // namespace assay::extract
