#pragma once

#include "assay/model/physics.h"

#include <cstdint>
#include <string>
#include <vector>

namespace assay::model {

/// Which pairs of colliders are wanted.
struct PairQuery {
  std::string prim = "/";     // one of both colliders is this prim or lies below it
  std::size_t most = 10'000;  // pairs, of which there are as many as colliders squared
};

/// Pairs of colliders with what decides on each.
struct ColliderPairs {
  std::vector<ColliderPair> pairs;  // in stage order
  std::uint64_t left_out = 0;       // beyond the most that were wanted
};

/// Whether colliders may collide. The first of these decides: one is disabled, both belong to one body, both are
/// static, filtered pairs, collision groups, a joint between the bodies that does not enable collision. A filtered
/// pair names a collider, a body with all its colliders, an articulation with all its bodies, or else a prim with all
/// that is below it. Source: UsdPhysics, UsdPhysicsFilteredPairsAPI, UsdPhysicsCollisionGroup::
/// ComputeCollisionGroupTable; unlike there, a filtered group that does not exist stands for no group.
ColliderPairs collider_pairs(const Names& names, const Physics& physics, const PairQuery& query = {});

/// `allowed`, `same_body`, `both_static`, `disabled`, `filtered_pair`, `collision_group` or `joint`.
std::string_view name_of(PairRule rule);

}  // namespace assay::model
