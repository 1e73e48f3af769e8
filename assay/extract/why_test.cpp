#include "assay/extract/why.h"

#include "assay/base/test_folder.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace assay::extract {
namespace {

using Json = nlohmann::ordered_json;

const std::string root =
    "(\n    defaultPrim = \"Robot\"\n    subLayers = [@./weak.usda@]\n)\n"
    "over \"Robot\"\n{\n    over \"Arm\"\n    {\n        float physics:mass = 2\n        float physics:density = None\n"
    "        rel proxyPrim = </Robot/A>\n    }\n}\n";
const std::string weak =
    "def Xform \"Robot\" (\n    prepend payload = @./part.usda@</Part>\n)\n{\n    over \"Arm\" (\n"
    "        prepend apiSchemas = [\"PhysicsMassAPI\"]\n    )\n    {\n        float physics:mass = 3\n"
    "        float physics:mass.timeSamples = {\n            0: 1,\n            1: 2,\n        }\n    }\n}\n";
const std::string part =
    "def \"Part\"\n{\n    def Cube \"Arm\" (\n        prepend apiSchemas = [\"PhysicsRigidBodyAPI\"]\n    )\n    {\n"
    "        float physics:mass = 4\n        float physics:density = 5\n        prepend rel proxyPrim = </Part/B>\n"
    "    }\n    def \"A\"\n    {\n    }\n    def \"B\"\n    {\n    }\n}\n";

Result<Json> ask(const std::string& prim, const std::string& property, const std::string& selection = "authored") {
  const TestFolder folder;
  folder.layer("weak.usda", weak);
  folder.layer("part.usda", part);
  const std::string file = folder.layer("robot.usda", root);
  return why(file, {schema::find_profile("simready"), selection, {}, prim, property});
}

Json answer(const std::string& prim, const std::string& property) {
  const Result<Json> made = ask(prim, property);
  if (!made) {
    ADD_FAILURE() << made.error().message;
    return {};
  }
  return made.value();
}

TEST(why, opinions_are_strong_to_weak_and_one_wins) {
  const Json made = answer("/Robot/Arm", "physics:mass");
  EXPECT_EQ(made["kind"], "attribute");
  EXPECT_EQ(made["type"], "float");
  EXPECT_EQ(made["value"], 2.0);
  EXPECT_EQ(made["origin"], "authored");
  const Json& opinions = made["opinions"];
  ASSERT_EQ(opinions.size(), 3);
  const std::vector<std::pair<std::string, double>> expected = {{"robot.usda", 2}, {"weak.usda", 3}, {"part.usda", 4}};
  for (std::size_t index = 0; index < expected.size(); ++index) {
    EXPECT_EQ(opinions[index]["layer"], expected[index].first);
    EXPECT_EQ(opinions[index]["value"], expected[index].second);
    EXPECT_EQ(opinions[index]["is_winner"], index == 0);
  }
}

TEST(why, opinion_has_its_line_and_its_arcs) {
  const Json made = answer("/Robot/Arm", "physics:mass");
  // the line of `#usda 1.0` comes before the layer's text
  EXPECT_EQ(made["opinions"][0]["line"], 10);
  EXPECT_EQ(made["opinions"][0]["arcs"].size(), 1);
  const Json& last = made["opinions"][2];
  EXPECT_EQ(last["spec_path"], "/Part/Arm");
  EXPECT_EQ(last["arcs"].back()["kind"], "payload");
  EXPECT_EQ(last["arcs"].back()["layer"], "part.usda");
}

TEST(why, samples_of_a_weaker_spec_are_told_of_that_spec) {
  const Json opinions = answer("/Robot/Arm", "physics:mass")["opinions"];
  EXPECT_EQ(opinions[1]["time_samples"], 2);
  EXPECT_FALSE(opinions[0].contains("time_samples"));
}

TEST(why, block_wins_and_the_fallback_holds) {
  const Json made = answer("/Robot/Arm", "physics:density");
  EXPECT_EQ(made["origin"], "blocked");
  EXPECT_EQ(made["value"], 0.0);
  EXPECT_EQ(made["fallback"], 0.0);
  ASSERT_EQ(made["opinions"].size(), 2);
  EXPECT_EQ(made["opinions"][0]["blocked"], true);
  EXPECT_EQ(made["opinions"][0]["is_winner"], true);
  EXPECT_EQ(made["opinions"][1]["value"], 5.0);
  EXPECT_EQ(made["opinions"][1]["blocked"], false);
}

TEST(why, fallback_holds_where_nothing_is_authored) {
  const Json made = answer("/Robot/Arm", "physics:kinematicEnabled");
  EXPECT_EQ(made["origin"], "fallback");
  EXPECT_EQ(made["value"], false);
  EXPECT_TRUE(made["opinions"].empty());
}

TEST(why, schemas_are_a_list_in_which_each_has_a_say) {
  const Json made = answer("/Robot/Arm", "apiSchemas");
  EXPECT_EQ(made["kind"], "metadata");
  ASSERT_EQ(made["opinions"].size(), 2);
  EXPECT_EQ(made["opinions"][0]["is_winner"], true);
  EXPECT_EQ(made["opinions"][1]["is_winner"], true);
  EXPECT_NE(made["value"].dump().find("PhysicsMassAPI"), std::string::npos);
  EXPECT_NE(made["value"].dump().find("PhysicsRigidBodyAPI"), std::string::npos);
}

TEST(why, explicit_targets_end_the_list) {
  const Json made = answer("/Robot/Arm", "proxyPrim");
  EXPECT_EQ(made["kind"], "relationship");
  EXPECT_EQ(made["value"], Json({"/Robot/A"}));
  ASSERT_EQ(made["opinions"].size(), 2);
  EXPECT_EQ(made["opinions"][0]["is_winner"], true);
  EXPECT_EQ(made["opinions"][1]["is_winner"], false);
}

TEST(why, unknown_prim_names_the_near_ones) {
  const Result<Json> made = ask("/Robot/Arn", "physics:mass");
  ASSERT_FALSE(made);
  EXPECT_NE(made.error().message.find("there is no prim </Robot/Arn> in this selection; did you mean /Robot/A"),
            std::string::npos)
      << made.error().message;
}

TEST(why, unknown_property_names_the_near_ones) {
  const Result<Json> made = ask("/Robot/Arm", "physics:mas");
  ASSERT_FALSE(made);
  EXPECT_NE(made.error().message.find("has no property 'physics:mas'"), std::string::npos);
  EXPECT_NE(made.error().message.find("did you mean physics:mass?"), std::string::npos) << made.error().message;
}

TEST(why, path_that_is_none_is_an_unknown_prim) {
  EXPECT_FALSE(ask("/Robot//x y", "physics:mass"));
  EXPECT_FALSE(ask("/", "physics:mass"));
}

}  // namespace
}  // namespace assay::extract
