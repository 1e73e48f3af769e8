#include "assay/extract/nested_options.h"

#include <algorithm>

namespace assay::extract {
namespace {

using namespace pxr;

bool holds_vendor_schemas(Recorder& recorder, const SdfLayer& layer, const SdfPath& path) {
  static const TfToken api_schemas("apiSchemas");
  SdfTokenListOp list;
  if (!layer.HasField(path, api_schemas, &list)) return false;
  bool holds = false;
  const auto look = [&](const TfTokenVector& items) {
    holds |= std::ranges::any_of(
        items, [&](const TfToken& item) { return recorder.class_of_schema(item).name == NameClass::Vendor; });
  };
  look(list.GetExplicitItems());
  look(list.GetPrependedItems());
  look(list.GetAppendedItems());
  look(list.GetAddedItems());
  return holds;
}

bool has_arc(const SdfLayer& layer, const SdfPath& path) {
  return layer.HasField(path, SdfFieldKeys->References) || layer.HasField(path, SdfFieldKeys->Payload) ||
         layer.HasField(path, SdfFieldKeys->InheritPaths) || layer.HasField(path, SdfFieldKeys->Specializes);
}

/// Whether one spec of a variant's subtree brings vendor data or an arc that could.
bool can_carry_vendor_data(Recorder& recorder, const SdfLayer& layer, const SdfPath& path) {
  if (path.IsPropertyPath()) {
    return path.IsPrimPropertyPath() && recorder.class_of_property(path.GetNameToken()).name != NameClass::Other;
  }
  TfToken type;
  if (layer.HasField(path, SdfFieldKeys->TypeName, &type) && recorder.class_of_schema(type).name == NameClass::Vendor) {
    return true;
  }
  return holds_vendor_schemas(recorder, layer, path) || has_arc(layer, path);
}

bool subtree_can_carry_vendor_data(Recorder& recorder, const SdfLayer& layer, const SdfPath& variant) {
  bool carries = false;
  const_cast<SdfLayer&>(layer).Traverse(
      variant, [&](const SdfPath& path) { carries = carries || can_carry_vendor_data(recorder, layer, path); });
  return carries;
}

void add_unselected_arc(Recorder& recorder, const stage::SpecSite& site, const SdfPath& prim, const SdfPath& path,
                        const model::BrokenArc& arc) {
  model::BrokenArc broken = arc;
  broken.is_unselected = true;
  broken.prim = prim.GetString();
  broken.detail = "no file is found for @" + arc.subject + "@";
  broken.place.opinion = recorder.opinion(site.node, *site.layer, path);
  broken.place.item = arc.subject;
  recorder.broken_arc(broken);
}

/// Looks for references or payloads without a file among the items of a list op in an option that is not composed.
template <class ListOp>
void find_broken_arcs(Recorder& recorder, const stage::SpecSite& site, const SdfPath& prim, const SdfPath& path,
                      const TfToken& field, const char* kind) {
  ListOp list;
  if (!site.layer->HasField(path, field, &list)) return;
  std::vector<typename ListOp::ItemType> items;
  list.ApplyOperations(&items);
  const SdfLayerHandle layer(const_cast<SdfLayer*>(site.layer));
  for (const auto& item : items) {
    const std::string& asset_path = item.GetAssetPath();
    if (asset_path.empty() || SdfVariableExpression::IsExpression(asset_path)) continue;
    if (!SdfResolveAssetPathRelativeToLayer(layer, asset_path).empty()) continue;
    model::BrokenArc arc;
    arc.kind = kind;
    arc.subject = asset_path;
    arc.place.field = field.GetString();
    add_unselected_arc(recorder, site, prim, path, arc);
  }
}

/// Notes the arcs without a file anywhere in an option that is not composed.
void collect_unselected_arcs(Recorder& recorder, const stage::SpecSite& site, const SdfPath& prim,
                             const SdfPath& variant) {
  const_cast<SdfLayer*>(site.layer)->Traverse(variant, [&](const SdfPath& path) {
    if (path.IsPropertyPath()) return;
    find_broken_arcs<SdfReferenceListOp>(recorder, site, prim, path, SdfFieldKeys->References, "reference");
    find_broken_arcs<SdfPayloadListOp>(recorder, site, prim, path, SdfFieldKeys->Payload, "payload");
  });
}

/// Whether the composition selects the option on that site's prim: then the node has a variant child for it.
bool is_selected(const std::vector<stage::SpecSite>& sites, const SdfPath& variant) {
  return std::ranges::any_of(sites, [&](const stage::SpecSite& site) { return *site.path == variant; });
}

void collect_options(Recorder& recorder, const std::vector<stage::SpecSite>& sites, const stage::SpecSite& site,
                     const SdfPath& prim, const TfToken& set, const std::string& selection, WalkFacts& facts) {
  const SdfPath set_path = site.path->AppendVariantSelection(set.GetString(), "");
  TfTokenVector options;
  if (!site.layer->HasField(set_path, SdfChildrenKeys->VariantChildren, &options)) return;
  for (const TfToken& option : options) {
    const SdfPath variant = site.path->AppendVariantSelection(set.GetString(), option.GetString());
    if (is_selected(sites, variant)) continue;
    collect_unselected_arcs(recorder, site, prim, variant);
    if (set.GetString() == schema::variant_words().importers_set) continue;
    if (!subtree_can_carry_vendor_data(recorder, *site.layer, variant)) continue;
    facts.nested_options[{prim.GetString(), set.GetString(), option.GetString()}].insert(selection);
  }
}

/// Whether the spec is the default prim of another layer that an arc brings: then its sets are that asset's own.
bool belongs_to_other_asset(const Recorder& recorder, const stage::SpecSite& site) {
  const SdfLayerHandle root = site.node.GetLayerStack()->GetIdentifier().rootLayer;
  if (get_pointer(root) == get_pointer(recorder.asset().root)) return false;
  return root->GetDefaultPrimAsPath() == site.path->StripAllVariantSelections();
}

}  // namespace

void collect_variant_facts(Recorder& recorder, const std::vector<stage::SpecSite>& sites, const SdfPath& prim,
                           const model::Composition& composition, WalkFacts& facts) {
  for (const stage::SpecSite& site : sites) {
    TfTokenVector sets;
    if (!site.layer->HasField(*site.path, SdfChildrenKeys->VariantSetChildren, &sets)) continue;
    for (const TfToken& set : sets) {
      if (schema::runtime_of_variant_set(set.GetString()) != nullptr) {
        const bool misplaced = prim.GetString() != recorder.model().default_prim;
        if (misplaced && !belongs_to_other_asset(recorder, site)) facts.runtime_set_owners.insert(prim.GetString());
        continue;
      }
      if (!composition.nested.empty()) continue;
      collect_options(recorder, sites, site, prim, set, composition.name, facts);
    }
  }
}

}  // namespace assay::extract
