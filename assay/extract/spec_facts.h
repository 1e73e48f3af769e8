#pragma once

#include "assay/extract/recorder.h"

#include <vector>

namespace assay::extract {

/// What one prim spec says of the things that extraction records. Read once, however many selections keep the spec.
struct SpecFacts {
  pxr::TfToken type;                     // empty when it says none
  pxr::VtValue schemas;                  // its apiSchemas list, as the layer holds it; empty when it says none
  std::vector<pxr::TfToken> properties;  // those whose names extraction cares for
  bool has_variant_sets = false;
};

/// The apiSchemas list of a spec, or null.
inline const pxr::SdfTokenListOp* schemas_of(const SpecFacts& facts) {
  return facts.schemas.IsHolding<pxr::SdfTokenListOp>() ? &facts.schemas.UncheckedGet<pxr::SdfTokenListOp>() : nullptr;
}

/// Reads a spec into `facts`, whose memory is used again.
void read_spec_facts(Recorder& recorder, const stage::SpecSite& site, SpecFacts& facts);

}  // namespace assay::extract
