#pragma once

#include "assay/model/provenance.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace assay::model {

/// A payload that one option brings, after its layers were composed.
struct PayloadArc {
  std::string asset_path;     // as written, expressions evaluated; empty for a payload of the same layer
  std::string target_prim;    // as written; empty for the default prim
  std::string resolved_name;  // relative to the asset's folder; empty when nothing was found
  bool exists = false;
  bool opens = false;         // the file could be read as a layer; known once its option was composed
  bool brings_prim = true;    // the prim that it targets is there; known once its option was composed
  bool inside_asset = false;  // runnables/physics of the folder that holds the writing layer, or of the one above
  Place place;
};

/// Something that a variant section holds.
struct SectionContent {
  std::string kind;  // prim, property, variant set, payload, reference, inherit, specialize, relocate or metadata
  std::string name;
  Place place;
};

/// The opinions of one layer in one option of a variant set.
struct VariantSection {
  OpinionIndex opinion = 0;
  std::vector<SectionContent> contents;
};

/// One option with all its sections, strongest first.
struct VariantOption {
  std::string name;
  std::vector<VariantSection> sections;
  std::vector<PayloadArc> payloads;  // composed over the sections, each once
};

/// A variant set on a prim.
struct VariantSet {
  std::string prim;
  std::string name;
  std::optional<std::string> default_option;  // composed selection before any of ours
  Place place;                                // where the set is listed or its options are
  Place default_place;                        // where the default selection is authored; the set's place when it is not
  std::vector<VariantOption> options;

  const VariantOption* find_option(std::string_view option) const;
};

/// SimReady's metadata for one runtime set. A key that is absent or no string is no value.
struct RuntimeMetadata {
  std::string variant_set_key;  // PhysX, Newton or MuJoCo
  std::optional<std::string> prim;
  std::optional<std::string> variant_set_name;
  std::optional<std::string> activate_option;
  Place place;
};

/// Composition that could not follow an arc.
struct BrokenArc {
  std::string kind;     // sublayer, reference, payload, cycle, …: what the arc is or what broke
  std::string subject;  // the asset path, prim path or ring that could not be followed
  std::string detail;   // one sentence
  bool loses_content = true;
  bool is_unselected = false;  // in an option of a variant set that no selection composes
  std::string prim;            // composed prim
  Place place;
  std::vector<std::string> selections;
};

/// An asset-valued attribute whose file was not found.
struct UnresolvedAsset {
  std::string prim;
  std::string property;
  std::string asset_path;
  bool application_path = false;  // a search path or URL that only the application's resolver knows
  Place place;
  std::vector<std::string> selections;
};

}  // namespace assay::model
