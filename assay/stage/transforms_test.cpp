#include "assay/stage/transforms.h"

#include "assay/stage/test_stage.h"

#include <gtest/gtest.h>

namespace assay::stage {
namespace {

using namespace pxr;

std::string xform(const std::string& name, const std::string& ops, const std::string& order,
                  const std::string& inner = "") {
  return "def Xform \"" + name + "\" {\n" + ops + "\nuniform token[] xformOpOrder = [" + order + "]\n" + inner +
         "\n}\n";
}

/// Where the origin-relative point of a prim lies in the world.
GfVec3d world_point(const TestStage& stage, const std::string& prim, const GfVec3d& point, double time = 0) {
  InheritedState state(stage.composed(), *schema::find_profile("simready"), time);
  return state.world_from_prim(SdfPath(prim)).TransformAffine(point);
}

void expect_near(const GfVec3d& actual, const GfVec3d& expected) {
  EXPECT_LT((actual - expected).GetLength(), 1e-12) << actual << " instead of " << expected;
}

// rotating (1, 0, 0) by 90 degrees about z gives (0, 1, 0); scaled before, translated after
TEST(transforms, last_op_in_the_order_acts_first) {
  const TestStage stage(xform("P",
                              "double3 xformOp:translate = (10, 0, 0)\ndouble xformOp:rotateZ = 90\n"
                              "float3 xformOp:scale = (2, 3, 4)",
                              "\"xformOp:translate\", \"xformOp:rotateZ\", \"xformOp:scale\""));
  expect_near(world_point(stage, "/P", {1, 0, 0}), {10, 2, 0});
  const TestStage other(xform("P", "double3 xformOp:translate = (10, 0, 0)\ndouble xformOp:rotateZ = 90",
                              "\"xformOp:rotateZ\", \"xformOp:translate\""));
  expect_near(world_point(other, "/P", {1, 0, 0}), {0, 11, 0});
}

// XYZ turns about x first: (0, 1, 0) goes to (0, 0, 1), which turning about z keeps; ZYX turns about z first
TEST(transforms, order_of_axes_counts) {
  const TestStage first(xform("P", "float3 xformOp:rotateXYZ = (90, 0, 90)", "\"xformOp:rotateXYZ\""));
  expect_near(world_point(first, "/P", {0, 1, 0}), {0, 0, 1});
  const TestStage second(xform("P", "float3 xformOp:rotateZYX = (90, 0, 90)", "\"xformOp:rotateZYX\""));
  expect_near(world_point(second, "/P", {0, 1, 0}), {-1, 0, 0});
}

TEST(transforms, inverse_undoes_an_op) {
  const TestStage stage(xform("P", "float3 xformOp:translate:pivot = (5, 0, 0)\ndouble xformOp:rotateZ = 180",
                              "\"xformOp:translate:pivot\", \"xformOp:rotateZ\", \"!invert!xformOp:translate:pivot\""));
  expect_near(world_point(stage, "/P", {6, 0, 0}), {4, 0, 0});
  expect_near(world_point(stage, "/P", {5, 0, 0}), {5, 0, 0});
}

TEST(transforms, ops_along_one_axis) {
  const TestStage stage(xform("P", "double xformOp:translateY = 3\nfloat xformOp:scaleX = 2",
                              "\"xformOp:translateY\", \"xformOp:scaleX\""));
  expect_near(world_point(stage, "/P", {1, 1, 1}), {2, 4, 1});
}

// a quarter turn about x: (cos 45 deg, sin 45 deg, 0, 0); quaternions are taken as of unit length, as UsdGeom does
TEST(transforms, quaternion_and_matrix_turn_alike) {
  const TestStage quaternion(
      xform("P", "quatd xformOp:orient = (0.7071067811865476, 0.7071067811865476, 0, 0)", "\"xformOp:orient\""));
  expect_near(world_point(quaternion, "/P", {0, 1, 0}), {0, 0, 1});
  const TestStage matrix(xform("P",
                               "matrix4d xformOp:transform = ((1, 0, 0, 0), (0, 0, 1, 0), (0, -1, 0, 0), (0, 0, 7, 1))",
                               "\"xformOp:transform\""));
  expect_near(world_point(matrix, "/P", {0, 1, 0}), {0, 0, 8});
}

TEST(transforms, parents_multiplied_and_reset_leaves_them) {
  const std::string move = "double3 xformOp:translate = (1, 2, 3)";
  const std::string order = "\"xformOp:translate\"";
  const std::string reset = "\"!resetXformStack!\", \"xformOp:translate\"";
  const TestStage stage(xform("P", move, order, xform("Child", move, order) + xform("Free", move, reset)));
  expect_near(world_point(stage, "/P/Child", {0, 0, 0}), {2, 4, 6});
  expect_near(world_point(stage, "/P/Free", {0, 0, 0}), {1, 2, 3});
}

TEST(transforms, prim_without_a_transform_passes_its_parents_on) {
  const TestStage stage(xform("P", "double3 xformOp:translate = (1, 0, 0)", "\"xformOp:translate\"",
                              "def Scope \"S\" {\ndouble3 xformOp:translate = (5, 0, 0)\n"
                              "uniform token[] xformOpOrder = [\"xformOp:translate\"]\ndef Xform \"X\" {}\n}"));
  expect_near(world_point(stage, "/P/S/X", {0, 0, 0}), {1, 0, 0});
}

TEST(transforms, op_without_an_attribute_is_skipped_and_named) {
  TestStage stage(xform("P", "double3 xformOp:translate = (1, 0, 0)", "\"xformOp:scale\", \"xformOp:translate\""));
  const LocalTransform local = local_transform(stage.sites("/P"), std::nullopt);
  EXPECT_EQ(local.skipped, std::vector<std::string>{"xformOp:scale"});
  expect_near(local.parent_from_prim.TransformAffine(GfVec3d(0)), {1, 0, 0});
  TestStage whole(xform("P", "double3 xformOp:translate = (1, 0, 0)", "\"xformOp:translate\""));
  EXPECT_TRUE(local_transform(whole.sites("/P"), std::nullopt).skipped.empty());
}

// x(t) = 4 t / 8
TEST(transforms, animated_op_at_a_time) {
  const TestStage stage(xform("P", "double3 xformOp:translate.timeSamples = {\n0: (0, 0, 0),\n8: (4, 0, 0),\n}",
                              "\"xformOp:translate\""));
  expect_near(world_point(stage, "/P", {0, 0, 0}, 2), {1, 0, 0});
}

TEST(transforms, animated_ops_are_those_in_the_order_after_a_reset) {
  const std::string samples = "double3 xformOp:translate.timeSamples = { 0: (0, 0, 0), 1: (1, 0, 0) }\n";
  const auto is_animated = [&](const std::string& order) {
    TestStage stage("def Xform \"P\" {\n" + samples + "float xformOp:rotateX = 1\n uniform token[] xformOpOrder = [" +
                    order + "]\n}\n");
    return has_animated_ops(stage.sites("/P"));
  };
  EXPECT_TRUE(is_animated("\"xformOp:translate\""));
  EXPECT_TRUE(is_animated("\"xformOp:rotateX\", \"!invert!xformOp:translate\""));
  EXPECT_TRUE(is_animated("\"!resetXformStack!\", \"xformOp:translate\""));
  EXPECT_FALSE(is_animated("\"xformOp:translate\", \"!resetXformStack!\", \"xformOp:rotateX\""));
  EXPECT_FALSE(is_animated("\"xformOp:rotateX\""));
  EXPECT_FALSE(is_animated(""));
}

TEST(transforms, purpose_taken_over_until_authored_anew) {
  const TestStage stage(
      "def Xform \"P\" {\nuniform token purpose = \"guide\"\ndef Xform \"A\" {\n}\n"
      "def Xform \"B\" {\nuniform token purpose = \"proxy\"\n}\n}\ndef Xform \"Q\" {\n}\n");
  InheritedState state(stage.composed(), *schema::find_profile("simready"), std::nullopt);
  EXPECT_EQ(state.purpose(SdfPath("/P/A")), TfToken("guide"));
  EXPECT_EQ(state.purpose(SdfPath("/P/B")), TfToken("proxy"));
  EXPECT_EQ(state.purpose(SdfPath("/Q")), TfToken("default"));
}

TEST(transforms, invisible_parent_hides_all_below) {
  const TestStage stage(
      "def Xform \"P\" {\ntoken visibility = \"invisible\"\ndef Xform \"A\" {\ntoken visibility = \"inherited\"\n}\n}\n"
      "def Xform \"Q\" {\n}\n");
  InheritedState state(stage.composed(), *schema::find_profile("simready"), std::nullopt);
  EXPECT_FALSE(state.is_visible(SdfPath("/P/A")));
  EXPECT_TRUE(state.is_visible(SdfPath("/Q")));
}

}  // namespace
}  // namespace assay::stage
