#include "assay/extract/physics/read_physics.h"
#include "assay/stage/collections.h"

#include <algorithm>

namespace assay::extract {
namespace {

using namespace pxr;

/// Members are what the collection `colliders` holds. Source: UsdPhysicsCollisionGroup.
model::CollisionGroup read_group(Reading& reading, const PhysicsPrim& prim) {
  model::CollisionGroup group;
  group.path = prim.name;
  const stage::Collection collection = stage::resolve_collection(reading.composed, prim.path, "colliders");
  for (const std::string& problem : collection.problems) note_oddity(reading, prim, "collection:colliders", problem);
  for (const PhysicsPrim& each : reading.prims) {
    if (each.collider && collection.holds(each.path)) group.members.push_back(*each.collider);
  }
  std::ranges::sort(group.members);
  for (const SdfPath& target : read_targets(reading, prim, "physics:filteredGroups")) {
    group.filtered_groups.push_back(reading.recorder.path(target));
  }
  const model::Field<model::NameIndex> merge_group = read_token(reading, prim, "physics:mergeGroup", "");
  group.merge_group = reading.recorder.model().text(merge_group.value);
  group.inverts = read_flag(reading, prim, "physics:invertFilteredGroups", false).value;
  return group;
}

void add_pairs(Reading& reading, const PhysicsPrim& prim) {
  static const TfToken name("physics:filteredPairs");
  const auto site = std::ranges::find_if(
      prim.sites, [](const stage::SpecSite& each) { return each.layer->HasSpec(each.path->AppendProperty(name)); });
  if (site == prim.sites.end()) return;
  for (const SdfPath& target : read_targets(reading, prim, name.GetString())) {
    reading.physics.filters.pairs.push_back(
        {prim.name, reading.recorder.path(target), reading.recorder.opinion(*site)});
  }
}

}  // namespace

void read_filters(Reading& reading) {
  auto is_group = type_question(reading, "PhysicsCollisionGroup");
  auto has_pairs = schema_question(reading, "PhysicsFilteredPairsAPI");
  for (const PhysicsPrim& prim : reading.prims) {
    if (is_group(prim)) {
      reading.physics.filters.groups.push_back(read_group(reading, prim));
    }
    if (has_pairs(prim)) add_pairs(reading, prim);
  }
}

}  // namespace assay::extract
