#include "assay/model/pairs.h"

#include "assay/base/prim_path.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace assay::model {
namespace {

using Members = std::vector<std::uint32_t>;  // ascending

/// What the filtered pairs of an asset say, as the sides that each collider stands on.
class FilteredPairs {
 public:
  FilteredPairs(const Names& names, const Physics& physics) : names_(names), physics_(physics) {
    sides_.resize(physics.colliders.size());
    std::uint32_t next = 0;
    for (const FilteredPair& pair : physics.filters.pairs) {
      for (const ColliderIndex collider : colliders_of(pair.owner)) sides_[collider].push_back(next);
      for (const ColliderIndex collider : colliders_of(pair.target)) sides_[collider].push_back(next + 1);
      next += 2;
    }
  }

  /// The prim that lists the pair; nothing where none does.
  std::optional<NameIndex> by(ColliderIndex first, ColliderIndex second) const {
    for (const std::uint32_t side : sides_[first]) {
      constexpr std::uint32_t other = 1;  // sides of one pair are 2n and 2n + 1
      if (std::ranges::binary_search(sides_[second], side ^ other)) return physics_.filters.pairs[side / 2].owner;
    }
    return std::nullopt;
  }

 private:
  /// The colliders that a prim of a filtered pair stands for.
  std::vector<ColliderIndex> colliders_of(NameIndex prim) const {
    const std::string& path = names_[prim];
    const auto is_prim = [&](const auto& each) { return names_[each.path] == path; };
    const auto body = std::ranges::find_if(physics_.bodies, is_prim);
    if (body != physics_.bodies.end()) return body->colliders;
    const auto collider = std::ranges::find_if(physics_.colliders, is_prim);
    if (collider != physics_.colliders.end())
      return {static_cast<ColliderIndex>(collider - physics_.colliders.begin())};
    std::vector<ColliderIndex> found = colliders_of_articulation(path);
    for (ColliderIndex index = 0; found.empty() && index < physics_.colliders.size(); ++index) {
      if (is_at_or_below(names_[physics_.colliders[index].path], path)) found.push_back(index);
    }
    return found;
  }

  std::vector<ColliderIndex> colliders_of_articulation(const std::string& path) const {
    std::vector<ColliderIndex> found;
    for (const Mechanism& mechanism : physics_.graph.mechanisms) {
      if (!mechanism.articulation || names_[*mechanism.articulation] != path) continue;
      for (const BodyIndex body : mechanism.bodies) {
        const std::vector<ColliderIndex>& owned = physics_.bodies[body].colliders;
        found.insert(found.end(), owned.begin(), owned.end());
      }
    }
    return found;
  }

  const Names& names_;
  const Physics& physics_;
  std::vector<Members> sides_;  // by collider
};

/// Which collision groups do not collide, and the groups that each collider is in. Groups that are merged share a
/// number.
class GroupTable {
 public:
  GroupTable(const Names& names, const Physics& physics) {
    const std::vector<CollisionGroup>& groups = physics.filters.groups;
    std::map<std::string, std::uint32_t> by_merge_name;
    std::map<std::string, std::uint32_t> by_path;
    for (const CollisionGroup& group : groups) {
      std::uint32_t number = count_;
      if (!group.merge_group.empty()) number = by_merge_name.try_emplace(group.merge_group, count_).first->second;
      count_ = std::max(count_, number + 1);
      by_path[names[group.path]] = number;
    }
    numbers_.resize(physics.colliders.size());
    for (const CollisionGroup& group : groups) {
      const std::uint32_t number = by_path[names[group.path]];
      for (const ColliderIndex member : group.members) numbers_[member].push_back(number);
      std::set<std::uint32_t> listed;
      for (const NameIndex target : group.filtered_groups) {
        if (const auto known = by_path.find(names[target]); known != by_path.end()) listed.insert(known->second);
      }
      for (std::uint32_t other = 0; other < count_; ++other) {
        if (listed.contains(other) != group.inverts) blocked_.try_emplace(std::minmax({number, other}), group.path);
      }
    }
  }

  /// The group that keeps two colliders apart; nothing where none does.
  std::optional<NameIndex> by(ColliderIndex first, ColliderIndex second) const {
    for (const std::uint32_t left : numbers_[first]) {
      for (const std::uint32_t right : numbers_[second]) {
        const auto found = blocked_.find(std::minmax({left, right}));
        if (found != blocked_.end()) return found->second;
      }
    }
    return std::nullopt;
  }

 private:
  std::uint32_t count_ = 0;
  std::vector<Members> numbers_;                                          // by collider
  std::map<std::pair<std::uint32_t, std::uint32_t>, NameIndex> blocked_;  // numbers → the group that says so
};

/// Enabled joints that keep two bodies apart.
std::map<std::pair<BodyIndex, BodyIndex>, NameIndex> separating_joints(const Physics& physics) {
  std::map<std::pair<BodyIndex, BodyIndex>, NameIndex> joints;
  for (const Joint& joint : physics.joints) {
    const auto& [first, second] = joint.sides;
    if (!joint.enabled.value || joint.collision_enabled.value || !first.body || !second.body) continue;
    joints.try_emplace(std::minmax({*first.body, *second.body}), joint.path);
  }
  return joints;
}

/// Everything that decides on pairs.
struct Rules {
  const Physics& physics;
  FilteredPairs filtered;
  GroupTable groups;
  std::map<std::pair<BodyIndex, BodyIndex>, NameIndex> joints;
};

ColliderPair judged(const Rules& rules, ColliderIndex first, ColliderIndex second) {
  const Collider& left = rules.physics.colliders[first];
  const Collider& right = rules.physics.colliders[second];
  if (!left.enabled.value || !right.enabled.value) return {first, second, PairRule::Disabled, 0};
  if (left.body && left.body == right.body) return {first, second, PairRule::SameBody, 0};
  if (!left.body && !right.body) return {first, second, PairRule::BothStatic, 0};
  if (const auto by = rules.filtered.by(first, second)) return {first, second, PairRule::FilteredPair, *by};
  if (const auto by = rules.groups.by(first, second)) return {first, second, PairRule::CollisionGroup, *by};
  if (left.body && right.body) {
    const auto joint = rules.joints.find(std::minmax({*left.body, *right.body}));
    if (joint != rules.joints.end()) return {first, second, PairRule::Joint, joint->second};
  }
  return {first, second, PairRule::Allowed, 0};
}

}  // namespace

ColliderPairs collider_pairs(const Names& names, const Physics& physics, const PairQuery& query) {
  const std::size_t count = physics.colliders.size();
  std::vector<bool> is_wanted;
  for (const Collider& collider : physics.colliders)
    is_wanted.push_back(is_at_or_below(names[collider.path], query.prim));
  const std::uint64_t wanted = static_cast<std::uint64_t>(std::ranges::count(is_wanted, true));

  const Rules rules{physics, {names, physics}, {names, physics}, separating_joints(physics)};
  ColliderPairs found;
  for (ColliderIndex first = 0; first < count && found.pairs.size() < query.most; ++first) {
    for (ColliderIndex second = first + 1; second < count && found.pairs.size() < query.most; ++second) {
      if (is_wanted[first] || is_wanted[second]) found.pairs.push_back(judged(rules, first, second));
    }
  }
  const std::uint64_t all = wanted == 0 ? 0 : wanted * (wanted - 1) / 2 + wanted * (count - wanted);
  found.left_out = all - found.pairs.size();
  return found;
}

std::string_view name_of(PairRule rule) {
  constexpr std::string_view names[] = {"allowed",       "same_body",       "both_static", "disabled",
                                        "filtered_pair", "collision_group", "joint"};
  return names[static_cast<std::size_t>(rule)];
}

}  // namespace assay::model
