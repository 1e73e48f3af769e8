#include "assay/stage/metadata.h"

#include "assay/stage/test_stage.h"
#include "assay/stage/value_json.h"

#include <gtest/gtest.h>

namespace assay::stage {
namespace {

using namespace pxr;

/// a.usda over b.usda, each with the prim /P.
TestStage two_layers(const std::string& strong, const std::string& weak) {
  return TestStage(std::vector<std::pair<std::string, std::string>>{
      {"a.usda", "(\n    subLayers = [@./b.usda@ (scale = 2)]\n)\nover \"P\" " + strong + "\n"},
      {"b.usda", "def Xform \"P\" " + weak + "\n"}});
}

std::string json_of(TestStage& stage, const char* field, const char* property = "") {
  return value_json(stage.asset(), resolve_metadata(stage.sites("/P"), TfToken(field), TfToken(property))).dump();
}

TEST(metadata, dictionaries_merged_key_by_key) {
  TestStage stage = two_layers("(\n customData = {\n int a = 1\n dictionary d = {\n int x = 1\n }\n }\n) {\n}",
                               "(\n customData = {\n int a = 2\n int b = 3\n dictionary d = {\n int x = 5\n int y = 6\n"
                               " }\n timecode t = 4\n }\n) {\n}");
  EXPECT_EQ(json_of(stage, "customData"), R"({"a":1,"b":3,"d":{"x":1,"y":6},"t":8.0})");
}

TEST(metadata, strongest_opinion_of_a_plain_field_counts) {
  TestStage stage = two_layers("(\n kind = \"component\"\n) {\n}", "(\n kind = \"group\"\n) {\n}");
  EXPECT_EQ(json_of(stage, "kind"), R"("component")");
  TestStage weak = two_layers("{\n}", "(\n kind = \"group\"\n) {\n}");
  EXPECT_EQ(json_of(weak, "kind"), R"("group")");
  EXPECT_EQ(json_of(weak, "displayName"), "null");
}

TEST(metadata, list_ops_composed_into_one_list) {
  TestStage stage = two_layers("(\n prepend inactiveIds = [7]\n delete inactiveIds = [1]\n) {\n}",
                               "(\n inactiveIds = [1, 2]\n) {\n}");
  EXPECT_EQ(json_of(stage, "inactiveIds"), R"({"explicit":[7,2]})");
}

TEST(metadata, names_without_what_composition_consumes) {
  TestStage stage = two_layers("(\n references = </Q>\n kind = \"group\"\n) {\n int x = 1\n}", "{\n}");
  const std::vector<TfToken> names = authored_metadata(stage.sites("/P"));
  EXPECT_EQ(names, (std::vector<TfToken>{TfToken("kind"), TfToken("specifier"), TfToken("typeName")}));
}

TEST(metadata, stage_metadata_never_comes_from_sublayers) {
  const TestStage stage(std::vector<std::pair<std::string, std::string>>{
      {"a.usda", "(\n    subLayers = [@./b.usda@]\n    upAxis = \"Z\"\n)\n"},
      {"b.usda", "(\n    metersPerUnit = 1\n    upAxis = \"Y\"\n)\n"}});
  const std::vector<SpecSite> sites = stage_sites(stage.asset(), stage.composed());
  EXPECT_EQ(resolve_metadata(sites, TfToken("upAxis")), VtValue(TfToken("Z")));
  EXPECT_TRUE(resolve_metadata(sites, TfToken("metersPerUnit")).IsEmpty());
}

TEST(metadata, property_names_in_dictionary_order_then_as_reordered) {
  TestStage stage = two_layers("{\n int a10\n int b\n}", "{\n int a2\n int b\n}");
  EXPECT_EQ(property_names(stage.sites("/P")), (std::vector<TfToken>{TfToken("a2"), TfToken("a10"), TfToken("b")}));
  TestStage ordered = two_layers("{\n reorder properties = [\"b\", \"a10\"]\n int a10\n int b\n}", "{\n int a2\n}");
  EXPECT_EQ(property_names(ordered.sites("/P")), (std::vector<TfToken>{TfToken("b"), TfToken("a10"), TfToken("a2")}));
}

TEST(metadata, declaration_has_strongest_type_and_weakest_variability) {
  TestStage stage = two_layers("{\n float x\n}", "{\n custom uniform double x = 1\n}");
  const PropertyDeclaration declaration = declaration_of(stage.sites("/P"), TfToken("x"));
  EXPECT_EQ(declaration.type, TfToken("float"));
  EXPECT_EQ(declaration.variability, SdfVariabilityUniform);
  EXPECT_TRUE(declaration.is_custom);
  EXPECT_FALSE(declaration.is_relationship);
  TestStage plain = two_layers("{\n rel x\n}", "{\n}");
  EXPECT_TRUE(declaration_of(plain.sites("/P"), TfToken("x")).is_relationship);
  EXPECT_FALSE(declaration_of(plain.sites("/P"), TfToken("x")).is_custom);
}

}  // namespace
}  // namespace assay::stage
