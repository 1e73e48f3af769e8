#include "assay/schema/effects.h"

#include "assay/schema/runtime.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace assay::schema {
namespace {

const Effect& effect(std::string_view feature, std::string_view reader) {
  const Effect* found = find_effect(feature, reader);
  if (found == nullptr) {
    ADD_FAILURE() << feature << " of " << reader << " is not known";
    return features().front().effects.front();
  }
  return *found;
}

TEST(effects, each_runtime_has_one_reader) {
  ASSERT_EQ(readers().size(), runtimes().size());
  for (const Runtime& runtime : runtimes()) {
    ASSERT_NE(reader_of(runtime.target), nullptr) << runtime.name;
    EXPECT_EQ(reader_of(runtime.target)->runtime, runtime.target);
  }
  EXPECT_EQ(reader_of(Target::MuJoCo)->name, "mujoco-usd");
  EXPECT_EQ(reader_of(Target::Standard), nullptr);
}

TEST(effects, readers_found_by_their_own_names_only) {
  ASSERT_NE(find_reader("mujoco-usd"), nullptr);
  EXPECT_EQ(find_reader("physx"), &readers()[0]);
  for (const char* name : {"", "mujoco", "PhysX", "newton ", "bullet"}) EXPECT_EQ(find_reader(name), nullptr) << name;
}

TEST(effects, names_that_are_not_known_find_nothing) {
  EXPECT_NE(find_effect("nested-body", "physx"), nullptr);
  EXPECT_EQ(find_effect("nested-bodies", "physx"), nullptr);
  EXPECT_EQ(find_effect("nested-body", "mujoco"), nullptr);
  EXPECT_EQ(find_feature(""), nullptr);
  EXPECT_EQ(find_default("angular-damping", "mujoco"), nullptr);
  EXPECT_EQ(find_default("angular-dampings", "physx"), nullptr);
}

// ovphysx 0.7.0, newton 1.8.0 and mujoco-usd 4.0.1 as run; ovphysx 0.4.13 as read
TEST(effects, what_shapes_become_is_told) {
  EXPECT_EQ(effect("shape-cone", "physx").becomes, Realisation::Hull);
  EXPECT_EQ(effect("shape-cylinder-axis", "mujoco-usd").becomes, Realisation::AlongZ);
  EXPECT_EQ(effect("shape-cone", "newton").becomes, std::nullopt);
  EXPECT_EQ(effect("kinematic-body", "mujoco-usd").becomes, std::nullopt);
}

TEST(effects, measured_facts_are_found) {
  EXPECT_EQ(effect("nested-body", "physx").kind, EffectKind::Honoured);
  EXPECT_EQ(version_text(effect("nested-body", "physx")), "ovphysx 0.7.0");
  ASSERT_NE(effect("nested-body", "physx").earlier, nullptr);
  EXPECT_EQ(effect("nested-body", "physx").earlier->kind, EffectKind::Refused);
  EXPECT_EQ(version_text(*effect("nested-body", "physx").earlier), "ovphysx 0.4.13");
  EXPECT_EQ(effect("nested-body", "newton").earlier, nullptr);
  EXPECT_EQ(effect("drive", "mujoco-usd").kind, EffectKind::Ignored);
  EXPECT_EQ(effect("drive", "newton").kind, EffectKind::Honoured);
  EXPECT_EQ(effect("kinematic-body", "newton").kind, EffectKind::Honoured);
  EXPECT_EQ(effect("generic-axis-unlimited", "newton").kind, EffectKind::Approximated);
}

TEST(effects, severities_follow_what_happens) {
  EXPECT_EQ(effect("drive", "mujoco-usd").severity, Severity::Warning);
  EXPECT_EQ(effect("root-on-xform", "mujoco-usd").severity, Severity::Error);
  EXPECT_EQ(effect("stage-units", "newton").severity, Severity::Warning);
  EXPECT_EQ(effect("hard-limit", "newton").severity, Severity::Note);
  EXPECT_EQ(effect("drive", "physx").severity, std::nullopt);
}

// the loss of visual mass was read in source and never seen; joint friction is stated by no source
TEST(effects, nothing_is_reported_that_no_run_has_shown) {
  EXPECT_EQ(effect("visual-mass", "mujoco-usd").kind, EffectKind::Approximated);
  EXPECT_FALSE(effect("visual-mass", "mujoco-usd").is_confirmed);
  EXPECT_EQ(effect("visual-mass", "mujoco-usd").severity, std::nullopt);
  EXPECT_EQ(effect("joint-friction", "physx").kind, EffectKind::Unknown);
  EXPECT_EQ(effect("joint-friction", "physx").severity, std::nullopt);
  EXPECT_EQ(version_text(effect("joint-friction", "physx")), "");
  EXPECT_EQ(effect("mimic-fan-out", "physx").sources.front().source->kind, SourceKind::Report);
  EXPECT_EQ(version_text(effect("mimic-fan-out", "physx")), "");
  EXPECT_TRUE(effect("body-density", "mujoco-usd").is_confirmed);
}

TEST(effects, every_feature_has_an_effect_for_each_reader) {
  std::set<std::string_view> ids;
  for (const Feature& feature : features()) {
    EXPECT_EQ(feature.effects.size(), readers().size()) << feature.id;
    EXPECT_TRUE(ids.insert(feature.id).second) << feature.id;
    for (const Reader& reader : readers()) {
      const Effect& found = effect_of(feature, reader);
      EXPECT_EQ(&found, find_effect(feature.id, reader.name));
      EXPECT_EQ(found.sources.empty(), found.kind == EffectKind::Unknown) << feature.id << " " << reader.name;
    }
  }
}

TEST(effects, features_stand_by_area) {
  std::set<std::string_view> areas;
  std::string_view last;
  for (const Feature& feature : features()) {
    const bool starts_area = feature.area != last;
    EXPECT_EQ(areas.insert(feature.area).second, starts_area) << feature.id;
    last = feature.area;
  }
  EXPECT_EQ(areas.size(), 12U);
}

TEST(effects, owner_takes_a_case_always_or_on_a_condition) {
  EXPECT_EQ(find_feature("nested-body")->owner, "body.nested-without-reset");
  EXPECT_EQ(find_feature("nested-body")->owner_when, "");
  EXPECT_EQ(find_feature("mesh-decomposition")->owner, "mesh.concave-hulled");
  EXPECT_NE(find_feature("mesh-decomposition")->owner_when, "");
  EXPECT_EQ(find_feature("kinematic-body")->owner, "");
}

// ovphysx 0.7.0: a pendulum with damping authored as 0 and without; 0.00545 m of offset follows a rule
TEST(effects, defaults_are_numbers_words_or_rules) {
  const RuntimeDefault* damping = find_default("angular-damping", "physx");
  ASSERT_NE(damping, nullptr);
  EXPECT_EQ(damping->number, 0.05);
  EXPECT_EQ(damping->unit, "1/s");
  EXPECT_EQ(damping->property, "physxRigidBody:angularDamping");
  EXPECT_EQ(damping->reader, find_reader("physx"));
  EXPECT_EQ(find_default("solver", "physx")->word, "TGS");
  EXPECT_EQ(find_default("solver", "physx")->number, std::nullopt);
  EXPECT_EQ(find_default("contact-offset", "physx")->number, std::nullopt);
  EXPECT_NE(find_default("contact-offset", "physx")->rule, "");
  for (const RuntimeDefault& each : runtime_defaults()) {
    EXPECT_EQ((each.number ? 1 : 0) + (each.word.empty() ? 0 : 1) + (each.rule.empty() ? 0 : 1), 1) << each.id;
    EXPECT_FALSE(each.sources.empty()) << each.id;
  }
}

TEST(effects, citations_say_product_version_and_what_was_run) {
  const std::string run = citation_text(effect("drive", "mujoco-usd").sources.front());
  EXPECT_TRUE(run.starts_with("measured: mujoco-usd 4.0.1, raked prismatic spring, travel after 2 s (")) << run;
  const std::string code = citation_text(effect("second-scene", "physx").sources.front());
  EXPECT_TRUE(code.starts_with("code: ovphysx 0.4.13, ")) << code;
  const std::string schema = citation_text({find_default("solver", "physx")->sources.front().source, "a property"});
  EXPECT_EQ(schema, "schema: physx-usd-schemas 25.11.2, generatedSchema.usda: a property");
}

}  // namespace
}  // namespace assay::schema
