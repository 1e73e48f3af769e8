#include "assay/extract/extract_structure.h"

#include "assay/extract/variant_sections.h"

#include <algorithm>

namespace assay::extract {
namespace {

using namespace pxr;

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
  return set.options.emplace_back(model::VariantOption{name, {}, {}});
}

void extract_set(Recorder& recorder, const stage::SpecSite& site, const std::string& prim, const std::string& name) {
  model::VariantSet& set = set_of(recorder.model(), prim, name);
  const SdfPath set_path = site.path->AppendVariantSelection(name, "");
  if (set.options.empty()) set.place = {recorder.opinion(site.node, *site.layer, set_path), "", "", "", {}};
  TfTokenVector options;
  if (!site.layer->HasField(set_path, SdfChildrenKeys->VariantChildren, &options)) return;
  for (const TfToken& token : options) {
    const SdfPath variant = site.path->AppendVariantSelection(name, token.GetString());
    model::VariantOption& option = option_of(set, token.GetString());
    const model::OpinionIndex opinion = recorder.opinion(site.node, *site.layer, variant);
    const auto known = std::ranges::find(option.sections, opinion, &model::VariantSection::opinion);
    if (known == option.sections.end()) option.sections.push_back(extract_section(recorder, site, variant));
  }
}

/// The sets that compose: each node composes its own list over its layers, and the prim has the sets of all nodes.
std::vector<std::string> listed_sets(const std::vector<stage::SpecSite>& sites) {
  std::vector<std::string> all;
  std::vector<std::string> of_node;
  for (std::size_t index = sites.size(); index-- > 0;) {
    SdfStringListOp list;
    if (sites[index].layer->HasField(*sites[index].path, SdfFieldKeys->VariantSetNames, &list)) {
      list.ApplyOperations(&of_node);
    }
    if (index > 0 && sites[index - 1].node == sites[index].node) continue;
    all.insert(all.end(), of_node.begin(), of_node.end());
    of_node.clear();
  }
  return all;
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
    set.default_option = stage::evaluated(selection->second, site.node);
    set.default_place = {recorder.opinion(site), "", "", "", {"variants", set.name}};
    return;
  }
}

void note_importers_set(Recorder& recorder, const stage::SpecSite& site, const std::string& name) {
  if (name != schema::variant_words().importers_set || !recorder.model().foreign_convention.empty()) return;
  const SdfPath set_path = site.path->AppendVariantSelection(name, "");
  const model::OpinionIndex opinion = recorder.opinion(site.node, *site.layer, set_path);
  recorder.model().foreign_convention.push_back({opinion, "", "", "", {}});
}

/// Whether composition opened the payload's file and found that the prim it targets is not there.
bool lacks_prim(const model::Model& model, const model::PayloadArc& payload) {
  const model::Opinion& own = model.opinions[payload.place.opinion];
  return std::ranges::any_of(model.broken_arcs, [&](const model::BrokenArc& arc) {
    const model::Opinion& broken = model.opinions[arc.place.opinion];
    const bool same_spec = broken.layer == own.layer && broken.spec_path == own.spec_path;
    return arc.kind == "payload" && same_spec && arc.subject != payload.asset_path;
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
      note_importers_set(recorder, site, name);
    }
  }
  for (model::VariantSet& set : recorder.model().runtime_sets) {
    if (set.prim != prim.GetString()) continue;
    extract_default(recorder, composed, sites, set);
    for (model::VariantOption& option : set.options) extract_option_payloads(recorder, sites, set.name, option);
  }
}

void settle_payloads(Recorder& recorder) {
  std::vector<std::string> opened;
  for (const SdfLayerRefPtr& layer : recorder.layers()) {
    if (!layer->IsAnonymous()) {
      opened.push_back(stage::resolved_name(recorder.asset(), layer->GetResolvedPath().GetPathString()));
    }
  }
  for (model::VariantSet& set : recorder.model().runtime_sets) {
    for (model::VariantOption& option : set.options) {
      for (model::PayloadArc& payload : option.payloads) {
        payload.opens = std::ranges::find(opened, payload.resolved_name) != opened.end();
        payload.brings_prim = !lacks_prim(recorder.model(), payload);
      }
    }
  }
}

}  // namespace assay::extract
