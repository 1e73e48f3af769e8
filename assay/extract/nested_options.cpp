#include "assay/extract/nested_options.h"

#include <algorithm>

namespace assay::extract {
namespace {

using namespace pxr;

// the importers' convention, whose options enable runtimes on purpose
constexpr std::string_view importer_set = "Physics";

bool holds_vendor_schemas(Recorder& recorder, const SdfLayer& layer, const SdfPath& path) {
  static const TfToken api_schemas("apiSchemas");
  SdfTokenListOp list;
  if (!layer.HasField(path, api_schemas, &list)) return false;
  bool holds = false;
  const auto look = [&](const TfTokenVector& items) {
    holds |= std::ranges::any_of(items, [&](const TfToken& item) {
      return recorder.class_of_schema(item) == NameClass::Vendor;
    });
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
  if (layer.HasField(path, SdfFieldKeys->TypeName, &type) && recorder.class_of_schema(type) == NameClass::Vendor) {
    return true;
  }
  return holds_vendor_schemas(recorder, layer, path) || has_arc(layer, path);
}

bool subtree_can_carry_vendor_data(Recorder& recorder, const SdfLayer& layer, const SdfPath& variant) {
  bool carries = false;
  const_cast<SdfLayer&>(layer).Traverse(variant, [&](const SdfPath& path) {
    carries = carries || can_carry_vendor_data(recorder, layer, path);
  });
  return carries;
}

/// Whether the composition selects the option on that site's prim: then the node has a variant child for it.
bool is_selected(const std::vector<stage::SpecSite>& sites, const SdfPath& variant) {
  return std::ranges::any_of(sites, [&](const stage::SpecSite& site) { return *site.path == variant; });
}

void collect_options(Recorder& recorder, const std::vector<stage::SpecSite>& sites, const stage::SpecSite& site,
                     const SdfPath& prim, const TfToken& set, WalkFacts& facts) {
  const SdfPath set_path = site.path->AppendVariantSelection(set.GetString(), "");
  TfTokenVector options;
  if (!site.layer->HasField(set_path, SdfChildrenKeys->VariantChildren, &options)) return;
  for (const TfToken& option : options) {
    const SdfPath variant = site.path->AppendVariantSelection(set.GetString(), option.GetString());
    if (is_selected(sites, variant)) continue;
    if (!subtree_can_carry_vendor_data(recorder, *site.layer, variant)) continue;
    facts.nested_options.insert({prim.GetString(), set.GetString(), option.GetString()});
  }
}

}  // namespace

void collect_variant_facts(Recorder& recorder, const std::vector<stage::SpecSite>& sites, const SdfPath& prim,
                           const model::Composition& composition, WalkFacts& facts) {
  for (const stage::SpecSite& site : sites) {
    TfTokenVector sets;
    if (!site.layer->HasField(*site.path, SdfChildrenKeys->VariantSetChildren, &sets)) continue;
    for (const TfToken& set : sets) {
      if (schema::runtime_of_variant_set(set.GetString()) != nullptr) {
        if (prim.GetString() != recorder.model().default_prim) facts.runtime_set_owners.insert(prim.GetString());
        continue;
      }
      if (set.GetString() == importer_set || !composition.nested.empty()) continue;
      collect_options(recorder, sites, site, prim, set, facts);
    }
  }
}

}  // namespace assay::extract
