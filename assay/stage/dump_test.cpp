#include "assay/stage/dump.h"

#include "assay/base/test_folder.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace assay::stage {
namespace {

using Json = nlohmann::ordered_json;

const std::string root =
    "(\n    subLayers = [@./b.usda@ (offset = 4)]\n    upAxis = \"Z\"\n)\nover \"P\" (\n    variants = {\n"
    "        string v = \"one\"\n    }\n) {\n    double radius = None\n}\n";
const std::string weak =
    "def Sphere \"P\" (\n    prepend variantSets = \"v\"\n) {\n    double radius = 2\n"
    "    float x.timeSamples = {\n        0: 1,\n        8: 3,\n    }\n    rel r = [</P>, </Q>]\n    variantSet \"v\" "
    "= {\n"
    "        \"one\" {\n            int only = 1\n        }\n        \"two\" {\n            int only = 2\n        }\n  "
    "  }\n"
    "}\n";

Json dump_of(const DumpOptions& options) {
  const TestFolder folder;
  folder.layer("b.usda", weak);
  DumpOptions complete = options;
  complete.profile = schema::find_profile("simready");
  std::string text;
  const auto write = [&text](std::string_view piece) {
    text += piece;
    return true;
  };
  EXPECT_TRUE(dump(folder.layer("a.usda", root), complete, write).value());
  Json document = Json::parse(text);
  EXPECT_EQ(text, document.dump(1) + "\n") << "pieces are laid out like a whole document";
  return document;
}

const Json& property(const Json& dumped, const std::string& name) {
  static const Json none;
  for (const Json& each : dumped["prims"][0]["properties"]) {
    if (each["name"] == name) return each;
  }
  return none;
}

TEST(dump, says_what_wins_and_where_it_stands) {
  const Json dumped = dump_of({});
  EXPECT_EQ(dumped["schema"], "assay.dump/1");
  EXPECT_EQ(dumped["asset"], "a.usda");
  EXPECT_EQ(dumped["layers"], Json({"a.usda", "b.usda"}));
  EXPECT_EQ(dumped["metadata"]["upAxis"], "Z");
  ASSERT_EQ(dumped["prims"].size(), 1U);
  EXPECT_EQ(dumped["prims"][0]["type"], "Sphere");
  EXPECT_EQ(dumped["prims"][0]["variants"], Json({{"v", "one"}}));
  EXPECT_EQ(property(dumped, "radius")["default"],
            Json({{"value", {{"blocked", true}}}, {"layer", "a.usda"}, {"spec", "/P.radius"}}));
  EXPECT_EQ(property(dumped, "radius")["fallback"], 1.0);
  EXPECT_EQ(property(dumped, "r")["targets"], Json({"/P", "/Q"}));
}

TEST(dump, samples_stand_in_stage_time) {
  const Json dumped = dump_of({});
  EXPECT_EQ(property(dumped, "x")["animation"]["times"], Json({4.0, 12.0}));
  EXPECT_EQ(property(dumped, "x")["animation"]["values"], Json({1.0, 3.0}));
  EXPECT_FALSE(property(dumped, "x").contains("at_time"));
}

TEST(dump, value_at_a_time_added_where_one_is_asked_for) {
  DumpOptions options;
  options.time = 8;
  EXPECT_EQ(property(dump_of(options), "x")["at_time"]["value"], 2.0);
}

TEST(dump, chosen_variant_composed) {
  DumpOptions options;
  options.chosen = {{"/P", "v", "two"}};
  EXPECT_EQ(property(dump_of(options), "only")["default"]["value"], 2);
  EXPECT_EQ(property(dump_of({}), "only")["default"]["value"], 1);
  EXPECT_EQ(property(dump_of({}), "only")["default"]["spec"], "/P{v=one}.only");
}

TEST(dump, file_that_is_not_there_is_an_error) {
  const TestFolder folder;
  DumpOptions options;
  options.profile = schema::find_profile("simready");
  const Result<bool> dumped = dump(folder.path("absent.usda"), options, [](std::string_view) { return true; });
  ASSERT_FALSE(static_cast<bool>(dumped));
  EXPECT_EQ(dumped.error().code, ErrorCode::NotFound);
}

}  // namespace
}  // namespace assay::stage
