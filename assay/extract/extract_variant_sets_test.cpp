// Variant sets: sections, metadata, further options.

#include "assay/extract/extract_test_asset.h"

#include <gtest/gtest.h>

namespace assay::extract {
namespace {

TEST(extract, sets_recorded_with_options_payloads_and_default) {
  const Extraction extraction = Asset().extract();
  const model::VariantSet* set = extraction.model.runtime_set("Newton");
  ASSERT_NE(set, nullptr);
  EXPECT_EQ(set->default_option, "Disabled");
  ASSERT_EQ(set->options.size(), 2U);
  ASSERT_NE(set->find_option("Enabled"), nullptr);
  ASSERT_EQ(set->find_option("Enabled")->sections.size(), 1U);
  ASSERT_EQ(set->find_option("Enabled")->payloads.size(), 1U);
  const model::PayloadArc& payload = set->find_option("Enabled")->payloads[0];
  EXPECT_EQ(payload.asset_path, "./runnables/physics/newton.usda");
  EXPECT_EQ(payload.resolved_name, "runnables/physics/newton.usda");
  EXPECT_TRUE(payload.exists);
  EXPECT_TRUE(payload.opens);
  EXPECT_TRUE(payload.inside_asset);
  EXPECT_EQ(contents(set->find_option("Enabled")->sections[0]), Texts{"payload @./runnables/physics/newton.usda@"});
  EXPECT_EQ(extraction.model.runtime_set("MuJoCo"), nullptr);
}

TEST(extract, sections_recorded_in_every_layer_that_writes_them) {
  Parts parts;
  parts.metadata = "    subLayers = [@./below.usda@]\n";
  const Asset asset(parts);
  asset.folder.layer("below.usda",
                     "over \"Root\"\n{\n    variantSet \"Newton\" = {\n        \"Disabled\" (\n            doc = "
                     "\"silent\"\n            kind = \"component\"\n"
                     "            inherits = </Class>\n        ) {\n            int x = 1\n            over \"Body\" "
                     "{\n            }\n        }\n    }\n}\n"
                     "class \"Class\"\n{\n}\n");
  const Extraction extraction = asset.extract();
  const model::VariantOption* option = extraction.model.runtime_set("Newton")->find_option("Disabled");
  ASSERT_NE(option, nullptr);
  ASSERT_EQ(option->sections.size(), 2U);
  EXPECT_EQ(contents(option->sections[0]), Texts{});
  EXPECT_EQ(contents(option->sections[1]), (Texts{"inherit </Class>", "metadata kind", "prim Body", "property x"}));
  const model::Opinion& opinion = extraction.model.opinions[option->sections[1].opinion];
  EXPECT_EQ(extraction.model.layers[opinion.layer], "below.usda");
  EXPECT_EQ(extraction.model.text(opinion.spec_path), "/Root{Newton=Disabled}");
}

TEST(extract, default_selection_found_in_a_weaker_layer) {
  const Asset asset;
  asset.folder.layer("top.usda", "(\n    defaultPrim = \"Root\"\n    subLayers = [@./asset.usda@]\n)\n");
  const Extraction extraction = asset.extract("top.usda");
  ASSERT_NE(extraction.model.runtime_set("PhysX"), nullptr);
  EXPECT_EQ(extraction.model.runtime_set("PhysX")->default_option, "Disabled");
}

TEST(extract, runtime_set_on_another_prim_recorded_and_not_composed) {
  const Asset asset;
  asset.folder.layer("a.usda",
                     "(\n    defaultPrim = \"Root\"\n)\ndef Xform \"Root\"\n{\n    def Xform \"Body\" (\n        "
                     "prepend variantSets = \"Newton\"\n    )\n    {\n" +
                         runtime_set("Newton", "newton") + "    }\n}\n");
  const Extraction extraction = asset.extract("a.usda");
  ASSERT_EQ(extraction.model.runtime_sets.size(), 1U);
  EXPECT_EQ(extraction.model.runtime_sets[0].prim, "/Root/Body");
  EXPECT_EQ(extraction.model.runtime_sets[0].options.size(), 2U);
  EXPECT_FALSE(extraction.model.runtime_sets[0].default_option.has_value());
  EXPECT_EQ(extraction.model.runtime_set("Newton"), nullptr);
  EXPECT_EQ(composition_names(extraction.model), Texts{"standard"});
}

TEST(extract, importers_set_noted_and_not_composed) {
  Parts parts;
  parts.body = option_set("Physics", "            \"physx\" {\n                int physxScene:x = 1\n            }\n");
  const Extraction extraction = Asset(parts).extract();
  EXPECT_EQ(composition_names(extraction.model).size(), 3U);
  const Asset on_root;
  on_root.folder.layer("a.usda",
                       "(\n    defaultPrim = \"Root\"\n)\ndef Xform \"Root\" (\n    prepend variantSets = "
                       "\"Physics\"\n)\n{\n    variantSet \"Physics\" = {\n        \"physx\" {\n        }\n    }\n}\n");
  EXPECT_EQ(on_root.extract("a.usda").model.foreign_convention.size(), 1U);
}

TEST(extract, metadata_of_the_root_layer_read) {
  Parts parts;
  parts.metadata =
      "    customLayerData = {\n        dictionary SimReady_Metadata = {\n            dictionary Variants = {\n        "
      "        dictionary Physics = {\n"
      "                    dictionary PhysX = {\n                        string prim = \"/Root\"\n                     "
      "   string variantSetName = \"PhysX\"\n"
      "                        string activateOption = \"Enabled\"\n                    }\n"
      "                    dictionary Newton = {\n                        int prim = 3\n                    }\n"
      "                }\n            }\n        }\n    }\n";
  const Asset asset(parts);
  const Extraction extraction = asset.extract();
  const model::Model& model = extraction.model;
  EXPECT_TRUE(model.has_variant_metadata);
  ASSERT_EQ(model.metadata.size(), 2U);
  EXPECT_EQ(model.metadata[0].variant_set_key, "PhysX");
  EXPECT_EQ(model.metadata[0].prim, "/Root");
  EXPECT_EQ(model.metadata[0].variant_set_name, "PhysX");
  EXPECT_EQ(model.metadata[0].activate_option, "Enabled");
  EXPECT_EQ(model.metadata[1].variant_set_key, "Newton");
  EXPECT_FALSE(model.metadata[1].prim.has_value());
  EXPECT_FALSE(model.metadata[1].activate_option.has_value());
  EXPECT_EQ(extraction.locate(model.metadata[0].place).line, 8);
}

TEST(extract, asset_without_metadata_has_none) {
  Parts parts;
  parts.metadata = "    customLayerData = {\n        string SimReady_Metadata = \"none\"\n    }\n";
  for (const Parts& each : {Parts(), parts}) {
    EXPECT_FALSE(Asset(each).extract().model.has_variant_metadata);
    EXPECT_TRUE(Asset(each).extract().model.metadata.empty());
  }
}

TEST(extract, option_with_vendor_data_composed_for_each_selection) {
  Parts parts;
  parts.body =
      option_set("Shape", "            \"second\" {\n                float newton:contactGap = 1\n            }\n");
  const Extraction extraction = Asset(parts).extract();
  const std::string option = " /Root/Part{Shape=second}";
  EXPECT_EQ(composition_names(extraction.model),
            (Texts{"standard", "physx", "newton", "standard" + option, "physx" + option, "newton" + option}));
  EXPECT_EQ(entries(extraction.model, 0, "/Root/Part"), Texts{});
  EXPECT_EQ(entries(extraction.model, 3, "/Root/Part"), Texts{"newton:contactGap"});
}

TEST(extract, option_that_could_bring_vendor_data_by_an_arc_composed) {
  Parts parts;
  parts.body = option_set(
      "Shape",
      "            \"second\" (\n                references = @./part.usda@</P>\n            ) {\n            }\n");
  const Asset asset(parts);
  asset.folder.layer("part.usda", "def Xform \"P\" (\n    prepend apiSchemas = [\"MjcCollisionAPI\"]\n)\n{\n}\n");
  EXPECT_EQ(entries(asset.extract().model, 3, "/Root/Part"), Texts{"MjcCollisionAPI"});
}

TEST(extract, option_without_vendor_data_not_composed) {
  Parts parts;
  parts.body = option_set("Look",
                          "            \"second\" {\n                float newtonian:mass = 1\n                def "
                          "Xform \"More\" {\n                }\n            }\n");
  const Extraction extraction = Asset(parts).extract();
  EXPECT_EQ(composition_names(extraction.model).size(), 3U);
  EXPECT_TRUE(extraction.model.skipped_options.empty());
}

// the base selects Disabled, which the set lacks: nothing is selected, with the nested option as without it
TEST(extract, nested_option_keeps_what_the_selection_selects) {
  Parts parts;
  parts.body =
      option_set("Shape", "            \"second\" {\n                float newton:contactGap = 1\n            }\n");
  const Asset asset(parts);
  asset.folder.layer(
      "a.usda",
      "(\n    defaultPrim = \"Root\"\n)\ndef Xform \"Root\" (\n    variants = {\n        string PhysX = \"On\"\n    }\n"
      "    prepend variantSets = \"PhysX\"\n)\n{\n" +
          parts.body +
          "    variantSet \"PhysX\" = {\n        \"On\" {\n            over \"Body\" (\n"
          "                prepend apiSchemas = [\"PhysxRigidBodyAPI\"]\n            )\n            {\n"
          "            }\n        }\n    }\n}\n");
  const Extraction extraction = asset.extract("a.usda");
  const model::Model& model = extraction.model;
  for (std::size_t index = 0; index < model.compositions.size(); ++index) {
    const model::Composition& each = model.compositions[index];
    EXPECT_EQ(entries(model, index, "/Root/Body").empty(), each.name != "authored") << each.name << each.nested.size();
  }
}

TEST(extract, options_beyond_the_limit_named) {
  Parts parts;
  parts.body = option_set("Shape",
                          "            \"second\" {\n                float newton:contactGap = 1\n            }\n"
                          "            \"third\" {\n                float newton:contactGap = 1\n            }\n");
  const Extraction extraction = Asset(parts, 1).extract();
  EXPECT_EQ(composition_names(extraction.model).size(), 6U);
  EXPECT_EQ(extraction.model.skipped_options, Texts{"/Root/Part{Shape=third}"});
  EXPECT_TRUE(Asset(parts, 2).extract().model.skipped_options.empty());
}

}  // namespace
}  // namespace assay::extract
