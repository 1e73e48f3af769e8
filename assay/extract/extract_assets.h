#pragma once

#include "assay/extract/recorder.h"

#include <string>
#include <vector>

namespace assay::extract {

/// Records, for the named selections, the asset paths of one property that are not found, when the property's type
/// holds asset paths at all.
void extract_assets(Recorder& recorder, const std::vector<stage::SpecSite>& sites, const pxr::SdfPath& prim,
                    const pxr::TfToken& property, const std::vector<std::string>& selections);

}  // namespace assay::extract
