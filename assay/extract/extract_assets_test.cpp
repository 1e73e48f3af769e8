// Files: arcs and asset paths that lead nowhere, dependencies.

#include "assay/extract/extract_test_asset.h"

#include <gtest/gtest.h>

namespace assay::extract {
namespace {

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
