// Exact are compositions in which dropping a runtime's nodes leaves what composing without them gives. Not so, and left
// to one composition per selection, are those in which a runtime's data
//   - selects, lists or holds variants, or turns instancing on or off,
//   - deactivates or reorders prims,
//   - inherits or specializes: of equal classes Pcp keeps one, be it another runtime's or the neutral base's, and it
//     moves classes outwards,
//   - hangs on an instance, on relocates (extract.cpp looks for those), or on a runtime set of another prim.

#include "assay/extract/fold.h"

#include <algorithm>
#include <array>

namespace assay::extract {
namespace {

using namespace pxr;

/// Fields of a prim spec that change more than the opinions on its own prim.
bool steers_composition(const stage::SpecSite& site) {
  const std::array<TfToken, 6> fields = {SdfFieldKeys->Active,           SdfFieldKeys->Instanceable,
                                         SdfFieldKeys->VariantSelection, SdfFieldKeys->VariantSetNames,
                                         SdfFieldKeys->PrimOrder,        SdfChildrenKeys->VariantSetChildren};
  return std::ranges::any_of(fields, [&](const TfToken& field) { return site.layer->HasField(*site.path, field); });
}

}  // namespace

bool has_classes_or_variants(const SdfLayer& layer) {
  const std::array<TfToken, 3> fields = {SdfFieldKeys->InheritPaths, SdfFieldKeys->Specializes,
                                         SdfChildrenKeys->VariantSetChildren};
  SdfPathVector prims = {SdfPath::AbsoluteRootPath()};
  while (!prims.empty()) {
    const SdfPath prim = prims.back();
    prims.pop_back();
    if (std::ranges::any_of(fields, [&](const TfToken& field) { return layer.HasField(prim, field); })) return true;
    VtValue names;
    if (!layer.HasField(prim, SdfChildrenKeys->PrimChildren, &names) || !names.IsHolding<TfTokenVector>()) continue;
    for (const TfToken& name : names.UncheckedGet<TfTokenVector>()) prims.push_back(prim.AppendChild(name));
  }
  return false;
}

Fold::Fold(SdfPath default_prim)
    : default_prim_(std::move(default_prim)), default_depth_(static_cast<int>(default_prim_.GetPathElementCount())) {
  for (const schema::Runtime& runtime : schema::runtimes()) {
    options_.emplace_back(default_prim_.AppendVariantSelection(std::string(runtime.variant_set),
                                                               std::string(schema::variant_words().enabled)),
                          bit_of(runtime.target));
  }
}

SelectionMask Fold::kept_by(const PcpNodeRef& node, const SdfPath& prim) const {
  SelectionMask kept = all;
  for (PcpNodeRef each = node; each; each = each.GetParentNode()) kept &= kept_by_arc(each, prim);
  return kept;
}

bool Fold::is_class_of_runtime(const PcpNodeRef& node, const SdfPath& prim) const {
  for (PcpNodeRef each = node; each; each = each.GetParentNode()) {
    if (!PcpIsClassBasedArc(each.GetArcType())) continue;
    if (kept_by(each.GetParentNode(), prim) != all || kept_by(each.GetOriginNode(), prim) != all) return true;
  }
  return false;
}

SelectionMask Fold::kept_by_arc(const PcpNodeRef& node, const SdfPath& prim) const {
  if (node.GetArcType() != PcpArcTypeVariant) return all;
  const SdfPath introduction = node.GetPathAtIntroduction();
  const bool is_in_root = node.GetLayerStack() == node.GetRootNode().GetLayerStack();
  if (is_in_root) {
    const auto option = std::ranges::find(options_, introduction, &Option::first);
    if (option != options_.end()) return option->second;
  }
  // sets within sets, and sets that other layers write
  const auto [set, option] = introduction.GetVariantSelection();
  if (option != schema::variant_words().enabled) return all;
  const schema::Runtime* runtime = schema::runtime_of_variant_set(set);
  if (runtime == nullptr) return all;
  const bool is_on_default =
      is_in_root ? introduction.StripAllVariantSelections() == default_prim_ : is_on_default_prim(node, prim);
  if (is_on_default) return bit_of(runtime->target);
  is_exact_ = false;
  return all;
}

bool Fold::is_on_default_prim(const PcpNodeRef& node, const SdfPath& prim) const {
  if (!prim.HasPrefix(default_prim_) || node.GetNamespaceDepth() != default_depth_) return false;
  for (PcpNodeRef each = node.GetParentNode(); each; each = each.GetParentNode()) {
    if (each.GetNamespaceDepth() > default_depth_) return false;
  }
  return true;
}

void Fold::inspect(const PcpPrimIndex& index, const std::vector<stage::SpecSite>& sites) const {
  if (!is_exact_) return;
  bool is_shared = true;
  for (const stage::SpecSite& site : sites) {
    if (is_class_of_runtime(site.node, index.GetPath())) is_exact_ = false;
    if (kept_by(site.node, index.GetPath()) == all) continue;
    is_shared = false;
    if (steers_composition(site)) is_exact_ = false;
  }
  if (!is_shared && index.IsInstanceable()) is_exact_ = false;
}

}  // namespace assay::extract
