#include "assay/extract/physics/physics_test_asset.h"

namespace assay::extract {
namespace {

const std::string binding = "\"MaterialBindingAPI\"";
const std::string materials =
    prim("Material", "Rubber", "\"PhysicsMaterialAPI\"", "") + prim("Material", "Paint", "", "");

/// A mesh with one subset.
std::string mesh(const std::string& subset) {
  return prim("Mesh", "Plate", collision,
              "def GeomSubset \"Half\" (\n prepend apiSchemas = [" + binding + "]\n) {\n" + subset + "}\n") +
         materials;
}

const std::string faces = "uniform token elementType = \"face\"\n int[] indices = [0, 1, 4]\n";
const std::string family = "uniform token familyName = \"materialBind\"\n";

TEST(ReadSubsets, material_of_the_subset_itself) {
  const PhysicsAsset asset(mesh(faces + family + "rel material:binding:physics = </Rubber>\n"));
  const std::vector<model::MaterialSubset>& subsets = asset.collider("/Plate").subsets;
  ASSERT_EQ(subsets.size(), 1);
  EXPECT_EQ(asset.text(subsets[0].path), "/Plate/Half");
  EXPECT_EQ(subsets[0].face_count, 3);
  EXPECT_EQ(asset.text(asset.physics().materials.at(subsets[0].material).path), "/Rubber");
  EXPECT_FALSE(asset.collider("/Plate").material.has_value());
}

TEST(ReadSubsets, binding_for_all_purposes_counts_too) {
  EXPECT_EQ(PhysicsAsset(mesh(faces + family + "rel material:binding = </Rubber>\n")).collider("/Plate").subsets.size(),
            1);
}

TEST(ReadSubsets, other_families_and_materials_do_not_count) {
  const std::string bound = "rel material:binding = </Rubber>\n";
  EXPECT_TRUE(PhysicsAsset(mesh(faces + bound)).collider("/Plate").subsets.empty());
  EXPECT_TRUE(PhysicsAsset(mesh(faces + family)).collider("/Plate").subsets.empty());
  EXPECT_TRUE(
      PhysicsAsset(mesh(faces + family + "rel material:binding = </Paint>\n")).collider("/Plate").subsets.empty());
  const std::string points = "uniform token elementType = \"point\"\n";
  EXPECT_TRUE(PhysicsAsset(mesh(points + family + bound)).collider("/Plate").subsets.empty());
}

}  // namespace
}  // namespace assay::extract
