#include "assay/stage/walk.h"

#include "assay/stage/test_stage.h"

#include <gtest/gtest.h>

namespace assay::stage {
namespace {

using namespace pxr;

/// One line per prim: path, specifier and the flags that are set.
std::vector<std::string> lines_of(const TestStage& stage) {
  std::vector<std::string> lines;
  walk_prims(stage.composed(), [&lines](const PrimVisit& prim) {
    std::string line = prim.path.GetString();
    line += prim.specifier == SdfSpecifierDef ? " def" : prim.specifier == SdfSpecifierClass ? " class" : " over";
    if (!prim.is_active) line += " inactive";
    if (prim.is_defined) line += " defined";
    if (prim.is_abstract) line += " abstract";
    if (prim.is_instance) line += " instance";
    if (prim.is_instance_proxy) line += " proxy";
    lines.push_back(line);
  });
  return lines;
}

using Lines = std::vector<std::string>;

TEST(walk, parents_before_children_and_siblings_in_order) {
  const TestStage stage("def \"B\" {\n def \"D\" {\n }\n def \"C\" {\n }\n}\ndef \"A\" {\n}\n");
  EXPECT_EQ(lines_of(stage), (Lines{"/B def defined", "/B/D def defined", "/B/C def defined", "/A def defined"}));
}

TEST(walk, below_an_over_nothing_is_defined_and_below_a_class_all_is_abstract) {
  const TestStage stage("over \"O\" {\n def \"D\" {\n }\n}\nclass \"C\" {\n def \"D\" {\n }\n}\n");
  EXPECT_EQ(lines_of(stage), (Lines{"/O over", "/O/D def", "/C class defined abstract", "/C/D def defined abstract"}));
}

// a class does not make what inherits it one
TEST(walk, inherited_class_does_not_outrank_a_def) {
  const TestStage stage(
      "class \"_c\" {\n}\ndef \"D\" (\n inherits = </_c>\n) {\n}\nover \"O\" (\n inherits = </_c>\n) {\n}\n");
  EXPECT_EQ(lines_of(stage), (Lines{"/_c class defined abstract", "/D def defined", "/O class defined abstract"}));
}

TEST(walk, inactive_prim_comes_without_children) {
  const TestStage stage("def \"A\" (\n active = false\n) {\n def \"B\" {\n }\n}\n");
  EXPECT_EQ(lines_of(stage), (Lines{"/A def inactive defined"}));
}

TEST(walk, prims_inside_instances_come_under_each_instance) {
  const TestStage stage(
      "class \"P\" {\n def \"C\" {\n }\n}\ndef \"A\" (\n instanceable = true\n references = </P>\n) {\n}\n"
      "def \"B\" (\n references = </P>\n) {\n}\n");
  EXPECT_EQ(lines_of(stage), (Lines{"/P class defined abstract", "/P/C def defined abstract", "/A def defined instance",
                                    "/A/C def defined proxy", "/B def defined", "/B/C def defined"}));
}

}  // namespace
}  // namespace assay::stage
