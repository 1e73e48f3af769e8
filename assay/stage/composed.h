#pragma once

#include "assay/stage/asset.h"
#include "assay/stage/chosen_variant.h"

#include <functional>
#include <memory>
#include <string>
#include <unordered_set>
#include <vector>

namespace assay::stage {

/// All prim indices of an asset for one selection, payloads included. Inactive prims have no children.
struct Composed {
  pxr::SdfLayerRefPtr session;
  std::unique_ptr<pxr::PcpCache> cache;
  pxr::PcpErrorVector errors;
  bool has_instances = false;
  std::unordered_set<pxr::SdfPath, pxr::SdfPath::Hash> inactive;  // prims; nothing below them is composed

  const pxr::PcpPrimIndex* prim_index(const pxr::SdfPath& path) const { return cache->FindPrimIndex(path); }
};

/// One spec that contributes to a composed prim, strongest first in any list of them.
struct SpecSite {
  pxr::PcpNodeRef node;
  const pxr::SdfLayer* layer = nullptr;
  const pxr::SdfPath* path = nullptr;  // lives as long as the prim index
};

/// Looks at a prim index as soon as it is computed, on any thread, and says whether to compose what is below.
using Inspect = std::function<bool(const pxr::PcpPrimIndex& index, const std::vector<SpecSite>& sites)>;

/// Composes the asset with the chosen variants. Layers that another composition of the asset holds are shared.
Composed compose(const Asset& asset, const std::vector<ChosenVariant>& chosen, const Inspect& inspect = {});

/// Composes one prim and the prims above it alone.
Composed compose_prim(const Asset& asset, const std::vector<ChosenVariant>& chosen, const pxr::SdfPath& prim);

/// Fills `sites` with the specs of a prim index.
void collect_spec_sites(const pxr::PcpPrimIndex& index, std::vector<SpecSite>& sites);

/// Whether the composed prim is active. Source: strongest opinion on `active`, true without one.
bool is_active(const std::vector<SpecSite>& sites);

/// The composed prim type; empty when none is authored.
pxr::TfToken type_name(const std::vector<SpecSite>& sites, const SpecSite** source);

/// One item of the composed apiSchemas list and the strongest spec that lists it.
struct AppliedSchema {
  pxr::TfToken name;
  const SpecSite* source = nullptr;
};

/// The apiSchemas list of one spec.
struct SchemaList {
  const SpecSite* site = nullptr;
  const pxr::SdfTokenListOp* list = nullptr;
};

/// Fills `schemas` with what lists, strongest first, compose to. Says whether all of them only prepend.
bool compose_schemas(const std::vector<SchemaList>& lists, std::vector<AppliedSchema>& schemas);

/// Fills `schemas` with the composed apiSchemas list, without what schemas build in. Says whether all specs only
/// prepend to it.
bool collect_applied_schemas(const std::vector<SpecSite>& sites, std::vector<AppliedSchema>& schemas);

/// What an attribute or relationship says after composition.
struct PropertyOpinion {
  const SpecSite* source = nullptr;  // strongest spec with a value, samples, targets or connections; null for none
  bool is_relationship = false;
  bool sampled = false;  // the value comes from time samples
  pxr::VtValue default_value;
};

/// Resolves a property that at least one of the sites has. Blocked and merely declared properties have no source.
PropertyOpinion resolve_property(const std::vector<SpecSite>& sites, const pxr::TfToken& name);

/// A text that may be a variable expression, evaluated with the variables of the node's layer stack; empty when that
/// fails.
std::string evaluated(const std::string& text, const pxr::PcpNodeRef& node);

/// The distinct token values among the time samples of the opinion's spec.
std::vector<pxr::TfToken> sampled_tokens(const SpecSite& site, const pxr::TfToken& name);

}  // namespace assay::stage
