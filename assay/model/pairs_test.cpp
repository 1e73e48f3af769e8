#include "assay/model/pairs.h"

#include <gtest/gtest.h>

#include <map>

namespace assay::model {
namespace {

/// Colliders a, b, c, …, one for each body unless a test changes that.
struct Asset {
  Names names;
  Physics physics;

  explicit Asset(std::size_t count) {
    for (std::uint32_t index = 0; index < count; ++index) {
      const std::string body = std::string("/") + static_cast<char>('a' + index);
      Body& made = physics.bodies.emplace_back();
      made.path = names.intern(body);
      made.colliders = {index};
      Collider& collider = physics.colliders.emplace_back();
      collider.path = names.intern(body + "/shape");
      collider.body = index;
    }
  }

  CollisionGroup& group(const std::string& path, std::vector<ColliderIndex> members,
                        const std::vector<std::string>& filtered) {
    CollisionGroup& group = physics.filters.groups.emplace_back();
    group.path = names.intern(path);
    group.members = std::move(members);
    for (const std::string& each : filtered) group.filtered_groups.push_back(names.intern(each));
    return group;
  }

  void filter(const std::string& owner, const std::string& target) {
    physics.filters.pairs.push_back({names.intern(owner), names.intern(target), 0});
  }

  Joint& joint(std::optional<BodyIndex> first, std::optional<BodyIndex> second) {
    Joint& joint = physics.joints.emplace_back();
    joint.path = names.intern("/joint");
    joint.sides[0].body = first;
    joint.sides[1].body = second;
    return joint;
  }

  ColliderPair pair(ColliderIndex first, ColliderIndex second) const {
    for (const ColliderPair& each : collider_pairs(names, physics).pairs) {
      if (each.first == first && each.second == second) return each;
    }
    ADD_FAILURE() << "no pair " << first << ", " << second;
    return {};
  }
  PairRule rule(ColliderIndex first, ColliderIndex second) const { return pair(first, second).rule; }
  const std::string& by(ColliderIndex first, ColliderIndex second) const { return names[pair(first, second).by]; }
};

TEST(pairs, all_may_collide_where_nothing_forbids_it) {
  const Asset asset(3);
  const ColliderPairs found = collider_pairs(asset.names, asset.physics);
  ASSERT_EQ(found.pairs.size(), 3);  // 3 over 2
  EXPECT_EQ(found.left_out, 0);
  for (const ColliderPair& pair : found.pairs) EXPECT_EQ(pair.rule, PairRule::Allowed);
  EXPECT_EQ(asset.by(0, 1), "");
}

TEST(pairs, one_body_or_none_keeps_apart) {
  Asset asset(4);
  asset.physics.colliders[1].body = 0;
  asset.physics.colliders[2].body.reset();
  EXPECT_EQ(asset.rule(0, 1), PairRule::SameBody);
  EXPECT_EQ(asset.rule(0, 2), PairRule::Allowed);
  EXPECT_EQ(asset.rule(2, 3), PairRule::Allowed);
  asset.physics.colliders[3].body.reset();
  EXPECT_EQ(asset.rule(2, 3), PairRule::BothStatic);
}

TEST(pairs, disabled_collider_comes_before_all) {
  Asset asset(3);
  asset.filter("/a", "/b");
  asset.physics.colliders[0].enabled.value = false;
  EXPECT_EQ(asset.rule(0, 1), PairRule::Disabled);
  EXPECT_EQ(asset.rule(1, 2), PairRule::Allowed);
}

TEST(pairs, filtered_pair_of_bodies_colliders_and_both) {
  Asset asset(4);
  asset.filter("/a", "/b");
  asset.filter("/c/shape", "/a");
  EXPECT_EQ(asset.rule(0, 1), PairRule::FilteredPair);
  EXPECT_EQ(asset.by(0, 1), "/a");
  EXPECT_EQ(asset.rule(0, 2), PairRule::FilteredPair);
  EXPECT_EQ(asset.by(0, 2), "/c/shape");
  EXPECT_EQ(asset.rule(1, 2), PairRule::Allowed);
  EXPECT_EQ(asset.rule(0, 3), PairRule::Allowed);
}

TEST(pairs, filtered_body_is_not_what_lies_below_it) {
  Asset asset(3);
  asset.physics.bodies[1].path = asset.names.intern("/a/inner");
  asset.physics.colliders[1].path = asset.names.intern("/a/inner/shape");
  asset.filter("/a", "/c");
  EXPECT_EQ(asset.rule(0, 2), PairRule::FilteredPair);
  EXPECT_EQ(asset.rule(1, 2), PairRule::Allowed);
}

TEST(pairs, filtered_articulation_is_all_its_bodies) {
  Asset asset(4);
  Mechanism& mechanism = asset.physics.graph.mechanisms.emplace_back();
  mechanism.bodies = {0, 1};
  mechanism.articulation = asset.names.intern("/robot");
  asset.filter("/robot", "/c");
  EXPECT_EQ(asset.rule(0, 2), PairRule::FilteredPair);
  EXPECT_EQ(asset.rule(1, 2), PairRule::FilteredPair);
  EXPECT_EQ(asset.rule(0, 1), PairRule::Allowed);
  EXPECT_EQ(asset.rule(2, 3), PairRule::Allowed);
}

TEST(pairs, filtered_prim_without_physics_is_what_lies_below_it) {
  Asset asset(3);
  asset.physics.colliders[0].path = asset.names.intern("/room/wall");
  asset.physics.colliders[1].path = asset.names.intern("/room2/wall");
  asset.filter("/c", "/room");
  EXPECT_EQ(asset.rule(0, 2), PairRule::FilteredPair);
  EXPECT_EQ(asset.rule(1, 2), PairRule::Allowed);
  asset.filter("/c", "/gone");
  EXPECT_EQ(asset.rule(1, 2), PairRule::Allowed);
}

TEST(pairs, filtered_pair_comes_before_groups_and_groups_before_joints) {
  Asset asset(2);
  asset.joint(0, 1);
  EXPECT_EQ(asset.rule(0, 1), PairRule::Joint);
  asset.group("/group", {0, 1}, {"/group"});
  EXPECT_EQ(asset.rule(0, 1), PairRule::CollisionGroup);
  asset.filter("/b", "/a");
  EXPECT_EQ(asset.rule(0, 1), PairRule::FilteredPair);
}

TEST(pairs, joint_keeps_apart_unless_it_enables_collision) {
  Asset asset(3);
  Joint& joint = asset.joint(1, 0);
  EXPECT_EQ(asset.rule(0, 1), PairRule::Joint);
  EXPECT_EQ(asset.by(0, 1), "/joint");
  EXPECT_EQ(asset.rule(1, 2), PairRule::Allowed);
  joint.collision_enabled.value = true;
  EXPECT_EQ(asset.rule(0, 1), PairRule::Allowed);
  joint.collision_enabled.value = false;
  joint.enabled.value = false;
  EXPECT_EQ(asset.rule(0, 1), PairRule::Allowed);
}

TEST(pairs, joint_to_the_world_keeps_nothing_apart) {
  Asset asset(2);
  asset.physics.colliders[1].body.reset();
  asset.joint(std::nullopt, 0);
  EXPECT_EQ(asset.rule(0, 1), PairRule::Allowed);
}

/// One group: whom it lists, its merge name, whether it inverts.
struct GroupSpec {
  std::string filtered;  // one letter for each group
  std::string merge;
  bool inverts = false;
};

/// The pairs of groups that do not collide, as "ab ac". Groups are a, b, c, …, each with one collider, and a second
/// one so that a group's collision with itself shows.
std::string blocked(const std::vector<GroupSpec>& specs) {
  const auto count = static_cast<std::uint32_t>(specs.size());
  Asset asset(static_cast<std::size_t>(count) * 2);
  for (std::uint32_t index = 0; index < count; ++index) {
    std::vector<std::string> filtered;
    for (const char letter : specs[index].filtered) filtered.push_back(std::string("/group_") + letter);
    const std::string path = std::string("/group_") + static_cast<char>('a' + index);
    CollisionGroup& group = asset.group(path, {index, index + count}, filtered);
    group.merge_group = specs[index].merge;
    group.inverts = specs[index].inverts;
  }
  std::string text;
  for (std::uint32_t first = 0; first < count; ++first) {
    for (std::uint32_t second = first; second < count; ++second) {
      if (asset.rule(first, second + count) != PairRule::CollisionGroup) continue;
      text += text.empty() ? "" : " ";
      text += {static_cast<char>('a' + first), static_cast<char>('a' + second)};
    }
  }
  return text;
}

// what is expected here is what usd-core 26.8's ComputeCollisionGroupTable says of these groups
TEST(pairs, groups_are_those_of_the_collision_group_table) {
  EXPECT_EQ(blocked({{"b", ""}, {"", ""}, {"", ""}}), "ab");
  EXPECT_EQ(blocked({{"a", ""}, {"", ""}}), "aa");
  EXPECT_EQ(blocked({{"", ""}, {"", ""}}), "");
}

TEST(pairs, merged_groups_are_one) {
  EXPECT_EQ(blocked({{"b", ""}, {"", "m"}, {"", "m"}}), "ab ac");
  EXPECT_EQ(blocked({{"", "m"}, {"c", "m"}, {"", ""}}), "ac bc");
}

TEST(pairs, inverted_group_collides_with_what_it_lists_alone) {
  EXPECT_EQ(blocked({{"b", "", true}, {"", ""}, {"", ""}}), "aa ac");
  EXPECT_EQ(blocked({{"", "", true}, {"", ""}}), "aa ab");
  EXPECT_EQ(blocked({{"b", "", true}, {"a", ""}}), "aa ab");
}

TEST(pairs, inverted_and_merged_groups_together) {
  EXPECT_EQ(blocked({{"b", "m", true}, {"", ""}, {"", "m"}}), "aa ac cc");
  const std::string all_but_the_other_merged = "aa ab ac ad ae bc cc cd ce";
  EXPECT_EQ(blocked({{"b", "m", true}, {"", "n"}, {"d", "m"}, {"", "n"}, {"", ""}}), all_but_the_other_merged);
  EXPECT_EQ(blocked({{"e", "m", true}, {"", "n"}, {"d", "m", true}, {"", "n"}, {"", ""}}), all_but_the_other_merged);
}

TEST(pairs, group_that_is_gone_is_none) {
  EXPECT_EQ(blocked({{"x", ""}, {"", ""}}), "");
  EXPECT_EQ(blocked({{"x", "", true}, {"", ""}}), "aa ab");
}

TEST(pairs, collider_in_no_group_collides_with_all) {
  Asset asset(3);
  asset.group("/inverted", {0, 1}, {}).inverts = true;
  EXPECT_EQ(asset.rule(0, 1), PairRule::CollisionGroup);
  EXPECT_EQ(asset.by(0, 1), "/inverted");
  EXPECT_EQ(asset.rule(0, 2), PairRule::Allowed);
}

TEST(pairs, collider_in_two_groups_obeys_both) {
  Asset asset(3);
  asset.group("/group_1", {0}, {});
  asset.group("/group_2", {0}, {"/group_3"});
  asset.group("/group_3", {1}, {});
  EXPECT_EQ(asset.rule(0, 1), PairRule::CollisionGroup);
  EXPECT_EQ(asset.by(0, 1), "/group_2");
  EXPECT_EQ(asset.rule(0, 2), PairRule::Allowed);
}

TEST(pairs, beyond_the_most_are_counted) {
  const Asset asset(10);
  const ColliderPairs found = collider_pairs(asset.names, asset.physics, {.most = 7});
  EXPECT_EQ(found.pairs.size(), 7);
  EXPECT_EQ(found.left_out, 45 - 7);  // 10 over 2
  EXPECT_EQ(collider_pairs(asset.names, asset.physics, {.most = 45}).left_out, 0);
}

TEST(pairs, of_one_prim_alone) {
  const Asset asset(4);
  const ColliderPairs found = collider_pairs(asset.names, asset.physics, {.prim = "/c"});
  ASSERT_EQ(found.pairs.size(), 3);
  EXPECT_EQ(found.left_out, 0);
  for (const ColliderPair& pair : found.pairs) EXPECT_TRUE(pair.first == 2 || pair.second == 2);
  EXPECT_EQ(collider_pairs(asset.names, asset.physics, {.prim = "/c", .most = 1}).left_out, 2);
  EXPECT_TRUE(collider_pairs(asset.names, asset.physics, {.prim = "/gone"}).pairs.empty());
}

TEST(pairs, nothing_to_pair) {
  EXPECT_TRUE(collider_pairs({}, {}).pairs.empty());
  EXPECT_EQ(collider_pairs({}, {}).left_out, 0);
}

}  // namespace
}  // namespace assay::model
