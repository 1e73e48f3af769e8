#include "assay/stage/resolve_value.h"

#include "assay/stage/test_stage.h"

#include <gtest/gtest.h>

#include <cmath>

namespace assay::stage {
namespace {

using namespace pxr;

/// a.usda over b.usda, each with the prim /P, the weaker sublayer with an offset.
TestStage two_layers(const std::string& strong, const std::string& weak, const std::string& offset = "") {
  return TestStage(std::vector<std::pair<std::string, std::string>>{
      {"a.usda", "(\n    subLayers = [@./b.usda@ " + offset + "]\n)\nover \"P\" {\n    " + strong + "\n}\n"},
      {"b.usda", "def Xform \"P\" {\n    " + weak + "\n}\n"}});
}

/// The default, which each way of asking finds, with the animation in its place.
ResolvedValue default_of(TestStage& stage) {
  const std::vector<SpecSite>& sites = stage.sites("/P");
  const TfToken name("x");
  const ResolvedValue resolved = resolve_default(sites, name);
  const DefaultValue look = look_at_default(sites, name);
  EXPECT_EQ(look.resolved.origin, resolved.origin);
  EXPECT_EQ(look.resolved.source, resolved.source);
  EXPECT_EQ(look.resolved.value, resolved.value);
  EXPECT_EQ(look.is_animated, animation_source(sites, name) != nullptr);
  return resolved;
}

ResolvedValue at(TestStage& stage, double time) { return resolve_at(stage.sites("/P"), TfToken("x"), time); }

double number_at(TestStage& stage, double time) {
  const ResolvedValue resolved = at(stage, time);
  return resolved.value.Get<double>();
}

TEST(resolve_value, stronger_default_wins_at_every_time) {
  TestStage stage = two_layers("double x = 1", "double x.timeSamples = {\n 0: 5,\n }");
  EXPECT_EQ(default_of(stage).value, VtValue(1.0));
  EXPECT_EQ(default_of(stage).origin, ValueOrigin::Default);
  EXPECT_EQ(number_at(stage, 0), 1);
  EXPECT_EQ(animation_source(stage.sites("/P"), TfToken("x")), nullptr);
}

TEST(resolve_value, stronger_samples_win_only_where_a_time_is_asked_for) {
  TestStage stage = two_layers("double x.timeSamples = {\n 0: 5,\n }", "double x = 1");
  EXPECT_EQ(default_of(stage).value, VtValue(1.0));
  EXPECT_EQ(number_at(stage, 3), 5);
  EXPECT_EQ(at(stage, 3).origin, ValueOrigin::TimeSamples);
}

TEST(resolve_value, nothing_stated_has_no_origin) {
  TestStage stage = two_layers("double x", "");
  EXPECT_EQ(default_of(stage).origin, ValueOrigin::None);
  EXPECT_TRUE(default_of(stage).value.IsEmpty());
  EXPECT_EQ(default_of(stage).source, nullptr);
}

TEST(resolve_value, block_has_a_source_and_no_value) {
  TestStage stage = two_layers("double x = None", "double x = 1");
  EXPECT_EQ(default_of(stage).origin, ValueOrigin::Blocked);
  EXPECT_TRUE(default_of(stage).value.IsEmpty());
  ASSERT_NE(default_of(stage).source, nullptr);
  EXPECT_EQ(layer_name(stage.asset(), *default_of(stage).source->layer), "a.usda");
  TestStage weaker = two_layers("double x = 1", "double x = None");
  EXPECT_EQ(default_of(weaker).origin, ValueOrigin::Default);
}

// x(t) = 2 + 3 t between samples at 0 and 4, held outside
TEST(resolve_value, numbers_interpolated_linearly_and_held_outside) {
  TestStage stage("def Xform \"P\" {\n double x.timeSamples = {\n 0: 2,\n 4: 14,\n }\n}\n");
  EXPECT_EQ(number_at(stage, 0), 2);
  EXPECT_EQ(number_at(stage, 1), 5);
  EXPECT_EQ(number_at(stage, 3), 11);
  EXPECT_EQ(number_at(stage, -9), 2);
  EXPECT_EQ(number_at(stage, 9), 14);
}

TEST(resolve_value, integers_and_tokens_held) {
  TestStage stage("def Xform \"P\" {\n int x.timeSamples = {\n 0: 2,\n 4: 14,\n }\n}\n");
  EXPECT_EQ(at(stage, 3.5).value, VtValue(2));
  TestStage tokens("def Xform \"P\" {\n token x.timeSamples = {\n 0: \"a\",\n 4: \"b\",\n }\n}\n");
  EXPECT_EQ(at(tokens, 3.5).value, VtValue(TfToken("a")));
  EXPECT_EQ(at(tokens, 4).value, VtValue(TfToken("b")));
}

// half of a half turn about x is a quarter turn: (cos 45 deg, sin 45 deg, 0, 0)
TEST(resolve_value, quaternions_interpolated_on_the_sphere) {
  TestStage stage("def Xform \"P\" {\n quatd x.timeSamples = {\n 0: (1, 0, 0, 0),\n 2: (0, 1, 0, 0),\n }\n}\n");
  const ResolvedValue resolved = at(stage, 1);
  const GfQuatd half = resolved.value.Get<GfQuatd>();
  EXPECT_NEAR(half.GetReal(), std::sqrt(0.5), 1e-15);
  EXPECT_NEAR(half.GetImaginary()[0], std::sqrt(0.5), 1e-15);
  EXPECT_NEAR(half.GetLength(), 1, 1e-15);
}

TEST(resolve_value, arrays_of_equal_size_interpolated_others_held) {
  TestStage equal("def Xform \"P\" {\n double[] x.timeSamples = {\n 0: [0, 10],\n 2: [4, 20],\n }\n}\n");
  EXPECT_EQ(at(equal, 1).value, VtValue(VtArray<double>{2, 15}));
  TestStage other("def Xform \"P\" {\n double[] x.timeSamples = {\n 0: [0, 10],\n 2: [4],\n }\n}\n");
  EXPECT_EQ(at(other, 1).value, VtValue(VtArray<double>{0, 10}));
}

TEST(resolve_value, blocked_sample_ends_interpolation) {
  TestStage stage("def Xform \"P\" {\n double x.timeSamples = {\n 0: 2,\n 4: None,\n 8: 6,\n }\n}\n");
  EXPECT_EQ(number_at(stage, 3), 2);
  EXPECT_EQ(at(stage, 5).origin, ValueOrigin::Blocked);
  EXPECT_EQ(number_at(stage, 8), 6);
}

// stage = 10 + 2 layer: the layer's samples at 0 and 4 stand at 10 and 18
TEST(resolve_value, sublayer_offset_moves_and_stretches_samples) {
  TestStage stage = two_layers("", "double x.timeSamples = {\n 0: 2,\n 4: 14,\n }", "(offset = 10; scale = 2)");
  EXPECT_EQ(number_at(stage, 10), 2);
  EXPECT_EQ(number_at(stage, 14), 8);
  EXPECT_EQ(number_at(stage, 18), 14);
  const std::vector<TimeSample> samples = time_samples(stage.sites("/P"), TfToken("x"));
  ASSERT_EQ(samples.size(), 2U);
  EXPECT_EQ(samples[0].time, 10);
  EXPECT_EQ(samples[1].time, 18);
  EXPECT_EQ(samples[1].value, VtValue(14.0));
}

TEST(resolve_value, time_codes_become_stage_time) {
  TestStage stage = two_layers("", "timecode x = 3", "(offset = 10; scale = 2)");
  EXPECT_EQ(default_of(stage).value, VtValue(GfTimeCode(16)));
  TestStage plain = two_layers("", "timecode x = 3");
  EXPECT_EQ(default_of(plain).value, VtValue(GfTimeCode(3)));
}

TEST(resolve_value, animation_block_hides_weaker_samples_and_keeps_the_default) {
  TestStage stage = two_layers("double x = AnimationBlock", "double x = 1\n double x.timeSamples = {\n 0: 5,\n }");
  EXPECT_EQ(number_at(stage, 0), 1);
  EXPECT_EQ(default_of(stage).value, VtValue(1.0));
  TestStage open = two_layers("", "double x = 1\n double x.timeSamples = {\n 0: 5,\n }");
  EXPECT_EQ(number_at(open, 0), 5);
}

TEST(resolve_value, edit_of_an_array_applied_to_the_weaker_array) {
  TestStage stage = two_layers("int[] x = edit [append 5; prepend 1]", "int[] x = [2, 3]");
  EXPECT_EQ(default_of(stage).value, VtValue(VtArray<int>{1, 2, 3, 5}));
  EXPECT_EQ(layer_name(stage.asset(), *default_of(stage).source->layer), "a.usda");
  TestStage alone = two_layers("int[] x = edit [append 5]", "");
  EXPECT_EQ(default_of(alone).value, VtValue(VtArray<int>{5}));
  const VtValue fallback(VtArray<int>{7});
  EXPECT_EQ(resolve_default(alone.sites("/P"), TfToken("x"), fallback).value, VtValue(VtArray<int>{7, 5}));
}

// the spline is a straight line from 1 at 0 to 3 at 8
TEST(resolve_value, spline_evaluated) {
  TestStage stage(
      "def Xform \"P\" {\n double x.spline = {\n 0: 1; post linear,\n 8: 3; post held,\n }\n double x = 9\n}\n");
  EXPECT_EQ(at(stage, 4).origin, ValueOrigin::Spline);
  EXPECT_DOUBLE_EQ(number_at(stage, 4), 2);
  EXPECT_EQ(default_of(stage).value, VtValue(9.0));
}

TEST(resolve_value, value_clips_noticed) {
  TestStage stage(
      "def \"P\" (\n clips = {\n dictionary default = {\n string primPath = \"/P\"\n }\n }\n) {\n}\ndef \"Q\" {\n}\n");
  EXPECT_TRUE(has_value_clips(stage.sites("/P")));
  EXPECT_FALSE(has_value_clips(stage.sites("/Q")));
}

TEST(resolve_value, asset_path_resolved_beside_its_own_layer) {
  TestStage stage(std::vector<std::pair<std::string, std::string>>{
      {"a.usda", "def Xform \"P\" (\n references = @./sub/b.usda@</B>\n) {\n}\n"},
      {"sub/b.usda",
       "(\n expressionVariables = {\n string N = \"b\"\n }\n)\ndef Xform \"B\" {\n"
       " asset x = @`\"./${N}.usda\"`@\n asset y = @./none.png@\n}\n"}});
  const VtValue value = default_of(stage).value;
  const SdfAssetPath& path = value.Get<SdfAssetPath>();
  EXPECT_EQ(path.GetEvaluatedPath(), "./b.usda");
  EXPECT_EQ(path.GetResolvedPath(), stage.folder().path("sub/b.usda"));
  const VtValue missing = resolve_default(stage.sites("/P"), TfToken("y")).value;
  EXPECT_EQ(missing.Get<SdfAssetPath>().GetResolvedPath(), "");
}

}  // namespace
}  // namespace assay::stage
