#pragma once

#include "assay/extract/recorder.h"

#include <vector>

namespace assay::extract {

/// What one prim spec says of the things that extraction records. Read once, however many selections keep the spec.
struct SpecFacts {
  pxr::TfToken type;  // empty when it says none
  bool lists_schemas = false;
  pxr::SdfTokenListOp schemas;
  std::vector<pxr::TfToken> properties;  // those whose names extraction cares for
  bool has_variant_sets = false;
};

/// Reads a spec into `facts`, whose memory is used again.
void read_spec_facts(Recorder& recorder, const stage::SpecSite& site, SpecFacts& facts);

}  // namespace assay::extract
