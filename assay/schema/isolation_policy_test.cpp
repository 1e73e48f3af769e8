#include "assay/schema/isolation_policy.h"

#include "assay/schema/profile.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>

namespace assay::schema {
namespace {

const IsolationPolicy& policy(std::string_view profile) { return policy_of(*find_profile(profile)); }

// one name of the policy and its cells in the order Standard, PhysX, Newton, MuJoCo:
// + allowed or required, x forbidden, and "neutral" for a name without a row
struct Example {
  const char* name;
  const char* cells;
};

std::string cells_of(const PolicyRow* row) {
  if (row == nullptr) return "neutral";
  std::string text;
  for (const Target target : all_targets) {
    const Cell cell = row->cells.at(static_cast<std::size_t>(target));
    text += cell == Cell::Forbidden ? 'x' : cell == Cell::NotConsumed ? '-' : '+';
  }
  return text;
}

void expect_schemas(const IsolationPolicy& policy, std::initializer_list<Example> examples) {
  for (const Example& example : examples)
    EXPECT_EQ(cells_of(row_of_schema(policy, example.name)), example.cells) << example.name;
}

void expect_properties(const IsolationPolicy& policy, std::initializer_list<Example> examples) {
  for (const Example& example : examples)
    EXPECT_EQ(cells_of(row_of_property(policy, example.name)), example.cells) << example.name;
}

const ValueRule* value_rule(const IsolationPolicy& policy, Target target) {
  for (const ValueRule& rule : policy.values) {
    if (rule.property == "physics:approximation" && rule.target == target) return &rule;
  }
  return nullptr;
}

Cell cell_of_value(const IsolationPolicy& policy, Target target, std::string_view token) {
  const ValueRule* rule = value_rule(policy, target);
  return std::ranges::find(rule->tokens, token) != rule->tokens.end() ? rule->listed : rule->otherwise;
}

TEST(isolation_policy, star_matches_any_text) {
  EXPECT_TRUE(matches_pattern("physx*:*", "physxCollision:contactOffset"));
  EXPECT_TRUE(matches_pattern("physx*:*", "physxVehicle:wheel:index"));
  EXPECT_TRUE(matches_pattern("physx*:*", "physx:a"));
  EXPECT_TRUE(matches_pattern("newton:*", "newton:contactGap"));
  EXPECT_TRUE(matches_pattern("newton:*", "newton:"));
  EXPECT_TRUE(matches_pattern("*", ""));
  EXPECT_TRUE(matches_pattern("a*b*c", "axxbyyc"));
  EXPECT_TRUE(matches_pattern("a*b*c", "abcbc"));
}

TEST(isolation_policy, look_alikes_do_not_match) {
  EXPECT_FALSE(matches_pattern("physx*:*", "physx"));
  EXPECT_FALSE(matches_pattern("physx*:*", "physxCollision"));
  EXPECT_FALSE(matches_pattern("physx*:*", "physics:mass"));
  EXPECT_FALSE(matches_pattern("physx*:*", "my:physxCollision:contactOffset"));
  EXPECT_FALSE(matches_pattern("newton:*", "newtonian:mass"));
  EXPECT_FALSE(matches_pattern("newton:*", "newton"));
  EXPECT_FALSE(matches_pattern("newton:*", "Newton:contactGap"));
  EXPECT_FALSE(matches_pattern("mjc:*", "mjcFile"));
  EXPECT_FALSE(matches_pattern("a*b*c", "acb"));
}

TEST(isolation_policy, pattern_without_star_is_exact) {
  EXPECT_TRUE(matches_pattern("mjc:group", "mjc:group"));
  EXPECT_FALSE(matches_pattern("mjc:group", "mjc:groups"));
  EXPECT_FALSE(matches_pattern("mjc:group", "mjc:grou"));
  EXPECT_FALSE(matches_pattern("", "a"));
}

// seed 000, master matrix, row by row
TEST(isolation_policy, simready_schemas_follow_the_matrix) {
  expect_schemas(policy("simready"), {
                                         {"PhysicsCollisionAPI", "neutral"},
                                         {"PhysicsRigidBodyAPI", "neutral"},
                                         {"PhysicsArticulationRootAPI", "neutral"},
                                         {"PhysicsScene", "neutral"},
                                         {"PhysicsDriveAPI:angular", "neutral"},
                                         {"PhysxCollisionAPI", "x+xx"},
                                         {"PhysxSDFMeshCollisionAPI", "x+xx"},
                                         {"PhysxMeshMergeCollisionAPI", "x+xx"},
                                         {"PhysxSceneAPI", "x+xx"},
                                         {"PhysxLimitAPI:angular", "x+xx"},
                                         {"NewtonCollisionAPI", "xx++"},
                                         {"NewtonMeshCollisionAPI", "xx+x"},
                                         {"NewtonSDFCollisionAPI", "xx+x"},
                                         {"NewtonSceneAPI", "xx+x"},
                                         {"NewtonArticulationRootAPI", "xx+x"},
                                         {"NewtonMaterialAPI", "xx+x"},
                                         {"NewtonActuator", "xx+x"},
                                         {"MjcCollisionAPI", "xxx+"},
                                         {"MjcMeshCollisionAPI", "xxx+"},
                                         {"MjcSceneAPI", "xxx+"},
                                         {"MjcJointAPI", "xxx+"},
                                         {"MjcActuator", "xxx+"},
                                         {"MjcArticulationRootAPI", "xxxx"},
                                         {"MjcArticulationRoot", "xxxx"},
                                         {"NewtonJointAPI", "xxxx"},
                                     });
}

TEST(isolation_policy, simready_properties_follow_the_matrix) {
  expect_properties(policy("simready"), {
                                            {"physics:mass", "neutral"},
                                            {"physics:density", "neutral"},
                                            {"physics:collisionEnabled", "neutral"},
                                            {"physics:approximation", "neutral"},
                                            {"physxCollision:contactOffset", "x+xx"},
                                            {"physxScene:timeStepsPerSecond", "x+xx"},
                                            {"newton:contactGap", "xx++"},
                                            {"newton:contactMargin", "xx++"},
                                            {"newton:sdfMaxResolution", "xx+x"},
                                            {"newton:selfCollisionEnabled", "xx+x"},
                                            {"newton:armature", "xx+x"},
                                            {"mjc:group", "xxx+"},
                                            {"mjc:inertia", "xxx+"},
                                            {"mjc:option:timestep", "xxx+"},
                                            {"mjc:condim", "xxx+"},
                                        });
}

TEST(isolation_policy, names_that_only_resemble_a_vendors_are_neutral) {
  for (const char* profile : {"simready", "upstream"}) {
    expect_schemas(policy(profile), {{"physxCollisionAPI", "neutral"},
                                     {"MyPhysxCollisionAPI", "neutral"},
                                     {"MaterialBindingAPI", "neutral"},
                                     {"mjcSceneAPI", "neutral"},
                                     {"Xform", "neutral"},
                                     {"", "neutral"}});
    expect_properties(policy(profile), {{"newtonian:mass", "neutral"},
                                        {"mjcFile", "neutral"},
                                        {"physx", "neutral"},
                                        {"physxNote", "neutral"},
                                        {"user:newton:contactGap", "neutral"},
                                        {"", "neutral"}});
  }
}

TEST(isolation_policy, negative_rules_carry_their_requirement) {
  const IsolationPolicy& simready = policy("simready");
  const auto judges = [&](std::string_view schema, std::string_view requirement) {
    const PolicyRow* row = row_of_schema(simready, schema);
    return std::ranges::find(row->requirements, requirement) != row->requirements.end();
  };
  EXPECT_TRUE(judges("MjcArticulationRootAPI", "MUJOCO.BA.001"));
  EXPECT_TRUE(judges("NewtonJointAPI", "NEWTON.DJ.002"));
  EXPECT_FALSE(judges("MjcSceneAPI", "MUJOCO.BA.001"));
  EXPECT_FALSE(judges("NewtonSceneAPI", "NEWTON.DJ.002"));
  for (const PolicyRow& row : simready.rows) {
    EXPECT_NE(std::ranges::find(row.requirements, "RV.011"), row.requirements.end()) << row.id;
  }
}

// newton-usd-schemas 0.6.0, mujoco-usd 4.0.1 and physx-usd-schemas 25.11.2 by their built-ins and deprecations
TEST(isolation_policy, upstream_changes_what_the_schemas_contradict) {
  const IsolationPolicy& upstream = policy("upstream");
  expect_schemas(upstream, {{"NewtonJointAPI", "xx++"},
                            {"NewtonCollisionAPI", "x+++"},
                            {"NewtonMeshCollisionAPI", "xx++"},
                            {"NewtonSceneAPI", "x+++"},
                            {"NewtonArticulationRootAPI", "x++x"},
                            {"NewtonMimicAPI", "x+++"},
                            {"NewtonSiteAPI", "xx++"},
                            {"NewtonMaterialAPI", "xx++"}});
  expect_properties(upstream, {{"newton:contactGap", "x+++"},
                               {"newton:armature", "xx++"},
                               {"newton:maxHullVertices", "xx++"},
                               {"newton:timeStepsPerSecond", "x+++"},
                               {"newton:selfCollisionEnabled", "x++x"},
                               {"newton:massModel", "xx++"}});
}

TEST(isolation_policy, upstream_keeps_the_other_cells) {
  const IsolationPolicy& upstream = policy("upstream");
  expect_schemas(upstream, {{"PhysxCollisionAPI", "x+xx"},
                            {"NewtonSDFCollisionAPI", "xx+x"},
                            {"NewtonActuator", "xx+x"},
                            {"MjcCollisionAPI", "xxx+"},
                            {"MjcSceneAPI", "xxx+"},
                            {"MjcArticulationRootAPI", "xxxx"}});
  expect_properties(upstream, {{"physxScene:gpuCapacity", "x+xx"},
                               {"newton:sdfMaxResolution", "xx+x"},
                               {"newton:contactUnknown", "xx++"},
                               {"mjc:option:timestep", "xxx+"}});
  // a row that forbids everywhere must be the one that is found first
  EXPECT_EQ(row_of_schema(upstream, "MjcArticulationRoot")->id, "mujoco-articulation-root");
}

// nothing that a runtime owns may reach the neutral base, in any profile: resolved decision 3
TEST(isolation_policy, every_row_is_forbidden_on_the_neutral_base) {
  for (const IsolationPolicy& each : isolation_policies()) {
    for (const PolicyRow& row : each.rows) {
      EXPECT_EQ(row.cells.at(static_cast<std::size_t>(Target::Standard)), Cell::Forbidden)
          << each.name << ' ' << row.id;
      EXPECT_FALSE(row.source.empty()) << each.name << ' ' << row.id;
    }
  }
}

// seed 000, value-level attribute rules
TEST(isolation_policy, simready_judges_approximation_by_value) {
  const IsolationPolicy& simready = policy("simready");
  for (const char* token :
       {"none", "convexHull", "convexDecomposition", "boundingSphere", "boundingCube", "meshSimplification"}) {
    EXPECT_EQ(cell_of_value(simready, Target::Standard, token), Cell::Allowed) << token;
    EXPECT_EQ(cell_of_value(simready, Target::PhysX, token), Cell::Allowed) << token;
    EXPECT_EQ(cell_of_value(simready, Target::Newton, token), Cell::NotConsumed) << token;
    EXPECT_EQ(cell_of_value(simready, Target::MuJoCo, token),
              std::string_view(token) == "convexHull" ? Cell::Allowed : Cell::Forbidden)
        << token;
  }
  EXPECT_EQ(cell_of_value(simready, Target::Standard, "sdf"), Cell::Forbidden);
  EXPECT_EQ(cell_of_value(simready, Target::PhysX, "sdf"), Cell::Allowed);
  EXPECT_EQ(cell_of_value(simready, Target::Newton, "sdf"), Cell::Forbidden);
  EXPECT_EQ(cell_of_value(simready, Target::MuJoCo, "sdf"), Cell::Forbidden);
  EXPECT_EQ(cell_of_value(simready, Target::PhysX, "notAToken"), Cell::Forbidden);
}

TEST(isolation_policy, simready_value_rules_state_their_conditions) {
  const IsolationPolicy& simready = policy("simready");
  EXPECT_EQ(value_rule(simready, Target::PhysX)->paired_token, "sdf");
  EXPECT_EQ(value_rule(simready, Target::PhysX)->paired_schema, "PhysxSDFMeshCollisionAPI");
  EXPECT_TRUE(value_rule(simready, Target::Newton)->paired_token.empty());
  const ValueRule& mujoco = *value_rule(simready, Target::MuJoCo);
  EXPECT_TRUE(std::ranges::equal(mujoco.when_schemas,
                                 std::array<std::string_view, 2>{"MjcCollisionAPI", "PhysicsMeshCollisionAPI"}));
  EXPECT_NE(std::ranges::find(mujoco.requirements, "MUJOCO.COL.002"), mujoco.requirements.end());
  EXPECT_TRUE(value_rule(simready, Target::Standard)->preferably_absent);
  EXPECT_FALSE(mujoco.preferably_absent);
}

TEST(isolation_policy, newton_mesh_has_one_representation) {
  const IsolationPolicy& simready = policy("simready");
  ASSERT_EQ(simready.exclusives.size(), 1U);
  EXPECT_EQ(simready.exclusives[0].target, Target::Newton);
  EXPECT_TRUE(std::ranges::equal(simready.exclusives[0].schemas,
                                 std::array<std::string_view, 2>{"NewtonMeshCollisionAPI", "NewtonSDFCollisionAPI"}));
}

TEST(isolation_policy, one_value_rule_per_property_and_target) {
  for (const IsolationPolicy& each : isolation_policies()) {
    for (const Target target : all_targets) {
      const auto is_of = [target](const ValueRule& rule) {
        return rule.target == target && rule.property == "physics:approximation";
      };
      EXPECT_EQ(std::ranges::count_if(each.values, is_of), 1) << each.name;
    }
  }
}

}  // namespace
}  // namespace assay::schema
