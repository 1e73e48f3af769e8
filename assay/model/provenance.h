#pragma once

#include "assay/base/finding.h"
#include "assay/model/names.h"

#include <cstdint>
#include <string>
#include <vector>

namespace assay::model {

using LayerIndex = std::uint32_t;
using ArcChainIndex = std::uint32_t;
using OpinionIndex = std::uint32_t;

/// The steps from the asset's root layer to a spec.
using ArcChain = std::vector<Arc>;

/// One spec that says something: its layer, its path there, and how it came into the composition.
struct Opinion {
  LayerIndex layer = 0;
  NameIndex spec_path = 0;  // a prim's, or a variant's such as /Root{PhysX=Enabled}
  ArcChainIndex arcs = 0;
  bool operator==(const Opinion&) const = default;
};

/// The part of a spec that a finding points at; the narrowest part that the layer's text shows is taken.
struct Place {
  OpinionIndex opinion = 0;
  std::string property;           // property of the spec; empty for the spec itself
  std::string field;              // metadata field, e.g. apiSchemas; empty for the whole spec
  std::string item;               // item of a list in the field
  std::vector<std::string> keys;  // keys into a dictionary field, the field's name first
};

}  // namespace assay::model
