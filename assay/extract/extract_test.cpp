// Selections, and the prims that each has.

#include "assay/extract/extract_test_asset.h"

#include <gtest/gtest.h>

namespace assay::extract {
namespace {

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

}  // namespace
}  // namespace assay::extract
