#include "assay/stage/composed.h"

#include "assay/base/test_folder.h"

#include <gtest/gtest.h>

#include <set>

namespace assay::stage {
namespace {

using namespace pxr;

using Layers = std::vector<std::pair<std::string, std::string>>;

/// Layers in a folder, a.usda being the root, and a composition of them.
class Stage {
 public:
  explicit Stage(const Layers& layers, const std::vector<ChosenVariant>& chosen = {}) {
    for (const auto& [name, body] : layers) folder_.layer(name, body);
    asset_ = open_asset(folder_.path("a.usda")).value();
    composed_ = compose(asset_, chosen);
  }

  const std::vector<SpecSite>& sites(const std::string& prim) {
    sites_.clear();
    if (const PcpPrimIndex* index = composed_.prim_index(SdfPath(prim))) collect_spec_sites(*index, sites_);
    return sites_;
  }

  // "name@layer name@layer …" of a prim's apiSchemas
  std::string schemas(const std::string& prim) {
    std::vector<AppliedSchema> applied;
    collect_applied_schemas(sites(prim), applied);
    std::string text;
    for (const AppliedSchema& schema : applied) {
      text += (text.empty() ? "" : " ") + schema.name.GetString() + "@" + layer_name(asset_, *schema.source->layer);
    }
    return text;
  }

  PropertyOpinion property(const std::string& prim, const std::string& name) {
    return resolve_property(sites(prim), TfToken(name));
  }

  // layer of the spec that wins, or "none"
  std::string source(const std::string& prim, const std::string& name) {
    const PropertyOpinion opinion = property(prim, name);
    return opinion.source == nullptr ? "none" : layer_name(asset_, *opinion.source->layer);
  }

 private:
  TestFolder folder_;
  Asset asset_;
  Composed composed_;
  std::vector<SpecSite> sites_;
};

// a.usda over b.usda over c.usda, strongest first, each with one prim /P
Stage stack(const std::string& a, const std::string& b = "", const std::string& c = "") {
  const auto prim = [](const std::string& inner) {
    return inner.empty() ? std::string() : "over \"P\" " + inner + "\n";
  };
  return Stage(Layers{{"a.usda", "(\n    subLayers = [@./b.usda@, @./c.usda@]\n)\n" + prim(a)},
                      {"b.usda", prim(b)},
                      {"c.usda", prim(c)}});
}

std::string lists(const std::string& statement) { return "(\n    " + statement + "\n)\n{\n}"; }
std::string holds(const std::string& statement) { return "{\n    " + statement + "\n}"; }

const std::string variants =
    "def Xform \"A\" (\n    variants = {\n        string v = \"one\"\n    }\n    prepend variantSets = \"v\"\n)\n{\n"
    "    variantSet \"v\" = {\n        \"one\" {\n            int only_one = 1\n        }\n        \"two\" {\n"
    "            int only_two = 2\n            def Xform \"Child\" {\n            }\n        }\n    }\n}\n";

TEST(composed, authored_variant_composed_without_choice) {
  Stage stage(Layers{{"a.usda", variants}});
  EXPECT_EQ(stage.source("/A", "only_one"), "a.usda");
  EXPECT_EQ(stage.source("/A", "only_two"), "none");
  EXPECT_TRUE(stage.sites("/A/Child").empty());
}

TEST(composed, chosen_variant_outranks_the_authored_one) {
  Stage stage(Layers{{"a.usda", variants}}, {{"/A", "v", "two"}});
  EXPECT_EQ(stage.source("/A", "only_one"), "none");
  EXPECT_EQ(stage.source("/A", "only_two"), "a.usda");
  EXPECT_FALSE(stage.sites("/A/Child").empty());
}

// no option: the set selects nothing, whatever the asset authors
TEST(composed, chosen_option_that_is_missing_selects_nothing) {
  for (const char* option : {"three", ""}) {
    Stage stage(Layers{{"a.usda", variants}}, {{"/A", "v", option}});
    EXPECT_EQ(stage.source("/A", "only_one"), "none") << option;
    EXPECT_EQ(stage.source("/A", "only_two"), "none") << option;
  }
}

TEST(composed, payload_included) {
  Stage stage(Layers{{"a.usda", "def Xform \"A\" (\n    payload = @./b.usda@</B>\n)\n{\n}\n"},
                     {"b.usda", "def Xform \"B\" {\n    int x = 1\n}\n"}});
  EXPECT_EQ(stage.source("/A", "x"), "b.usda");
}

TEST(composed, prepended_schema_comes_first_and_appended_last) {
  Stage stage = stack(lists("prepend apiSchemas = [\"One\"]"), lists("append apiSchemas = [\"Two\"]"),
                      lists("apiSchemas = [\"Three\", \"Four\"]"));
  EXPECT_EQ(stage.schemas("/P"), "One@a.usda Three@c.usda Four@c.usda Two@b.usda");
}

TEST(composed, deleted_schema_gone) {
  EXPECT_EQ(
      stack(lists("delete apiSchemas = [\"One\"]"), lists("prepend apiSchemas = [\"One\", \"Two\"]")).schemas("/P"),
      "Two@b.usda");
  // deleting reaches weaker layers only
  EXPECT_EQ(stack(lists("prepend apiSchemas = [\"One\"]"), lists("delete apiSchemas = [\"One\"]"),
                  lists("prepend apiSchemas = [\"One\", \"Two\"]"))
                .schemas("/P"),
            "One@a.usda Two@c.usda");
  EXPECT_EQ(stack(lists("delete apiSchemas = [\"Three\"]"), lists("prepend apiSchemas = [\"One\"]")).schemas("/P"),
            "One@b.usda");
}

TEST(composed, explicit_list_hides_weaker_ones) {
  EXPECT_EQ(stack(lists("prepend apiSchemas = [\"One\"]"), lists("apiSchemas = [\"Two\"]"),
                  lists("prepend apiSchemas = [\"Three\"]"))
                .schemas("/P"),
            "One@a.usda Two@b.usda");
  EXPECT_EQ(stack(lists("apiSchemas = []"), lists("prepend apiSchemas = [\"Two\"]")).schemas("/P"), "");
  EXPECT_EQ(stack(lists("apiSchemas = None"), lists("prepend apiSchemas = [\"Two\"]")).schemas("/P"), "");
}

TEST(composed, schema_listed_twice_has_the_strongest_source) {
  Stage stage = stack(lists("append apiSchemas = [\"One\"]"), lists("prepend apiSchemas = [\"One\", \"Two\"]"));
  EXPECT_EQ(stage.schemas("/P"), "Two@b.usda One@a.usda");
}

TEST(composed, prim_without_list_has_no_schemas) {
  EXPECT_EQ(stack(holds("int x = 1")).schemas("/P"), "");
  EXPECT_EQ(stack("").schemas("/P"), "");
}

TEST(composed, strongest_default_wins) {
  Stage stage = stack(holds(""), holds("float x = 2"), holds("float x = 3"));
  EXPECT_EQ(stage.source("/P", "x"), "b.usda");
  EXPECT_EQ(stage.property("/P", "x").default_value, VtValue(2.0F));
  EXPECT_FALSE(stage.property("/P", "x").sampled);
  EXPECT_FALSE(stage.property("/P", "x").is_relationship);
}

TEST(composed, block_ends_the_search) {
  EXPECT_EQ(stack(holds("float x = None"), holds("float x = 2")).source("/P", "x"), "none");
  EXPECT_EQ(stack(holds("float x = 1"), holds("float x = None")).source("/P", "x"), "a.usda");
}

TEST(composed, samples_that_all_block_end_the_search) {
  EXPECT_EQ(stack(holds("float x.timeSamples = { 0: None, 1: None }"), holds("float x = 2")).source("/P", "x"), "none");
  EXPECT_EQ(stack(holds("float x.timeSamples = { 0: None, 1: 3 }"), holds("float x = 2")).source("/P", "x"), "a.usda");
}

TEST(composed, declaration_alone_says_nothing) {
  EXPECT_EQ(stack(holds("float x")).source("/P", "x"), "none");
  EXPECT_EQ(stack(holds("float x"), holds("float x = 2")).source("/P", "x"), "b.usda");
  EXPECT_EQ(stack(holds("rel r")).source("/P", "r"), "none");
}

TEST(composed, time_samples_are_a_value) {
  Stage stage =
      stack(holds("token t.timeSamples = {\n 0: \"b\",\n 1: \"a\",\n 2: \"b\",\n }"), holds("token t = \"weak\""));
  EXPECT_EQ(stage.source("/P", "t"), "a.usda");
  const PropertyOpinion opinion = stage.property("/P", "t");
  EXPECT_TRUE(opinion.sampled);
  const std::vector<TfToken> tokens = sampled_tokens(*opinion.source, TfToken("t"));
  EXPECT_EQ(std::set<std::string>(tokens.begin(), tokens.end()), (std::set<std::string>{"a", "b"}));
  EXPECT_EQ(tokens.size(), 2U);
}

TEST(composed, stronger_default_hides_weaker_samples) {
  Stage stage = stack(holds("token t = \"strong\""), holds("token t.timeSamples = {\n 0: \"weak\",\n }"));
  EXPECT_EQ(stage.source("/P", "t"), "a.usda");
  EXPECT_FALSE(stage.property("/P", "t").sampled);
  EXPECT_EQ(stage.property("/P", "t").default_value, VtValue(TfToken("strong")));
}

// UsdStage: samples without a single time state nothing
TEST(composed, empty_time_samples_say_nothing) {
  EXPECT_EQ(stack(holds("float x.timeSamples = {\n }"), holds("float x = 2")).source("/P", "x"), "b.usda");
  EXPECT_EQ(stack(holds("float x.timeSamples = {\n 0: 1,\n }"), holds("float x = 2")).source("/P", "x"), "a.usda");
}

TEST(composed, animation_block_hides_weaker_samples_alone) {
  const std::string block = "float x = AnimationBlock";
  EXPECT_EQ(stack(holds(block), holds("float x = 2")).source("/P", "x"), "b.usda");
  EXPECT_EQ(stack(holds(block), holds("float x.timeSamples = {\n 0: 1,\n }")).source("/P", "x"), "none");
  EXPECT_EQ(stack(holds(block)).source("/P", "x"), "none");
}

TEST(composed, connection_is_an_opinion) {
  EXPECT_EQ(stack(holds("float x.connect = </P.y>")).source("/P", "x"), "a.usda");
  EXPECT_EQ(stack(holds("prepend float x.connect = </P.y>")).source("/P", "x"), "a.usda");
  EXPECT_EQ(stack(holds("float x.connect = None")).source("/P", "x"), "none");
}

// UsdAttribute: an attribute with a connection keeps its own value
TEST(composed, default_kept_beside_a_connection) {
  Stage stage = stack(holds("token t = \"own\"\n    token t.connect = </P.y>"));
  EXPECT_EQ(stage.property("/P", "t").default_value, VtValue(TfToken("own")));
}

// list editing: a stronger explicit list hides the weaker one
TEST(composed, connection_removed_by_a_stronger_layer_is_none) {
  EXPECT_EQ(stack(holds("float x.connect = None"), holds("float x.connect = </P.y>")).source("/P", "x"), "none");
}

TEST(composed, relationship_with_targets_is_an_opinion) {
  Stage stage = stack(holds("rel r = </P>"));
  EXPECT_EQ(stage.source("/P", "r"), "a.usda");
  EXPECT_TRUE(stage.property("/P", "r").is_relationship);
  EXPECT_EQ(stack(holds("rel r"), holds("prepend rel r = </P>")).source("/P", "r"), "b.usda");
}

TEST(composed, relationship_emptied_explicitly_says_nothing) {
  EXPECT_EQ(stack(holds("rel r = None"), holds("rel r = </P>")).source("/P", "r"), "none");
  EXPECT_EQ(stack(holds("rel r = []"), holds("rel r = </P>")).source("/P", "r"), "none");
}

TEST(composed, relationship_whose_only_target_is_deleted_says_nothing) {
  EXPECT_EQ(stack(holds("delete rel r = </P>"), holds("rel r = </P>")).source("/P", "r"), "none");
  EXPECT_EQ(stack(holds("delete rel r = </P.x>"), holds("rel r = </P>")).source("/P", "r"), "b.usda");
}

TEST(composed, target_behind_a_reference_is_deleted_by_the_name_it_has_in_front) {
  const std::string source = "def \"S\" {\n    rel r = </S/X>\n    def \"X\" {\n    }\n}\n";
  const auto referring = [](const std::string& deleted) {
    return "def \"P\" (\n    references = @./b.usda@</S>\n)\n{\n    delete rel r = " + deleted + "\n}\n";
  };
  EXPECT_EQ(Stage(Layers{{"a.usda", referring("</P/X>")}, {"b.usda", source}}).source("/P", "r"), "none");
  EXPECT_EQ(Stage(Layers{{"a.usda", referring("</P/Y>")}, {"b.usda", source}}).source("/P", "r"), "b.usda");
}

TEST(composed, strongest_active_opinion_counts) {
  EXPECT_TRUE(is_active(stack(lists("")).sites("/P")));
  EXPECT_FALSE(is_active(stack(lists("active = false")).sites("/P")));
  EXPECT_TRUE(is_active(stack(lists("active = true"), lists("active = false")).sites("/P")));
  EXPECT_FALSE(is_active(stack(lists(""), lists("active = false"), lists("active = true")).sites("/P")));
}

TEST(composed, children_of_an_inactive_prim_not_composed) {
  Stage off(Layers{{"a.usda", "def Xform \"A\" (\n    active = false\n)\n{\n    def Xform \"B\" {\n    }\n}\n"}});
  Stage on(Layers{{"a.usda", "def Xform \"A\"\n{\n    def Xform \"B\" {\n    }\n}\n"}});
  EXPECT_TRUE(off.sites("/A/B").empty());
  EXPECT_FALSE(on.sites("/A/B").empty());
}

TEST(composed, strongest_authored_type_counts) {
  Stage stage(
      Layers{{"a.usda", "(\n    subLayers = [@./b.usda@]\n)\nover \"P\" {\n}\nover \"Q\" {\n}\ndef Cube \"R\" {\n}\n"},
             {"b.usda", "def Sphere \"P\" {\n}\ndef Sphere \"R\" {\n}\n"}});
  const SpecSite* source = nullptr;
  EXPECT_EQ(type_name(stage.sites("/P"), &source), TfToken("Sphere"));
  ASSERT_NE(source, nullptr);
  EXPECT_TRUE(source->layer->GetIdentifier().ends_with("b.usda"));
  EXPECT_EQ(type_name(stage.sites("/R"), nullptr), TfToken("Cube"));
  EXPECT_EQ(type_name(stage.sites("/Q"), nullptr), TfToken());
}

}  // namespace
}  // namespace assay::stage
