#include "assay/extract/extract.h"

#include "assay/base/test_folder.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace assay::extract {
namespace {

using Texts = std::vector<std::string>;

/// Parts of a small asset that are not the same in every test; every text is USDA.
struct Parts {
  std::string metadata = "";       // of the root layer
  std::string arcs = "";           // in the metadata of /Root
  std::string physx = "Disabled";  // authored selections
  std::string newton = "Disabled";
  std::string body = "";  // inside /Root
};

const std::string physx_payload =
    "over \"Root\"\n{\n    over \"Body\" (\n        prepend apiSchemas = [\"PhysxRigidBodyAPI\"]\n    )\n    {\n    "
    "}\n}\n";
const std::string newton_payload =
    "over \"Root\"\n{\n    over \"Body\"\n    {\n        float newton:contactGap = 0.1\n    }\n}\n";

std::string runtime_set(const std::string& set, const std::string& stem) {
  return "    variantSet \"" + set +
         "\" = {\n        \"Disabled\" {\n        }\n        \"Enabled\" (\n            prepend payload = "
         "@./runnables/physics/" +
         stem + ".usda@\n        ) {\n        }\n    }\n";
}

/// Writes an asset with the sets PhysX and Newton and a body, and extracts it.
class Asset {
 public:
  explicit Asset(const Parts& parts = {}, int nested_options = 8) : nested_options_(nested_options) {
    payload("physx", physx_payload);
    payload("newton", newton_payload);
    folder.layer("asset.usda", "(\n    defaultPrim = \"Root\"\n" + parts.metadata +
                                   ")\n\ndef Xform \"Root\" (\n    variants = {\n        string PhysX = \"" +
                                   parts.physx + "\"\n        string Newton = \"" + parts.newton +
                                   "\"\n    }\n    prepend variantSets = [\"PhysX\", \"Newton\"]\n" + parts.arcs +
                                   ")\n{\n    def Xform \"Body\" (\n        prepend apiSchemas = "
                                   "[\"PhysicsRigidBodyAPI\"]\n    )\n    {\n    }\n" +
                                   parts.body + runtime_set("PhysX", "physx") + runtime_set("Newton", "newton") +
                                   "}\n");
  }

  void payload(const std::string& stem, const std::string& body) const {
    folder.layer("runnables/physics/" + stem + ".usda", "(\n    defaultPrim = \"Root\"\n)\n\n" + body);
  }

  Extraction extract(const std::string& file = "asset.usda") const {
    Options options;
    options.profile = schema::find_profile("simready");
    options.nested_options = nested_options_;
    options.wants_dependencies = true;
    return std::move(extract::extract(folder.path(file), options).value());
  }

  TestFolder folder;

 private:
  int nested_options_;
};

// names of the compositions, with what is chosen beyond the runtime sets
Texts composition_names(const model::Model& model) {
  Texts names;
  for (const model::Composition& each : model.compositions)
    names.push_back(each.name + (each.nested.empty() ? "" : " " + each.nested.front()));
  return names;
}

const model::Prim* prim_at(const model::Model& model, const model::Composition& composition, const std::string& path) {
  const auto found =
      std::ranges::find_if(composition.prims, [&](const model::Prim& prim) { return model.text(prim.path) == path; });
  return found == composition.prims.end() ? nullptr : &*found;
}

// names of the entries of a prim, sorted
Texts entries(const model::Model& model, std::size_t composition, const std::string& path) {
  Texts names;
  const model::Composition& composed = model.compositions.at(composition);
  const model::Prim* prim = prim_at(model, composed, path);
  if (prim == nullptr) return names;
  for (const model::Entry& entry : composed.entries_of(*prim)) names.push_back(model.text(entry.name));
  std::ranges::sort(names);
  return names;
}

Texts contents(const model::VariantSection& section) {
  Texts texts;
  for (const model::SectionContent& content : section.contents) texts.push_back(content.kind + " " + content.name);
  std::ranges::sort(texts);
  return texts;
}

std::string option_set(const std::string& set, const std::string& options) {
  return "    def Xform \"Part\" (\n        variants = {\n            string " + set +
         " = \"first\"\n        }\n        prepend variantSets = \"" + set + "\"\n    )\n    {\n        variantSet \"" +
         set + "\" = {\n            \"first\" {\n            }\n" + options + "        }\n    }\n";
}

using Variants = std::map<std::string, std::string>;

TEST(extract, base_and_each_runtime_set_composed) {
  const Extraction extraction = Asset().extract();
  const model::Model& model = extraction.model;
  EXPECT_EQ(composition_names(model), (Texts{"standard", "physx", "newton"}));
  EXPECT_EQ(model.compositions[0].variants, (Variants{{"PhysX", "Disabled"}, {"Newton", "Disabled"}}));
  EXPECT_EQ(model.compositions[1].variants, (Variants{{"PhysX", "Enabled"}, {"Newton", "Disabled"}}));
  EXPECT_EQ(model.compositions[2].variants, (Variants{{"PhysX", "Disabled"}, {"Newton", "Enabled"}}));
  EXPECT_TRUE(model.compositions[0].enabled.empty());
  EXPECT_EQ(model.compositions[2].enabled, std::vector<Target>{Target::Newton});
  EXPECT_EQ(extraction.composition_count, 1);
  EXPECT_EQ(extraction.layer_count, 3);
}

TEST(extract, each_composition_carries_its_own_data) {
  const Extraction extraction = Asset().extract();
  EXPECT_EQ(entries(extraction.model, 0, "/Root/Body"), Texts{"PhysicsRigidBodyAPI"});
  EXPECT_EQ(entries(extraction.model, 1, "/Root/Body"), (Texts{"PhysicsRigidBodyAPI", "PhysxRigidBodyAPI"}));
  EXPECT_EQ(entries(extraction.model, 2, "/Root/Body"), (Texts{"PhysicsRigidBodyAPI", "newton:contactGap"}));
}

TEST(extract, selection_that_the_asset_opens_with_marked) {
  const auto opened = [](const Parts& parts) {
    Texts names;
    const Extraction extraction = Asset(parts).extract();
    for (const model::Composition& each : extraction.model.compositions) {
      if (each.as_opened) names.push_back(each.name);
    }
    return names;
  };
  EXPECT_EQ(opened({}), Texts{"standard"});
  Parts newton;
  newton.newton = "Enabled";
  EXPECT_EQ(opened(newton), Texts{"newton"});
}

TEST(extract, selection_of_its_own_composed_as_authored) {
  Parts both;
  both.physx = both.newton = "Enabled";
  const Extraction extraction = Asset(both).extract();
  EXPECT_EQ(composition_names(extraction.model), (Texts{"standard", "physx", "newton", "authored"}));
  EXPECT_EQ(extraction.model.compositions[3].variants, (Variants{{"PhysX", "Enabled"}, {"Newton", "Enabled"}}));
  EXPECT_EQ(extraction.model.compositions[3].enabled, (std::vector<Target>{Target::PhysX, Target::Newton}));
  EXPECT_EQ(entries(extraction.model, 3, "/Root/Body"),
            (Texts{"PhysicsRigidBodyAPI", "PhysxRigidBodyAPI", "newton:contactGap"}));
}

TEST(extract, asset_without_sets_composed_once) {
  const Asset asset;
  asset.folder.layer("plain.usda",
                     "(\n    defaultPrim = \"A\"\n)\ndef Xform \"A\" (\n    prepend apiSchemas = "
                     "[\"PhysicsRigidBodyAPI\"]\n)\n{\n}\n");
  asset.folder.layer("bare.usda", "def Xform \"A\" {\n}\n");
  const Extraction plain = asset.extract("plain.usda");
  EXPECT_EQ(composition_names(plain.model), Texts{"standard"});
  EXPECT_EQ(plain.model.default_prim, "/A");
  EXPECT_TRUE(plain.model.default_prim_exists);
  const Extraction bare = asset.extract("bare.usda");
  EXPECT_EQ(composition_names(bare.model), Texts{"standard"});
  EXPECT_EQ(bare.model.default_prim, "");
  EXPECT_FALSE(bare.model.default_prim_exists);
}

TEST(extract, default_prim_that_is_missing_known) {
  const Asset asset;
  asset.folder.layer("a.usda", "(\n    defaultPrim = \"Gone\"\n)\ndef Xform \"A\" {\n}\n");
  const Extraction extraction = asset.extract("a.usda");
  EXPECT_EQ(extraction.model.default_prim, "/Gone");
  EXPECT_FALSE(extraction.model.default_prim_exists);
}

TEST(extract, file_that_does_not_open_is_an_error) {
  const TestFolder folder;
  Options options;
  options.profile = schema::find_profile("simready");
  EXPECT_FALSE(static_cast<bool>(extract(folder.path("gone.usda"), options)));
}

TEST(extract, prims_of_instances_recorded_once_with_their_count) {
  Parts parts;
  for (const char* name : {"One", "Two", "Three"}) {
    parts.body +=
        "    def Xform \"" + std::string(name) +
        "\" (\n        instanceable = true\n        references = @./wheel.usda@</Wheel>\n    )\n    {\n    }\n";
  }
  const Asset asset(parts);
  asset.folder.layer("wheel.usda",
                     "def Xform \"Wheel\"\n{\n    def Mesh \"Rim\" (\n        prepend apiSchemas = "
                     "[\"PhysicsCollisionAPI\"]\n    )\n    {\n    }\n}\n");
  const Extraction extraction = asset.extract();
  const model::Composition& standard = extraction.model.compositions[0];
  const model::Prim* rim = prim_at(extraction.model, standard, "/Root/One/Rim");
  ASSERT_NE(rim, nullptr);
  EXPECT_EQ(rim->instance_count, 3U);
  EXPECT_EQ(extraction.model.text(rim->type), "Mesh");
  EXPECT_EQ(prim_at(extraction.model, standard, "/Root/Two/Rim"), nullptr);
  EXPECT_EQ(prim_at(extraction.model, standard, "/Root/Body")->instance_count, 0U);
}

TEST(extract, copies_that_are_no_instances_recorded_each) {
  Parts parts;
  for (const char* name : {"One", "Two"}) {
    parts.body += "    def Xform \"" + std::string(name) +
                  "\" (\n        prepend apiSchemas = [\"PhysicsRigidBodyAPI\"]\n    )\n    {\n    }\n";
  }
  const Extraction extraction = Asset(parts).extract();
  ASSERT_NE(prim_at(extraction.model, extraction.model.compositions[0], "/Root/Two"), nullptr);
  EXPECT_EQ(prim_at(extraction.model, extraction.model.compositions[0], "/Root/Two")->instance_count, 0U);
}

TEST(extract, inactive_blocked_and_neutral_data_left_out) {
  Parts parts;
  parts.body =
      "    def Xform \"Off\" (\n        active = false\n        prepend apiSchemas = [\"PhysxRigidBodyAPI\"]\n    )\n  "
      "  {\n    }\n"
      "    def Xform \"Blocked\"\n    {\n        float newton:contactGap = None\n        float newton:contactMargin\n  "
      "  }\n"
      "    def Xform \"Plain\"\n    {\n        float newtonian:mass = 1\n    }\n";
  const Extraction extraction = Asset(parts).extract();
  for (const char* path : {"/Root/Off", "/Root/Blocked", "/Root/Plain"}) {
    EXPECT_EQ(prim_at(extraction.model, extraction.model.compositions[0], path), nullptr) << path;
  }
}

TEST(extract, kinds_of_entries_told_apart) {
  Parts parts;
  parts.body =
      "    def MjcActuator \"Motor\"\n    {\n        rel mjc:target = </Root/Body>\n        int mjc:group = 1\n    }\n";
  const Extraction extraction = Asset(parts).extract();
  const model::Model& model = extraction.model;
  const model::Prim* motor = prim_at(model, model.compositions[0], "/Root/Motor");
  ASSERT_NE(motor, nullptr);
  std::map<std::string, model::EntryKind> kinds;
  for (const model::Entry& entry : model.compositions[0].entries_of(*motor)) kinds[model.text(entry.name)] = entry.kind;
  EXPECT_EQ(kinds, (std::map<std::string, model::EntryKind>{{"MjcActuator", model::EntryKind::PrimType},
                                                            {"mjc:target", model::EntryKind::Relationship},
                                                            {"mjc:group", model::EntryKind::Attribute}}));
  EXPECT_TRUE(model.has_commanded_joints);
  EXPECT_FALSE(Asset().extract().model.has_commanded_joints);
}

TEST(extract, approximation_recorded_as_a_token) {
  Parts parts;
  parts.body = "    def Mesh \"Hull\"\n    {\n        uniform token physics:approximation = \"sdf\"\n    }\n";
  const Extraction extraction = Asset(parts).extract();
  const model::Model& model = extraction.model;
  const model::Prim* hull = prim_at(model, model.compositions[0], "/Root/Hull");
  ASSERT_NE(hull, nullptr);
  ASSERT_EQ(hull->token_count, 1U);
  EXPECT_EQ(model.text(model.compositions[0].tokens_of(*hull)[0].token), "sdf");
  EXPECT_EQ(model.text(model.compositions[0].tokens_of(*hull)[0].property), "physics:approximation");
  EXPECT_FALSE(model.compositions[0].tokens_of(*hull)[0].sampled);
}

TEST(extract, data_located_with_the_arcs_that_bring_it) {
  const Asset asset;
  const Extraction extraction = asset.extract();
  const model::Model& model = extraction.model;
  const model::Prim* body = prim_at(model, model.compositions[2], "/Root/Body");
  ASSERT_NE(body, nullptr);
  const auto entries_of = model.compositions[2].entries_of(*body);
  const auto gap = std::ranges::find_if(
      entries_of, [&](const model::Entry& entry) { return model.text(entry.name) == "newton:contactGap"; });
  ASSERT_NE(gap, entries_of.end());
  const Site site = extraction.locate({gap->opinion, "newton:contactGap", "", "", {}});
  EXPECT_EQ(site.layer, "runnables/physics/newton.usda");
  EXPECT_EQ(site.prim, "/Root/Body");
  EXPECT_EQ(site.line, 10);
  EXPECT_EQ(site.column, 15);
  EXPECT_EQ(site.arcs, (std::vector<Arc>{{"root", "asset.usda", "/Root"},
                                         {"variant", "asset.usda", "/Root{Newton=Enabled}"},
                                         {"payload", "runnables/physics/newton.usda", "/Root"}}));
}

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

TEST(extract, broken_payload_belongs_to_its_selection) {
  const Asset asset;
  std::filesystem::remove(asset.folder.path("runnables/physics/newton.usda"));
  const Extraction extraction = asset.extract();
  const model::Model& model = extraction.model;
  ASSERT_EQ(model.broken_arcs.size(), 1U);
  EXPECT_EQ(model.broken_arcs[0].kind, "payload");
  EXPECT_EQ(model.broken_arcs[0].subject, "./runnables/physics/newton.usda");
  EXPECT_EQ(model.broken_arcs[0].selections, Texts{"newton"});
  EXPECT_FALSE(model.broken_arcs[0].is_unselected);
  EXPECT_TRUE(model.compositions[0].complete);
  EXPECT_TRUE(model.compositions[1].complete);
  EXPECT_FALSE(model.compositions[2].complete);
  EXPECT_FALSE(model.runtime_set("Newton")->find_option("Enabled")->payloads[0].exists);
  EXPECT_EQ(extraction.locate(model.broken_arcs[0].place).layer, "asset.usda");
}

TEST(extract, arc_broken_in_the_base_belongs_to_all_selections) {
  Parts parts;
  parts.arcs = "    references = @./gone.usda@\n";
  const Extraction extraction = Asset(parts).extract();
  ASSERT_EQ(extraction.model.broken_arcs.size(), 1U);
  EXPECT_EQ(extraction.model.broken_arcs[0].selections, (Texts{"standard", "physx", "newton"}));
  for (const model::Composition& each : extraction.model.compositions) EXPECT_FALSE(each.complete) << each.name;
}

TEST(extract, whole_asset_has_no_broken_arcs) {
  const Extraction extraction = Asset().extract();
  EXPECT_TRUE(extraction.model.broken_arcs.empty());
  for (const model::Composition& each : extraction.model.compositions) EXPECT_TRUE(each.complete) << each.name;
}

// asset paths that were not found, of a shader with one attribute
Texts unresolved(const std::string& path, const Texts& files = {}) {
  Parts parts;
  parts.body = "    def Shader \"Look\"\n    {\n        asset inputs:file = @" + path + "@\n    }\n";
  const Asset asset(parts);
  for (const std::string& file : files) asset.folder.write(file, "");
  Texts found;
  const Extraction extraction = asset.extract();
  for (const model::UnresolvedAsset& each : extraction.model.unresolved_assets) {
    EXPECT_EQ(each.prim, "/Root/Look");
    EXPECT_EQ(each.property, "inputs:file");
    EXPECT_EQ(each.selections, (Texts{"standard", "physx", "newton"}));
    found.push_back(each.asset_path + (each.application_path ? " of the application" : ""));
  }
  return found;
}

TEST(extract, missing_file_of_an_attribute_recorded) {
  EXPECT_EQ(unresolved("./gone.png"), Texts{"./gone.png"});
  EXPECT_EQ(unresolved("./here.png", {"here.png"}), Texts{});
  EXPECT_EQ(unresolved(""), Texts{});
}

TEST(extract, path_that_only_the_application_finds_told_apart) {
  EXPECT_EQ(unresolved("OmniPBR.mdl"), Texts{"OmniPBR.mdl of the application"});
  EXPECT_EQ(unresolved("omniverse://server/a.png"), Texts{"omniverse://server/a.png of the application"});
  EXPECT_EQ(unresolved("../gone/a.png"), Texts{"../gone/a.png"});
}

// tiles are numbered 1001 to 1100
TEST(extract, texture_tiles_found_by_number) {
  EXPECT_EQ(unresolved("./skin.<UDIM>.png", {"skin.1001.png"}), Texts{});
  EXPECT_EQ(unresolved("./skin.<UDIM>.png"), Texts{"./skin.<UDIM>.png"});
  EXPECT_EQ(unresolved("./skin.<UDIM>.png", {"skin.notes.txt"}), Texts{"./skin.<UDIM>.png"});
}

TEST(extract, files_that_layers_load_and_name_listed) {
  const Asset asset;
  const Extraction extraction = asset.extract();
  const auto holds = [&](const Texts& files, const std::string& name) {
    return std::ranges::count(files, asset.folder.path(name)) == 1;
  };
  EXPECT_TRUE(holds(extraction.loaded_files, "asset.usda"));
  EXPECT_TRUE(holds(extraction.loaded_files, "runnables/physics/physx.usda"));
  EXPECT_EQ(extraction.loaded_files.size(), 3U);
  EXPECT_TRUE(holds(extraction.dependencies, "runnables/physics/physx.usda"));
  EXPECT_TRUE(holds(extraction.dependencies, "runnables/physics/newton.usda"));
  EXPECT_FALSE(holds(extraction.dependencies, "asset.usda"));
}

TEST(extract, file_named_by_an_option_that_is_not_composed_is_a_dependency) {
  Parts parts;
  parts.body = option_set(
      "Shape",
      "            \"second\" (\n                references = @./part.usda@</P>\n            ) {\n            }\n");
  const Asset asset(parts, 0);
  asset.folder.layer("part.usda", "def Xform \"P\" {\n}\n");
  const Extraction extraction = asset.extract();
  EXPECT_EQ(std::ranges::count(extraction.dependencies, asset.folder.path("part.usda")), 1);
  EXPECT_EQ(std::ranges::count(extraction.loaded_files, asset.folder.path("part.usda")), 0);
}

}  // namespace
}  // namespace assay::extract
