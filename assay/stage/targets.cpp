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

}  // namespace

Targets relationship_targets(const Composed& composed, const PcpPrimIndex& index, const SdfPath& property) {
  return targets_of(composed, index, property, SdfSpecTypeRelationship);
}

Targets attribute_connections(const Composed& composed, const PcpPrimIndex& index, const SdfPath& property) {
  return targets_of(composed, index, property, SdfSpecTypeAttribute);
}

}  // namespace assay::stage
