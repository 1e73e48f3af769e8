#include "assay/stage/targets.h"

namespace assay::stage {
namespace {

using namespace pxr;

Targets targets_of(const Composed& composed, const PcpPrimIndex& index, const SdfPath& property, SdfSpecType type) {
  Targets targets;
  PcpPropertyIndex property_index;
  PcpBuildPrimPropertyIndex(property, *composed.cache, index, &property_index, &targets.errors);
  if (property_index.IsEmpty()) return targets;
  PcpTargetIndex target_index;
  const PcpSite site(composed.cache->GetLayerStackIdentifier(), property);
  PcpBuildTargetIndex(site, property_index, type, &target_index, &targets.errors);
  targets.paths = std::move(target_index.paths);
  targets.has_opinions = target_index.hasTargetOpinions;
  return targets;
}

/// Whether a node is reached by arcs that map each path by one function and bring no classes.
bool is_plain_site(const PcpNodeRef& node) {
  for (PcpNodeRef each = node; !each.IsRootNode(); each = each.GetParentNode()) {
    const PcpArcType arc = each.GetArcType();
    if (arc != PcpArcTypeReference && arc != PcpArcTypePayload && arc != PcpArcTypeVariant) return false;
  }
  return true;
}

}  // namespace

std::optional<Targets> targets_of_only_spec(const SpecSite& spec, const TfToken& name) {
  const SdfPath property = spec.path->AppendProperty(name);
  if (!is_plain_site(spec.node)) return std::nullopt;
  Targets targets;
  VtValue value;
  targets.has_opinions = spec.layer->HasField(property, SdfFieldKeys->TargetPaths, &value);
  if (!targets.has_opinions) {
    if (spec.layer->GetSpecType(property) != SdfSpecTypeRelationship) return std::nullopt;
    return targets;
  }
  if (!value.IsHolding<SdfPathListOp>()) return std::nullopt;
  const auto& list = value.UncheckedGet<SdfPathListOp>();
  if (!list.GetDeletedItems().empty() || !list.GetOrderedItems().empty()) return std::nullopt;
  list.ApplyOperations(&targets.paths);
  const bool is_moved = !spec.node.IsRootNode();
  for (SdfPath& path : targets.paths) {
    if (!path.IsAbsoluteRootOrPrimPath() || path.ContainsPrimVariantSelection()) return std::nullopt;
    if (is_moved) path = spec.node.GetMapToRoot().MapSourceToTarget(path);
    if (path.IsEmpty()) return std::nullopt;
  }
  return targets;
}

Targets relationship_targets(const Composed& composed, const PcpPrimIndex& index, const SdfPath& property,
                             std::span<const SpecSite> specs) {
  if (specs.size() == 1) {
    if (std::optional<Targets> targets = targets_of_only_spec(specs.front(), property.GetNameToken())) return *targets;
  }
  return relationship_targets(composed, index, property);
}

Targets relationship_targets(const Composed& composed, const PcpPrimIndex& index, const SdfPath& property) {
  return targets_of(composed, index, property, SdfSpecTypeRelationship);
}

Targets attribute_connections(const Composed& composed, const PcpPrimIndex& index, const SdfPath& property) {
  return targets_of(composed, index, property, SdfSpecTypeAttribute);
}

}  // namespace assay::stage
