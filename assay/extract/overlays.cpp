// A runtime's payload may be laid over the neutral base where
//   - the root layer's Enabled option brings that payload and nothing else,
//   - the payload is one layer that leads nowhere (is_plain): so each of its prims is stronger than what the base
//     references and weaker than the root layer's own opinions,
//   - no prim of the base inherits, specializes, refers back to the root layer stack, or has variants of the root layer
//     stack, since Pcp would bring the payload's specs there too, or in another order,
//   - no instance of the base has specs in a payload, which would be an instance of another kind.

#include "assay/extract/overlays.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <mutex>
#include <unordered_set>

namespace assay::extract {
namespace {

using namespace pxr;

/// What a prim spec may say without being plain data.
bool is_plain_field(const TfToken& field) {
  static const std::unordered_set<TfToken, TfToken::HashFunctor> steering = {
      SdfFieldKeys->Active,          SdfFieldKeys->InheritPaths,     SdfFieldKeys->Instanceable,
      SdfFieldKeys->Payload,         SdfFieldKeys->Permission,       SdfFieldKeys->PrimOrder,
      SdfFieldKeys->References,      SdfFieldKeys->Relocates,        SdfFieldKeys->Specializes,
      SdfFieldKeys->VariantSetNames, SdfFieldKeys->VariantSelection, SdfChildrenKeys->VariantSetChildren};
  return !steering.contains(field);
}

/// Whether an Enabled option says nothing but which payload it brings, in every layer of the stack.
bool brings_payload_alone(const PcpNodeRef& option) {
  return std::ranges::all_of(option.GetLayerStack()->GetLayers(), [&option](const SdfLayerRefPtr& layer) {
    return std::ranges::all_of(layer->ListFields(option.GetPath()), [](const TfToken& field) {
      return field == SdfFieldKeys->Payload || field == SdfFieldKeys->Specifier;
    });
  });
}

/// The one node of a payload that is one plain layer.
std::optional<PcpNodeRef> plain_payload(const PcpNodeRef& option, const std::vector<const SdfLayer*>& plain_layers) {
  const auto [first, last] = option.GetChildrenRange();
  if (std::distance(first, last) != 1) return std::nullopt;
  const PcpNodeRef payload = *first;
  const auto [first_below, last_below] = payload.GetChildrenRange();
  const SdfLayerRefPtrVector& layers = payload.GetLayerStack()->GetLayers();
  const bool is_one_layer = layers.size() == 1 && first_below == last_below && payload.HasSpecs();
  if (payload.GetArcType() != PcpArcTypePayload || !is_one_layer) return std::nullopt;
  if (std::ranges::find(plain_layers, get_pointer(layers.front())) == plain_layers.end()) return std::nullopt;
  return payload;
}

const schema::Runtime* runtime_of(const PcpNodeRef& node) {
  if (node.GetArcType() != PcpArcTypeVariant) return nullptr;
  return schema::runtime_of_variant_set(node.GetPathAtIntroduction().GetVariantSelection().first);
}

bool has_relocates(const stage::Composed& composed) {
  const auto relocates = [](const SdfLayerHandle& layer) { return layer && layer->HasRelocates(); };
  return std::ranges::any_of(composed.cache->GetUsedLayers(), relocates);
}

bool is_in_root_stack(const PcpNodeRef& node) { return node.GetLayerStack() == node.GetRootNode().GetLayerStack(); }

}  // namespace

bool is_plain(const SdfLayer& layer) {
  if (layer.GetNumSubLayerPaths() != 0 || layer.HasRelocates()) return false;
  SdfPathVector prims = {SdfPath::AbsoluteRootPath()};
  while (!prims.empty()) {
    const SdfPath prim = prims.back();
    prims.pop_back();
    if (!std::ranges::all_of(layer.ListFields(prim), is_plain_field)) return false;
    VtValue names;
    if (!layer.HasField(prim, SdfChildrenKeys->PrimChildren, &names) || !names.IsHolding<TfTokenVector>()) continue;
    for (const TfToken& name : names.UncheckedGet<TfTokenVector>()) prims.push_back(prim.AppendChild(name));
  }
  return true;
}

std::vector<SdfLayerRefPtr> open_runtime_layers(const stage::Asset& asset, const std::string& default_prim,
                                                std::vector<const SdfLayer*>& plain) {
  std::vector<std::string> sets;
  for (const schema::Runtime& runtime : schema::runtimes()) sets.emplace_back(runtime.variant_set);
  std::mutex mutex;
  const auto look = [&plain, &mutex](const SdfLayer& layer) {
    if (!is_plain(layer)) return;
    const std::lock_guard lock(mutex);
    plain.push_back(&layer);
  };
  return stage::open_arcs(asset, SdfPath(default_prim), sets, std::string(schema::variant_words().enabled), look);
}

bool is_disabled_empty(const model::Model& model) {
  return std::ranges::all_of(model.runtime_sets, [&model](const model::VariantSet& set) {
    const model::VariantOption* disabled = set.find_option(schema::variant_words().disabled);
    if (set.prim != model.default_prim || disabled == nullptr) return true;
    return std::ranges::all_of(disabled->sections, [](const auto& section) { return section.contents.empty(); });
  });
}

Overlays::Overlays(SdfPath default_prim) : default_prim_(std::move(default_prim)) {}

std::optional<Overlays> Overlays::find(const stage::Composed& enabled, const SdfPath& default_prim,
                                       const std::vector<const SdfLayer*>& plain_layers) {
  const PcpPrimIndex* index = enabled.prim_index(default_prim);
  if (index == nullptr || !enabled.errors.empty()) return std::nullopt;
  Overlays overlays(default_prim);
  for (const PcpNodeRef& node : index->GetNodeRange()) {
    const schema::Runtime* runtime = runtime_of(node);
    if (runtime == nullptr) continue;
    if (!is_in_root_stack(node) || !node.GetParentNode().IsRootNode()) return std::nullopt;
    if (!brings_payload_alone(node)) return std::nullopt;
    const std::optional<PcpNodeRef> payload = plain_payload(node, plain_layers);
    if (!payload) return std::nullopt;
    overlays.overlays_.push_back(
        {bit_of(runtime->target), *payload, get_pointer(payload->GetLayerStack()->GetLayers().front())});
  }
  return overlays;
}

bool Overlays::fits(const PcpPrimIndex& index, const std::vector<stage::SpecSite>& sites) const {
  const SdfPath& prim = index.GetPath();
  for (const PcpNodeRef& node : index.GetNodeRange()) {
    if (node.IsRootNode()) continue;
    const PcpArcType arc = node.GetArcType();
    if (PcpIsClassBasedArc(arc) || arc == PcpArcTypeRelocate) return false;
    const schema::Runtime* runtime = runtime_of(node);
    if (is_in_root_stack(node)) {
      const bool is_own_set = runtime != nullptr && node.GetParentNode().IsRootNode() &&
                              node.GetPathAtIntroduction().GetPrimPath() == default_prim_;
      if (!is_own_set) return false;
    } else if (runtime != nullptr && prim == default_prim_) {
      return false;  // the choice reaches sets that other layers write
    }
  }
  const bool has_classes = std::ranges::any_of(sites, [](const stage::SpecSite& site) {
    return site.layer->HasField(*site.path, SdfFieldKeys->InheritPaths) ||
           site.layer->HasField(*site.path, SdfFieldKeys->Specializes);
  });
  if (has_classes) return false;
  if (!index.IsInstanceable()) return true;
  std::vector<stage::SpecSite> over;
  SdfPathVector paths;
  add_sites(prim, over, paths);
  return over.empty();
}

bool Overlays::compose_base(const stage::Asset& asset, const std::vector<stage::ChosenVariant>& chosen,
                            stage::Composed& base) const {
  std::atomic<bool> all_fit = true;
  const auto inspect = [&](const PcpPrimIndex& index, const std::vector<stage::SpecSite>& sites) {
    if (all_fit && !fits(index, sites)) all_fit = false;
    return all_fit.load();
  };
  base = stage::compose(asset, chosen, inspect);
  if (!all_fit) base.cache.reset();
  return all_fit && base.errors.empty() && !has_relocates(base);
}

void Overlays::add_sites(const SdfPath& prim, std::vector<stage::SpecSite>& sites, SdfPathVector& paths) const {
  paths.clear();
  if (!prim.HasPrefix(default_prim_)) return;
  paths.reserve(overlays_.size());  // the sites point into it
  const auto place = std::ranges::find_if(sites, [](const auto& site) { return !site.node.IsRootNode(); });
  std::ptrdiff_t position = place - sites.begin();
  for (const Overlay& overlay : overlays_) {
    SdfPath path = prim.ReplacePrefix(default_prim_, overlay.node.GetPath());
    if (!overlay.layer->HasSpec(path)) continue;
    paths.push_back(std::move(path));
    sites.insert(sites.begin() + position++, {overlay.node, overlay.layer, &paths.back()});
  }
}

void Overlays::add_children(const SdfPath& prim, TfTokenVector& names) const {
  if (!prim.HasPrefix(default_prim_)) return;
  std::optional<std::unordered_set<TfToken, TfToken::HashFunctor>> known;
  for (const Overlay& overlay : overlays_) {
    const SdfPath path = prim.ReplacePrefix(default_prim_, overlay.node.GetPath());
    VtValue children;
    if (!overlay.layer->HasField(path, SdfChildrenKeys->PrimChildren, &children)) continue;
    if (!children.IsHolding<TfTokenVector>()) continue;
    if (!known) known.emplace(names.begin(), names.end());
    for (const TfToken& name : children.UncheckedGet<TfTokenVector>()) {
      if (known->insert(name).second) names.push_back(name);
    }
  }
}

const Overlay* Overlays::overlay_of(SelectionMask bit) const {
  const auto overlay = std::ranges::find(overlays_, bit, &Overlay::kept_by);
  return overlay == overlays_.end() ? nullptr : &*overlay;
}

SelectionMask Overlays::kept_by(const PcpNodeRef& node) const {
  const auto overlay = std::ranges::find(overlays_, node, &Overlay::node);
  return overlay == overlays_.end() ? all_selections : overlay->kept_by;
}

}  // namespace assay::extract
