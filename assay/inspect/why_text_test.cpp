#include "assay/inspect/why_text.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace assay::inspect {
namespace {

using Json = nlohmann::ordered_json;

Json opinion(const Json& value, bool is_winner) {
  return {{"layer", "robot.usda"},
          {"line", 7},
          {"column", 5},
          {"spec_path", "/Robot"},
          {"arcs", {{{"kind", "root"}, {"layer", "robot.usda"}, {"path", "/Robot"}}}},
          {"states", "value"},
          {"value", value},
          {"blocked", false},
          {"is_winner", is_winner}};
}

Json document(const std::string& origin, const Json& value, const Json& fallback) {
  return {{"prim", "/Robot"}, {"property", "physics:mass"}, {"selection", "authored"}, {"value", value},
          {"origin", origin}, {"fallback", fallback},       {"animated", false},       {"opinions", Json::array()}};
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(why_text, winner_stands_out_and_each_opinion_has_its_place) {
  Json made = document("authored", 2.0, 0.0);
  made["opinions"] = {opinion(2.0, true), opinion(3.0, false)};
  made["opinions"][1]["line"] = nullptr;
  const std::string text = why_text(made, false);
  EXPECT_TRUE(has(text, "</Robot>.physics:mass = 2.0\n")) << text;
  EXPECT_TRUE(has(text, "▶ 2.0\n      --> robot.usda:7:5 </Robot>\n")) << text;
  EXPECT_TRUE(has(text, "    3.0\n      --> robot.usda </Robot>\n")) << text;
  EXPECT_FALSE(has(text, "brought by"));
}

TEST(why_text, arcs_are_shown_where_there_are_any) {
  Json made = document("authored", 2.0, 0.0);
  made["opinions"] = {opinion(2.0, true)};
  made["opinions"][0]["arcs"].push_back({{"kind", "payload"}, {"layer", "parts.usda"}, {"path", "/Part"}});
  EXPECT_TRUE(has(why_text(made, false), "brought by robot.usda </Robot> → payload parts.usda </Part>"));
}

TEST(why_text, fallback_block_and_nothing_are_told_apart) {
  EXPECT_TRUE(
      has(why_text(document("fallback", 0.0, 0.0), false), "= 0.0, the schema's fallback, since nothing is authored"));
  EXPECT_TRUE(has(why_text(document("blocked", 0.0, 0.0), false),
                  "= 0.0, the schema's fallback, since the strongest opinion blocks"));
  EXPECT_TRUE(
      has(why_text(document("blocked", nullptr, nullptr), false), "= no value, since the strongest opinion blocks"));
  EXPECT_TRUE(
      has(why_text(document("none", nullptr, nullptr), false), "nothing is authored and the schema has no fallback"));
}

TEST(why_text, samples_are_said) {
  Json made = document("none", nullptr, nullptr);
  EXPECT_FALSE(has(why_text(made, false), "time samples"));
  made["animated"] = true;
  made["opinions"] = {opinion(nullptr, false)};
  made["opinions"][0]["states"] = "declaration";
  made["opinions"][0]["time_samples"] = 3;
  EXPECT_TRUE(has(why_text(made, false), "time samples or a spline hide the default"));
  EXPECT_TRUE(has(why_text(made, false), "declares it, 3 time samples"));
}

TEST(why_text, long_value_is_cut) {
  Json made = document("authored", std::string(1000, 'x'), nullptr);
  EXPECT_LT(why_text(made, false).size(), 400);
  EXPECT_TRUE(has(why_text(made, false), " …"));
}

}  // namespace
}  // namespace assay::inspect
