#include "assay/stage/targets.h"

#include "assay/stage/test_stage.h"

#include <gtest/gtest.h>

namespace assay::stage {
namespace {

using namespace pxr;

Targets targets_of(const TestStage& stage, const std::string& prim, const std::string& name) {
  const SdfPath path(prim);
  return relationship_targets(stage.composed(), *stage.composed().prim_index(path), path.AppendProperty(TfToken(name)));
}

const TestStage& referenced() {
  static const TestStage stage(std::vector<std::pair<std::string, std::string>>{
      {"a.usda",
       "def Xform \"A\" (\n references = @./b.usda@</B>\n) {\n append rel r = </A/Own>\n def \"Own\" {\n }\n}\n"},
      {"b.usda",
       "def Xform \"B\" {\n rel r = </B/Inside>\n rel out = </Elsewhere>\n rel none\n rel empty = []\n"
       " float x.connect = </B/Inside.y>\n def \"Inside\" {\n }\n}\ndef \"Elsewhere\" {\n}\n"}});
  return stage;
}

TEST(targets, mapped_through_a_reference_and_joined) {
  EXPECT_EQ(targets_of(referenced(), "/A", "r").paths, (SdfPathVector{SdfPath("/A/Inside"), SdfPath("/A/Own")}));
  EXPECT_TRUE(targets_of(referenced(), "/A", "r").errors.empty());
}

TEST(targets, target_outside_the_reference_is_an_error_and_no_target) {
  const Targets targets = targets_of(referenced(), "/A", "out");
  EXPECT_TRUE(targets.paths.empty());
  ASSERT_EQ(targets.errors.size(), 1U);
  EXPECT_EQ(targets.errors.front()->errorType, PcpErrorType_InvalidExternalTargetPath);
}

TEST(targets, empty_list_is_an_opinion_and_none_is_not) {
  EXPECT_TRUE(targets_of(referenced(), "/A", "empty").has_opinions);
  EXPECT_FALSE(targets_of(referenced(), "/A", "none").has_opinions);
  EXPECT_FALSE(targets_of(referenced(), "/A", "absent").has_opinions);
}

TEST(targets, connection_mapped_through_a_reference) {
  const SdfPath prim("/A");
  const Targets connections = attribute_connections(referenced().composed(), *referenced().composed().prim_index(prim),
                                                    prim.AppendProperty(TfToken("x")));
  EXPECT_EQ(connections.paths, SdfPathVector{SdfPath("/A/Inside.y")});
}

}  // namespace
}  // namespace assay::stage
