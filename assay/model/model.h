#pragma once

#include "assay/model/composition.h"
#include "assay/model/structure.h"

#include <string>
#include <vector>

namespace assay::model {

/// What an asset is: its structure, and what it composes to for each selection. Holds no pointer into OpenUSD.
struct Model {
  Names names;
  std::vector<std::string> layers;  // names relative to the asset's folder; index 0 is the root layer
  std::vector<ArcChain> arc_chains;
  std::vector<Opinion> opinions;  // index 0 is the root layer itself

  std::string default_prim;  // path; empty when the root layer names none
  bool default_prim_exists = false;
  Place default_prim_place;

  std::vector<VariantSet> runtime_sets;   // on the default prim, and those of their names elsewhere
  std::vector<Place> foreign_convention;  // variant sets named Physics: the importers' convention
  bool has_variant_metadata = false;      // customLayerData speaks of SimReady physics variants
  std::vector<RuntimeMetadata> metadata;
  std::vector<BrokenArc> broken_arcs;
  std::vector<UnresolvedAsset> unresolved_assets;
  std::vector<std::string> skipped_options;  // options that were left out because of the limit, as spec paths
  bool has_commanded_joints = false;         // a drive, actuator or tendon: the asset is a robot

  std::vector<Composition> compositions;  // standard first, authored last

  const std::string& text(NameIndex index) const { return names[index]; }

  /// The payload of the option that a section belongs to; null when the option brings none or several.
  const PayloadArc* only_payload(const VariantSection& section) const;

  /// The runtime set of that name on the default prim, or null.
  const VariantSet* runtime_set(std::string_view name) const;
};

}  // namespace assay::model
