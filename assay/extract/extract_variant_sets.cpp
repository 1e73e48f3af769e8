#include "assay/extract/extract_structure.h"

#include <algorithm>
#include <array>
#include <filesystem>

namespace assay::extract {
namespace {

using namespace pxr;

// the set name of the URDF and MJCF importers' convention
constexpr std::string_view importer_set = "Physics";

// fields of a variant spec that say nothing about the prim, and those that are read as children or arcs
constexpr std::array<std::string_view, 11> silent_fields = {
    "specifier",     "typeName", "primChildren",  "properties", "variantSetChildren", "primOrder",
    "propertyOrder", "comment",  "documentation", "payload",    "variantSetNames"};

/// An arc field and what a section's content of it is called.
struct ArcField {
  const char* field;
  const char* kind;
};
constexpr std::array<ArcField, 4> arc_fields = {{{"references", "reference"},
                                                 {"inheritPaths", "inherit"},
                                                 {"specializes", "specialize"},
                                                 {"relocates", "relocate"}}};

model::VariantSet& set_of(model::Model& model, const std::string& prim, const std::string& name) {
  for (model::VariantSet& set : model.runtime_sets) {
    if (set.prim == prim && set.name == name) return set;
  }
  model::VariantSet set;
  set.prim = prim;
  set.name = name;
  return model.runtime_sets.emplace_back(std::move(set));
}

model::VariantOption& option_of(model::VariantSet& set, const std::string& name) {
  for (model::VariantOption& option : set.options) {
    if (option.name == name) return option;
  }
  return set.options.emplace_back(model::VariantOption{name, {}});
}

/// Whether a resolved file lies in runnables/physics of the root layer's folder or of the one above.
bool is_inside_asset(const stage::Asset& asset, const std::string& resolved_name) {
  const std::string name = resolved_name.substr(0, resolved_name.rfind('/') + 1);
  if (name == "runnables/physics/" || name == "../runnables/physics/") return true;
  // members of the asset's own package
  const std::string package = std::filesystem::path(asset.path).filename().string() + "[";
  return name == package + "runnables/physics/";
}

model::PayloadArc payload_arc(Recorder& recorder, model::OpinionIndex opinion, const SdfLayer& layer,
                              const SdfPayload& payload) {
  model::PayloadArc arc;
  arc.asset_path = payload.GetAssetPath();
  arc.target_prim = payload.GetPrimPath().GetString();
  arc.place = {opinion, "", "payload", arc.asset_path, {}};
  if (arc.asset_path.empty()) return arc;

  const SdfLayerHandle handle(const_cast<SdfLayer*>(&layer));
  const std::string resolved = SdfResolveAssetPathRelativeToLayer(handle, arc.asset_path);
  arc.exists = !resolved.empty();
  if (!arc.exists) return arc;
  arc.resolved_name = stage::resolved_name(recorder.asset(), resolved);
  arc.inside_asset = is_inside_asset(recorder.asset(), arc.resolved_name);
  return arc;
}

void extract_payloads(Recorder& recorder, const SdfLayer& layer, const SdfPath& variant,
                      model::VariantSection& section) {
  SdfPayloadListOp payloads;
  if (!layer.HasField(variant, SdfFieldKeys->Payload, &payloads)) return;
  std::vector<SdfPayload> items;
  payloads.ApplyOperations(&items);
  for (const SdfPayload& item : items) section.payloads.push_back(payload_arc(recorder, section.opinion, layer, item));
}

void extract_children(Recorder& recorder, const SdfLayer& layer, const SdfPath& variant, const PcpNodeRef& node,
                      model::VariantSection& section) {
  TfTokenVector names;
  if (layer.HasField(variant, SdfChildrenKeys->PrimChildren, &names)) {
    for (const TfToken& name : names) {
      const model::OpinionIndex child = recorder.opinion(node, layer, variant.AppendChild(name));
      section.contents.push_back({"prim", name.GetString(), {child, "", "", "", {}}});
    }
  }
  if (layer.HasField(variant, SdfChildrenKeys->PropertyChildren, &names)) {
    for (const TfToken& name : names) {
      section.contents.push_back({"property", name.GetString(), {section.opinion, name.GetString(), "", "", {}}});
    }
  }
  if (layer.HasField(variant, SdfChildrenKeys->VariantSetChildren, &names)) {
    for (const TfToken& name : names) {
      const SdfPath set = variant.AppendVariantSelection(name.GetString(), "");
      section.contents.push_back(
          {"variant set", name.GetString(), {recorder.opinion(node, layer, set), "", "", "", {}}});
    }
  }
}

/// What the items of an arc field lead to, as written.
std::vector<std::string> arc_targets(const SdfLayer& layer, const SdfPath& variant, const TfToken& field) {
  std::vector<std::string> targets;
  SdfReferenceListOp references;
  SdfPathListOp paths;
  if (layer.HasField(variant, field, &references)) {
    std::vector<SdfReference> items;
    references.ApplyOperations(&items);
    for (const SdfReference& item : items) {
      targets.push_back(item.GetAssetPath().empty() ? item.GetPrimPath().GetString() : item.GetAssetPath());
    }
  } else if (layer.HasField(variant, field, &paths)) {
    SdfPathVector items;
    paths.ApplyOperations(&items);
    for (const SdfPath& item : items) targets.push_back(item.GetString());
  }
  return targets;
}

void extract_fields(const SdfLayer& layer, const SdfPath& variant, model::VariantSection& section) {
  for (const TfToken& field : layer.ListFields(variant)) {
    if (std::ranges::find(silent_fields, field.GetString()) != silent_fields.end()) continue;
    const auto arc = std::ranges::find(arc_fields, field.GetString(), &ArcField::field);
    if (arc == arc_fields.end()) {
      section.contents.push_back({"metadata", field.GetString(), {section.opinion, "", field.GetString(), "", {}}});
      continue;
    }
    for (const std::string& target : arc_targets(layer, variant, field)) {
      section.contents.push_back({arc->kind, target, {section.opinion, "", field.GetString(), target, {}}});
    }
  }
}

void extract_section(Recorder& recorder, const stage::SpecSite& site, const SdfPath& variant,
                     model::VariantOption& option) {
  const model::OpinionIndex opinion = recorder.opinion(site.node, *site.layer, variant);
  const auto known = std::ranges::find(option.sections, opinion, &model::VariantSection::opinion);
  if (known != option.sections.end()) return;
  model::VariantSection section;
  section.opinion = opinion;
  extract_payloads(recorder, *site.layer, variant, section);
  extract_children(recorder, *site.layer, variant, site.node, section);
  extract_fields(*site.layer, variant, section);
  option.sections.push_back(std::move(section));
}

void extract_set(Recorder& recorder, const stage::SpecSite& site, const std::string& prim, const std::string& name) {
  model::VariantSet& set = set_of(recorder.model(), prim, name);
  const SdfPath set_path = site.path->AppendVariantSelection(name, "");
  if (set.options.empty()) set.place = {recorder.opinion(site.node, *site.layer, set_path), "", "", "", {}};
  TfTokenVector options;
  if (!site.layer->HasField(set_path, SdfChildrenKeys->VariantChildren, &options)) return;
  for (const TfToken& option : options) {
    const SdfPath variant = site.path->AppendVariantSelection(name, option.GetString());
    extract_section(recorder, site, variant, option_of(set, option.GetString()));
  }
}

/// The names in the composed variantSets list; only their sets compose.
std::vector<std::string> listed_sets(const std::vector<stage::SpecSite>& sites) {
  std::vector<SdfStringListOp> lists;
  for (const stage::SpecSite& site : sites) {
    SdfStringListOp list;
    if (site.layer->HasField(*site.path, SdfFieldKeys->VariantSetNames, &list)) lists.push_back(list);
  }
  std::vector<std::string> names;
  for (auto list = lists.rbegin(); list != lists.rend(); ++list) list->ApplyOperations(&names);
  return names;
}

void extract_default(Recorder& recorder, const stage::Composed& composed, const std::vector<stage::SpecSite>& sites,
                     model::VariantSet& set) {
  if (set.default_option) return;
  set.default_place = set.place;
  for (const stage::SpecSite& site : sites) {
    if (site.layer == get_pointer(composed.session)) continue;
    SdfVariantSelectionMap selections;
    if (!site.layer->HasField(*site.path, SdfFieldKeys->VariantSelection, &selections)) continue;
    const auto selection = selections.find(set.name);
    if (selection == selections.end()) continue;
    set.default_option = selection->second;
    set.default_place = {recorder.opinion(site), "", "", "", {"variants", set.name}};
    return;
  }
}

/// Whether composition could not follow a payload that this spec writes.
bool has_broken_payload(const model::Model& model, model::OpinionIndex opinion) {
  return std::ranges::any_of(model.broken_arcs, [opinion](const model::BrokenArc& arc) {
    return arc.kind == "payload" && arc.place.opinion == opinion;
  });
}

}  // namespace

void extract_variant_sets(Recorder& recorder, const stage::Composed& composed, const SdfPath& prim) {
  const PcpPrimIndex* index = composed.prim_index(prim);
  if (index == nullptr) return;
  std::vector<stage::SpecSite> sites;
  stage::collect_spec_sites(*index, sites);
  const std::vector<std::string> listed = listed_sets(sites);

  for (const stage::SpecSite& site : sites) {
    if (site.layer == get_pointer(composed.session)) continue;
    TfTokenVector names;
    if (!site.layer->HasField(*site.path, SdfChildrenKeys->VariantSetChildren, &names)) continue;
    for (const TfToken& token : names) {
      const std::string& name = token.GetString();
      if (std::ranges::find(listed, name) == listed.end()) continue;
      if (schema::runtime_of_variant_set(name) != nullptr) extract_set(recorder, site, prim.GetString(), name);
      if (name != importer_set || !recorder.model().foreign_convention.empty()) continue;
      const SdfPath set_path = site.path->AppendVariantSelection(name, "");
      recorder.model().foreign_convention.push_back(
          {recorder.opinion(site.node, *site.layer, set_path), "", "", "", {}});
    }
  }
  for (model::VariantSet& set : recorder.model().runtime_sets) {
    if (set.prim == prim.GetString()) extract_default(recorder, composed, sites, set);
  }
}

void settle_payloads(Recorder& recorder) {
  std::vector<std::string> opened;
  for (const SdfLayerRefPtr& layer : recorder.layers()) {
    if (!layer->IsAnonymous())
      opened.push_back(stage::resolved_name(recorder.asset(), layer->GetResolvedPath().GetPathString()));
  }
  for (model::VariantSet& set : recorder.model().runtime_sets) {
    for (model::VariantOption& option : set.options) {
      for (model::VariantSection& section : option.sections) {
        for (model::PayloadArc& payload : section.payloads) {
          payload.opens = std::ranges::find(opened, payload.resolved_name) != opened.end();
          payload.brings_prim = !has_broken_payload(recorder.model(), section.opinion);
        }
      }
    }
  }
}

}  // namespace assay::extract
