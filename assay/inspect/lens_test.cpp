#include "assay/inspect/lens.h"

#include "assay/inspect/lens_body_cases.h"
#include "assay/inspect/lens_collider_cases.h"
#include "assay/inspect/lens_joint_cases.h"
#include "assay/inspect/lens_stage_cases.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <map>
#include <set>

namespace assay::inspect {
namespace {

std::vector<Case> all_cases() {
  std::vector<Case> cases;
  for (const auto& some :
       {body_cases(), mass_cases(), circumstance_cases(), collider_cases(), material_cases(), joint_cases(),
        limit_and_velocity_cases(), mimic_cases(), articulation_cases(), drive_and_loop_cases(), stage_cases()}) {
    cases.insert(cases.end(), some.begin(), some.end());
  }
  return cases;
}

Texts used(const Change& change, const std::string& feature) {
  SampleAsset asset = plain_robot();
  change(asset);
  return uses_of(asset.model, asset.physics, *schema::find_reader("mujoco-usd"), feature);
}

TEST(lens, each_feature_is_seen_and_its_twin_is_not) {
  for (const Case& each : all_cases()) {
    EXPECT_EQ(used(each.use, each.feature), each.prims) << each.feature;
    EXPECT_EQ(used(each.twin, each.feature), Texts()) << each.feature << ", which only looks used";
  }
}

TEST(lens, every_feature_of_the_table_has_a_case) {
  std::set<std::string> tested;
  for (const Case& each : all_cases()) {
    tested.insert(each.feature);
    EXPECT_NE(schema::find_feature(each.feature), nullptr) << each.feature;
  }
  for (const schema::Feature& feature : schema::features())
    EXPECT_TRUE(tested.contains(std::string(feature.id))) << feature.id;
}

TEST(lens, plain_robot_uses_nothing) {
  const SampleAsset asset = plain_robot();
  for (const schema::Reader& reader : schema::readers()) {
    const nlohmann::ordered_json losses = losses_json(asset.model, asset.physics, reader, "/");
    EXPECT_TRUE(losses["features"].empty()) << losses["features"].dump();
  }
}

TEST(lens, loss_has_what_the_effects_table_says) {
  SampleAsset asset = plain_robot();
  asset.physics.bodies[1].kinematic.value = true;
  const schema::Reader& reader = *schema::find_reader("mujoco-usd");
  const nlohmann::ordered_json losses = losses_json(asset.model, asset.physics, reader, "/");
  std::map<std::string, nlohmann::ordered_json> by_feature;
  for (const auto& loss : losses["features"]) by_feature[loss["feature"]] = loss;
  ASSERT_TRUE(by_feature.contains("kinematic-body"));
  const nlohmann::ordered_json& loss = by_feature["kinematic-body"];
  const schema::Effect& effect = *schema::find_effect("kinematic-body", "mujoco-usd");
  EXPECT_EQ(loss["effect"], schema::name_of(effect.kind));
  EXPECT_EQ(loss["how"], std::string(effect.how));
  EXPECT_EQ(loss["severity"], "warning");
  EXPECT_EQ(loss["holds_for"], schema::version_text(effect));
  EXPECT_EQ(loss["prims"], nlohmann::ordered_json({"/Robot/arm"}));
  EXPECT_EQ(losses["runtime"], "mujoco");
}

TEST(lens, losses_of_a_prim_are_those_at_and_below_it_and_of_the_stage) {
  SampleAsset asset = plain_robot();
  for (model::Body& body : asset.physics.bodies) body.kinematic.value = true;
  asset.physics.units.meters_per_unit.value = 0.01;
  const schema::Reader& reader = *schema::find_reader("newton");
  const auto prims = [&](const std::string& prim, const std::string& feature) {
    const nlohmann::ordered_json losses = losses_json(asset.model, asset.physics, reader, prim);
    for (const auto& loss : losses["features"]) {
      if (loss["feature"] == feature) return loss["prims"].get<Texts>();
    }
    return Texts();
  };
  EXPECT_EQ(prims("/Robot/arm", "kinematic-body"), Texts{"/Robot/arm"});
  EXPECT_EQ(prims("/Robot", "kinematic-body"), (Texts{"/Robot/base", "/Robot/arm"}));
  EXPECT_EQ(prims("/Robot/joint", "kinematic-body"), Texts());
  EXPECT_EQ(prims("/Robot/joint", "stage-units"), Texts{"/"});
}

}  // namespace
}  // namespace assay::inspect
