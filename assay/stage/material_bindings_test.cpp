#include "assay/stage/material_bindings.h"

#include "assay/stage/test_stage.h"

#include <gtest/gtest.h>

namespace assay::stage {
namespace {

using namespace pxr;

const std::string stronger = " (\nbindMaterialAs = \"strongerThanDescendants\"\n)";

/// The material bound to /R/X, where /R and /R/X hold these statements; empty for none.
std::string bound(const std::string& parent, const std::string& own, std::string_view purpose = all_purpose) {
  const TestStage stage(
      "def Xform \"R\" {\nrel collection:c:includes = </R/X>\nrel collection:other:includes = </M>\n" + parent +
      "\ndef Cube \"X\" {\n" + own + "\n}\n}\n");
  const std::optional<MaterialBinding> binding =
      MaterialBindings(stage.composed()).bound_material(SdfPath("/R/X"), purpose);
  return binding ? binding->material.GetString() : "";
}

TEST(material_bindings, nearest_direct_binding_counts) {
  EXPECT_EQ(bound("rel material:binding = </M/a>", ""), "/M/a");
  EXPECT_EQ(bound("rel material:binding = </M/a>", "rel material:binding = </M/b>"), "/M/b");
  EXPECT_EQ(bound("", ""), "");
}

TEST(material_bindings, stronger_than_descendants_counts_above_nearer_ones) {
  EXPECT_EQ(bound("rel material:binding = </M/a>" + stronger, "rel material:binding = </M/b>"), "/M/a");
}

TEST(material_bindings, purpose_before_all_purposes) {
  EXPECT_EQ(bound("rel material:binding:physics = </M/p>", "rel material:binding = </M/a>", "physics"), "/M/p");
  EXPECT_EQ(bound("rel material:binding:physics = </M/p>", "rel material:binding = </M/a>", "full"), "/M/a");
  EXPECT_EQ(bound("rel material:binding:physics = </M/p>", ""), "");
}

TEST(material_bindings, collection_counts_before_a_direct_binding_of_the_same_prim) {
  const std::string direct = "rel material:binding = </M/a>\n";
  EXPECT_EQ(bound(direct + "rel material:binding:collection:c = [</R.collection:c>, </M/b>]", ""), "/M/b");
  EXPECT_EQ(bound(direct + "rel material:binding:collection:c = [</R.collection:other>, </M/b>]", ""), "/M/a");
}

TEST(material_bindings, collection_gives_way_to_a_nearer_binding_unless_stronger) {
  const std::string collected = "rel material:binding:collection:c = [</R.collection:c>, </M/b>]";
  EXPECT_EQ(bound(collected, "rel material:binding = </M/a>"), "/M/a");
  EXPECT_EQ(bound(collected + stronger, "rel material:binding = </M/a>"), "/M/b");
}

TEST(material_bindings, collection_binding_of_a_purpose_serves_no_other) {
  const std::string collected = "rel material:binding:collection:physics:c = [</R.collection:c>, </M/b>]";
  EXPECT_EQ(bound(collected, "", "physics"), "/M/b");
  EXPECT_EQ(bound(collected, ""), "");
}

TEST(material_bindings, list_without_exactly_one_material_binds_nothing) {
  EXPECT_EQ(bound("rel material:binding = </M/a>", "rel material:binding = []"), "/M/a");
  EXPECT_EQ(bound("rel material:binding = </M/a>", "rel material:binding = [</M/b>, </M/c>]"), "/M/a");
  EXPECT_EQ(bound("rel material:binding:collection:c = </R.collection:c>", ""), "");
}

}  // namespace
}  // namespace assay::stage
