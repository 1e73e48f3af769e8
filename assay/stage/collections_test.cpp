#include "assay/stage/collections.h"

#include "assay/stage/test_stage.h"

#include <gtest/gtest.h>

namespace assay::stage {
namespace {

using namespace pxr;

const std::string below = "def Xform \"A\" {\ndef Cube \"B\" {\ndef Cube \"C\" {\n}\n}\n}\n";

/// The paths among a few that the collection `c` of /P holds.
std::vector<std::string> held(const std::string& statements) {
  const TestStage stage("def Xform \"P\" (\napiSchemas = [\"CollectionAPI:c\"]\n) {\n" + statements + "\n" + below +
                        "}\n");
  const Collection collection = resolve_collection(stage.composed(), SdfPath("/P"), "c");
  std::vector<std::string> paths;
  for (const char* path : {"/P", "/P/A", "/P/A/B", "/P/A/B.size", "/P/A/B/C"}) {
    if (collection.holds(SdfPath(path))) paths.emplace_back(path);
  }
  return paths;
}

using Paths = std::vector<std::string>;

TEST(collections, prims_below_are_held_unless_explicit_only) {
  EXPECT_EQ(held("rel collection:c:includes = </P/A>"), (Paths{"/P/A", "/P/A/B", "/P/A/B/C"}));
  EXPECT_EQ(held("rel collection:c:includes = </P/A>\nuniform token collection:c:expansionRule = \"explicitOnly\""),
            (Paths{"/P/A"}));
}

TEST(collections, properties_held_only_by_their_rule_or_by_name) {
  EXPECT_EQ(held("rel collection:c:includes = </P/A/B>\n"
                 "uniform token collection:c:expansionRule = \"expandPrimsAndProperties\""),
            (Paths{"/P/A/B", "/P/A/B.size", "/P/A/B/C"}));
  EXPECT_EQ(held("rel collection:c:includes = </P/A/B.size>"), (Paths{"/P/A/B.size"}));
}

TEST(collections, exclude_cuts_off_and_deeper_include_comes_back) {
  EXPECT_EQ(held("rel collection:c:includes = </P/A>\nrel collection:c:excludes = </P/A/B>"), (Paths{"/P/A"}));
  EXPECT_EQ(held("rel collection:c:includes = [</P/A>, </P/A/B/C>]\nrel collection:c:excludes = </P/A/B>"),
            (Paths{"/P/A", "/P/A/B/C"}));
}

TEST(collections, root_included_holds_every_prim) {
  EXPECT_EQ(held("uniform bool collection:c:includeRoot = true"), (Paths{"/P", "/P/A", "/P/A/B", "/P/A/B/C"}));
  EXPECT_EQ(held("uniform bool collection:c:includeRoot = false"), Paths());
}

TEST(collections, included_collection_keeps_its_own_rule) {
  EXPECT_EQ(held("rel collection:c:includes = </P.collection:d>\nrel collection:d:includes = </P/A>\n"
                 "uniform token collection:d:expansionRule = \"explicitOnly\""),
            (Paths{"/P/A"}));
}

TEST(collections, circle_ends_and_is_named) {
  const TestStage stage("def Xform \"P\" {\nrel collection:c:includes = [</P.collection:c>, </P>]\n}\n");
  const Collection collection = resolve_collection(stage.composed(), SdfPath("/P"), "c");
  EXPECT_EQ(collection.problems.size(), 1U);
  EXPECT_TRUE(collection.holds(SdfPath("/P")));
}

TEST(collections, names_come_from_applied_and_built_in_schemas) {
  const TestStage stage(
      "def PhysicsCollisionGroup \"G\" (\napiSchemas = [\"CollectionAPI:own\"]\n) {\n}\ndef Cube \"N\" {\n}\n");
  const schema::Profile& profile = *schema::find_profile("simready");
  EXPECT_EQ(collection_names(stage.composed(), profile, SdfPath("/G")), (Paths{"colliders", "own"}));
  EXPECT_EQ(collection_names(stage.composed(), profile, SdfPath("/N")), Paths());
}

}  // namespace
}  // namespace assay::stage
