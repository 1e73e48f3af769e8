#pragma once

#include "assay/extract/extract_prims.h"

namespace assay::extract {

/// Adds what the variant sets of one prim offer beside what is selected: options that can carry vendor data, and
/// runtime sets that do not stand on the default prim. Prims inside instances cannot be selected from outside and are
/// left out.
void collect_variant_facts(Recorder& recorder, const std::vector<stage::SpecSite>& sites, const pxr::SdfPath& prim,
                           const model::Composition& composition, WalkFacts& facts);

}  // namespace assay::extract
