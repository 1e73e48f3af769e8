#pragma once

#include "assay/extract/recorder.h"

namespace assay::extract {

/// Everything that one layer writes into one option of a variant set. `variant` is the option's spec path there.
model::VariantSection extract_section(Recorder& recorder, const stage::SpecSite& site, const pxr::SdfPath& variant);

/// Adds the payloads that the specs of a prim bring to one option: list ops composed over the layers of each node, each
/// payload once.
void extract_option_payloads(Recorder& recorder, const std::vector<stage::SpecSite>& sites, const std::string& set,
                             model::VariantOption& option);

}  // namespace assay::extract
