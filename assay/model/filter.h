#pragma once

#include "assay/model/field.h"

#include <string>
#include <vector>

namespace assay::model {

/// A PhysicsCollisionGroup with its members worked out.
struct CollisionGroup {
  NameIndex path = 0;
  std::vector<ColliderIndex> members;
  std::vector<NameIndex> filtered_groups;  // targets of physics:filteredGroups
  std::string merge_group;                 // groups of one name act as one; empty for none
  bool inverts = false;                    // collides with the listed groups alone
};

/// Two prims of physics:filteredPairs and the prim that lists the other.
struct FilteredPair {
  NameIndex owner = 0;
  NameIndex target = 0;
  OpinionIndex opinion = 0;
};

enum class PairRule : std::uint8_t {
  Allowed,     // nothing forbids it
  SameBody,    // both belong to one body
  BothStatic,  // neither belongs to a body
  Disabled,    // one of them is disabled
  FilteredPair,
  CollisionGroup,
  Joint,  // a joint between the bodies does not enable collision
};

/// Whether two colliders may collide, and what decides. Source: UsdPhysics, filtered pairs before groups.
struct ColliderPair {
  ColliderIndex first = 0;
  ColliderIndex second = 0;
  PairRule rule = PairRule::Allowed;
  NameIndex by = 0;  // the group, pair owner or joint that decides; 0 for none
};

struct Filters {
  std::vector<CollisionGroup> groups;
  std::vector<FilteredPair> pairs;
};

}  // namespace assay::model
