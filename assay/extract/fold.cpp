// Exact are compositions in which dropping a runtime's nodes leaves what composing without them gives. Not so, and left
// to one composition per selection, are those in which a runtime's data
//   - selects, lists or holds variants, or turns instancing on or off,
//   - deactivates or reorders prims,
//   - hangs on an instance, on relocates (extract.cpp looks for those), or on a runtime set of another prim.
// Origins count like parents, since Pcp moves specialized specs to the root of the graph and implies inherits outwards.

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

Fold::Fold(SdfPath default_prim)
    : default_prim_(std::move(default_prim)), default_depth_(static_cast<int>(default_prim_.GetPathElementCount())) {}

SelectionMask Fold::kept_by(const PcpNodeRef& node, const SdfPath& prim) const {
  // most nodes hang on their parents alone; nodes of another origin wait here, each once
  std::vector<PcpNodeRef> origins;
  SelectionMask kept = all;
  PcpNodeRef start = node;
  for (std::size_t next = 0;; start = origins[next++]) {
    for (PcpNodeRef each = start; each; each = each.GetParentNode()) {
      kept &= kept_by_arc(each, prim);
      const PcpNodeRef origin = each.GetOriginNode();
      const bool is_new = origin && origin != each.GetParentNode() && std::ranges::find(origins, origin) == origins.end();
      if (is_new) origins.push_back(origin);
    }
    if (next == origins.size()) return kept;
  }
}

SelectionMask Fold::kept_by_arc(const PcpNodeRef& node, const SdfPath& prim) const {
  if (node.GetArcType() != PcpArcTypeVariant) return all;
  const SdfPath introduction = node.GetPathAtIntroduction();
  const auto [set, option] = introduction.GetVariantSelection();
  if (option != schema::variant_words().enabled) return all;
  const schema::Runtime* runtime = schema::runtime_of_variant_set(set);
  if (runtime == nullptr) return all;
  if (is_on_default_prim(node, introduction, prim)) return bit_of(runtime->target);
  is_exact_ = false;
  return all;
}

bool Fold::is_on_default_prim(const PcpNodeRef& node, const SdfPath& introduction, const SdfPath& prim) const {
  if (node.GetLayerStack() == node.GetRootNode().GetLayerStack()) {
    return introduction.StripAllVariantSelections() == default_prim_;
  }
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
    if (kept_by(site.node, index.GetPath()) == all) continue;
    is_shared = false;
    if (steers_composition(site)) is_exact_ = false;
  }
  if (!is_shared && index.IsInstanceable()) is_exact_ = false;
}

}  // namespace assay::extract
