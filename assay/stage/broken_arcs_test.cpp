#include "assay/stage/broken_arcs.h"

#include "assay/base/test_folder.h"

#include <gtest/gtest.h>

namespace assay::stage {
namespace {

using Layers = std::vector<std::pair<std::string, std::string>>;

/// The composition errors of layers in a folder, a.usda being the root.
class Arcs {
 public:
  explicit Arcs(const Layers& layers) {
    for (const auto& [name, body] : layers) folder_.layer(name, body);
    asset_ = open_asset(folder_.path("a.usda")).value();
    composed_ = compose(asset_, {});
    errors = arc_errors(asset_, composed_);
  }

  // "kind field subject layer <spec path>"
  std::string shown(std::size_t index) const {
    const ArcError& error = errors.at(index);
    const std::string layer = error.layer == nullptr ? "" : layer_name(asset_, *error.layer);
    return error.kind + " " + error.field + " " + error.subject + " " + layer + " <" + error.spec_path.GetString() +
           ">";
  }

  std::vector<ArcError> errors;

 private:
  TestFolder folder_;
  Asset asset_;
  Composed composed_;
};

std::string prim(const std::string& metadata) { return "def Xform \"A\" (\n    " + metadata + "\n)\n{\n}\n"; }

TEST(broken_arcs, whole_asset_has_none) {
  const Arcs arcs(Layers{{"a.usda", "(\n    subLayers = [@./c.usda@]\n)\n" +
                                        prim("references = @./b.usda@\n    payload = @./b.usda@</B>")},
                         {"b.usda", "(\n    defaultPrim = \"B\"\n)\ndef Xform \"B\" {\n}\n"},
                         {"c.usda", ""}});
  EXPECT_TRUE(arcs.errors.empty());
}

TEST(broken_arcs, missing_payload_reported_where_it_is_written) {
  const Arcs arcs(Layers{{"a.usda", prim("payload = @./gone.usda@")}});
  ASSERT_EQ(arcs.errors.size(), 1U);
  EXPECT_EQ(arcs.shown(0), "payload payload ./gone.usda a.usda </A>");
  EXPECT_EQ(arcs.errors[0].prim, pxr::SdfPath("/A"));
  EXPECT_TRUE(arcs.errors[0].loses_content);
  EXPECT_NE(arcs.errors[0].detail.find("./gone.usda"), std::string::npos);
}

TEST(broken_arcs, missing_reference_and_sublayer_reported) {
  const Arcs arcs(Layers{{"a.usda", "(\n    subLayers = [@./gone.usda@]\n)\n" + prim("references = @./away.usda@")}});
  ASSERT_EQ(arcs.errors.size(), 2U);
  EXPECT_EQ(arcs.shown(0), "sublayer subLayers ./gone.usda a.usda </>");
  EXPECT_EQ(arcs.shown(1), "reference references ./away.usda a.usda </A>");
}

TEST(broken_arcs, missing_prim_reported_with_its_path) {
  const Arcs arcs(Layers{{"a.usda", prim("references = @./b.usda@</Gone>")}, {"b.usda", "def Xform \"B\" {\n}\n"}});
  ASSERT_EQ(arcs.errors.size(), 1U);
  EXPECT_EQ(arcs.shown(0), "reference references /Gone a.usda </A>");
  EXPECT_NE(arcs.errors[0].detail.find("b.usda"), std::string::npos);
  EXPECT_TRUE(arcs.errors[0].loses_content);
}

TEST(broken_arcs, layer_without_default_prim_reported) {
  const Arcs arcs(Layers{{"a.usda", prim("references = @./b.usda@")}, {"b.usda", "def Xform \"B\" {\n}\n"}});
  ASSERT_EQ(arcs.errors.size(), 1U);
  EXPECT_NE(arcs.errors[0].detail.find("default prim"), std::string::npos) << arcs.errors[0].detail;
}

TEST(broken_arcs, layer_that_does_not_parse_reported_with_its_line) {
  const Arcs arcs(Layers{{"a.usda", prim("references = @./b.usda@")}, {"b.usda", "def Xform \"B\" {\n???\n}\n"}});
  ASSERT_EQ(arcs.errors.size(), 1U);
  EXPECT_EQ(arcs.shown(0), "reference references ./b.usda a.usda </A>");
  EXPECT_NE(arcs.errors[0].detail.find("b.usda:3:1"), std::string::npos) << arcs.errors[0].detail;
}

TEST(broken_arcs, ring_of_references_reported_once_per_ring) {
  const Arcs arcs(Layers{
      {"a.usda",
       "def Xform \"A\" (\n    references = </B>\n)\n{\n}\ndef Xform \"B\" (\n    references = </A>\n)\n{\n}\n"}});
  ASSERT_FALSE(arcs.errors.empty());
  for (const ArcError& error : arcs.errors) {
    EXPECT_EQ(error.kind, "cycle");
    EXPECT_TRUE(error.loses_content);
    EXPECT_NE(error.subject.find("</A>"), std::string::npos);
    EXPECT_NE(error.subject.find("</B>"), std::string::npos);
  }
}

TEST(broken_arcs, ring_of_sublayers_reported) {
  const Arcs arcs(
      Layers{{"a.usda", "(\n    subLayers = [@./b.usda@]\n)\n"}, {"b.usda", "(\n    subLayers = [@./a.usda@]\n)\n"}});
  ASSERT_EQ(arcs.errors.size(), 1U);
  EXPECT_EQ(arcs.errors[0].kind, "cycle");
  EXPECT_EQ(arcs.errors[0].field, "subLayers");
}

TEST(broken_arcs, arc_broken_for_many_prims_reported_once) {
  const Arcs arcs(Layers{
      {"a.usda",
       "def Xform \"One\" (\n    references = @./b.usda@</B>\n)\n{\n}\n"
       "def Xform \"Two\" (\n    references = @./b.usda@</B>\n)\n{\n}\n"},
      {"b.usda",
       "def Xform \"B\"\n{\n    def Xform \"C\" (\n        references = @./gone.usda@\n    )\n    {\n    }\n}\n"}});
  ASSERT_EQ(arcs.errors.size(), 1U);
  EXPECT_EQ(arcs.shown(0), "reference references ./gone.usda b.usda </B/C>");
}

}  // namespace
}  // namespace assay::stage
