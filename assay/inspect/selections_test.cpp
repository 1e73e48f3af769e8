// Extracts all selections at once and each by itself, and compares the documents.

#include "assay/base/test_folder.h"
#include "assay/extract/extract.h"
#include "assay/extract/physics/extract_physics.h"
#include "assay/inspect/document.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <thread>

namespace assay::inspect {
namespace {

namespace fs = std::filesystem;

const schema::Profile& profile() { return *schema::find_profile("simready"); }

std::string text_of(const model::Model& model, const model::Physics& physics) {
  return document_of(model, physics, {"asset", "/", nullptr, 100}).dump(1);
}

/// The document of one selection, read by itself.
std::string document_alone(const std::string& file, const std::string& selection) {
  const auto alone = extract::extract_physics(file, {&profile(), selection, {}});
  EXPECT_TRUE(alone) << file;
  return alone ? text_of(alone.value().model, alone.value().physics) : "";
}

/// All selections of a file, and the tables that they share.
struct All {
  extract::PhysicsSelections tables;
  std::vector<model::Physics> selections;
  std::vector<std::string> documents;
};

/// All selections of a file, each compared with the same read by itself.
All compared(const std::string& file) {
  All all;
  const auto visit = [&all](const model::Model& model, const model::Physics& physics) {
    all.selections.push_back(physics);
    all.documents.push_back(text_of(model, physics));
  };
  auto tables = extract::extract_physics_selections(file, profile(), visit);
  EXPECT_TRUE(tables) << file;
  if (!tables) return all;
  all.tables = std::move(tables.value());
  const std::string opened = document_alone(file, "authored");
  for (std::size_t index = 0; index < all.selections.size(); ++index) {
    model::Physics& physics = all.selections[index];
    EXPECT_TRUE(all.documents[index] == document_alone(file, physics.selection)) << file << ", " << physics.selection;
    if (physics.selection != all.tables.opened_as) continue;
    model::Physics renamed = physics;
    renamed.selection = "authored";
    EXPECT_TRUE(text_of(all.tables.model, renamed) == opened) << file << " opens as " << physics.selection;
  }
  return all;
}

const model::Physics& selection(const All& all, std::string_view name) {
  const auto found = std::ranges::find(all.selections, name, &model::Physics::selection);
  EXPECT_NE(found, all.selections.end()) << name;
  return *found;
}

std::vector<std::string> layers_below(const char* folder) {
  std::vector<std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    const std::string extension = entry.path().extension().string();
    const bool is_layer = extension == ".usda" || extension == ".usd" || extension == ".usdc" || extension == ".usdz";
    if (entry.is_regular_file() && is_layer) files.push_back(fs::absolute(entry.path()).lexically_normal().string());
  }
  std::ranges::sort(files);
  return files;
}

/// An asset with a body over the payloads of PhysX and MuJoCo.
class Overlaid {
 public:
  Overlaid(const std::string& physx, const std::string& mujoco, const std::string& base_extra = "") {
    const auto set = [](const std::string& name, const std::string& stem) {
      return "variantSet \"" + name + "\" = {\n \"Disabled\" {\n }\n \"Enabled\" (\n prepend payload = @./" + stem +
             ".usda@\n ) {\n }\n }\n";
    };
    folder_.layer("asset.usda",
                  "(\n defaultPrim = \"Root\"\n upAxis = \"Z\"\n metersPerUnit = 1\n)\n"
                  "def Xform \"Root\" (\n prepend references = @./base.usda@\n"
                  " prepend variantSets = [\"PhysX\", \"MuJoCo\"]\n"
                  " variants = {\n string PhysX = \"Disabled\"\n string MuJoCo = \"Disabled\"\n }\n)\n{\n" +
                      set("PhysX", "physx") + set("MuJoCo", "mujoco") + "}\n");
    folder_.layer("base.usda", root("def Xform", R"(
  def Xform "Body" (prepend apiSchemas = ["PhysicsRigidBodyAPI"]) {
    def Mesh "Shape" (prepend apiSchemas = ["PhysicsCollisionAPI", "PhysicsMeshCollisionAPI"]) {
      int[] faceVertexCounts = [3, 3, 3, 3, 3, 3]
      int[] faceVertexIndices = [0, 2, 1, 0, 1, 3, 0, 3, 4, 0, 4, 2, 1, 2, 4, 1, 4, 3]
      point3f[] points = [(0, 0, 0), (2, 0, 0), (0, 2, 0), (0.4, 0.4, 0.3), (0, 0, 2)]
    }
  }
  def PhysicsFixedJoint "Weld" {
    rel physics:body1 = </Root/Body>
  }
)" + base_extra));
    folder_.layer("physx.usda", root("over", physx));
    folder_.layer("mujoco.usda", root("over", mujoco));
  }

  std::string file() const { return folder_.path("asset.usda"); }

 private:
  static std::string root(const std::string& kind, const std::string& body) {
    return "(\n defaultPrim = \"Root\"\n)\n" + kind + " \"Root\" {\n" + body + "}\n";
  }

  TestFolder folder_;
};

const std::string hull = R"(over "Body" {
 over "Shape" (prepend apiSchemas = ["PhysxCollisionAPI"]) {
  uniform token physics:approximation = "convexHull"
  float physxCollision:contactOffset = 0.02
}
}
)";
const std::string actuator = R"(def Scope "Actuators" {
 def MjcActuator "Motor" {
  rel mjc:target = </Root/Weld>
}
}
)";

TEST(selections, one_composition_serves_vendor_data_shapes_and_further_prims) {
  const Overlaid asset(hull, actuator);
  const All all = compared(asset.file());
  EXPECT_EQ(all.tables.composition_count, 1);
  EXPECT_EQ(all.tables.opened_as, "standard");
  ASSERT_EQ(all.selections.size(), 3U);
  // the hull of a dented solid is larger than the solid
  EXPECT_GT(selection(all, "physx").bodies[0].mass.mass, selection(all, "standard").bodies[0].mass.mass);
  EXPECT_EQ(selection(all, "mujoco").bodies[0].mass.mass, selection(all, "standard").bodies[0].mass.mass);
  EXPECT_EQ(selection(all, "mujoco").vendor_values.size(), 1U);
  EXPECT_TRUE(selection(all, "standard").vendor_values.empty());
}

TEST(selections, documents_of_different_selections_differ) {
  const Overlaid asset(hull, actuator);
  const All all = compared(asset.file());
  EXPECT_NE(text_of(all.tables.model, selection(all, "physx")), document_alone(asset.file(), "mujoco"));
}

/// What a payload can say that is not read over the base: that selection is composed by itself.
struct Case {
  const char* name;
  std::string payload;
};

class MoreThanVendors : public testing::TestWithParam<Case> {};

TEST_P(MoreThanVendors, is_composed_by_itself) {
  const Overlaid asset(GetParam().payload, actuator);
  const All all = compared(asset.file());
  EXPECT_EQ(all.tables.composition_count, 2);
}

INSTANTIATE_TEST_SUITE_P(
    selections, MoreThanVendors,
    testing::Values(Case{"mass", R"(over "Body" (prepend apiSchemas = ["PhysicsMassAPI"]) {
 float physics:mass = 3
 }
)"},
                    Case{"velocity", R"(over "Body" {
 vector3f physics:velocity = (1, 0, 0)
 }
)"},
                    Case{"transform", R"(over "Body" {
 double3 xformOp:translate = (1, 0, 0)
                                           uniform token[] xformOpOrder = ["xformOp:translate"]
 }
)"},
                    Case{"visibility", R"(over "Body" {
 token visibility = "invisible"
 }
)"},
                    Case{"built_in_schema", R"(over "Body" (prepend apiSchemas = ["NewtonMassAPI"]) {
}
)"},
                    Case{"deleted_schema", R"(over "Body" (delete apiSchemas = ["PhysicsRigidBodyAPI"]) {
}
)"},
                    Case{"added_body", R"(def Xform "Other" (prepend apiSchemas = ["PhysicsRigidBodyAPI"]) {
}
)"},
                    Case{"added_target", R"(over "Weld" {
 rel physics:body0 = </Root/Body>
 }
)"},
                    Case{"added_drawn_prim", R"(def Cube "Picture" {
}
)"},
                    Case{"type", R"(over Scope "Body" {
 }
)"}),
    [](const auto& tested) { return std::string(tested.param.name); });

TEST(selections, added_prim_that_a_joint_looks_for_is_composed) {
  const std::string dangling = R"(def PhysicsFixedJoint "Dangling" {
 rel physics:body1 = </Root/Actuators>
 }
)";
  const All all = compared(Overlaid(hull, actuator, dangling).file());
  EXPECT_EQ(all.tables.composition_count, 2);
  EXPECT_TRUE(selection(all, "mujoco").joints[1].sides[1].target_exists);
  EXPECT_FALSE(selection(all, "physx").joints[1].sides[1].target_exists);
}

TEST(selections, equal_those_read_alone_for_the_layers_of_the_repository) {
  for (const char* folder : {"scenes", "examples", "assay/rules"}) {
    for (const std::string& file : layers_below(folder)) {
      if (extract::extract_physics(file, {&profile(), "standard", {}})) compared(file);
    }
  }
}

TEST(selections, equal_those_read_alone_for_the_asset_of_the_benchmark) {
  const TestFolder folder;
  const std::string command = "python3 bench/make_asset.py --bodies 30 " + folder.path() + " > /dev/null";
  ASSERT_EQ(std::system(command.c_str()), 0);  // NOLINT(bugprone-command-processor)
  const All all = compared(folder.path("asset.usda"));
  EXPECT_EQ(all.selections.size(), 4U);
  EXPECT_EQ(all.tables.composition_count, 1);
}

// ---- threads ----

/// Bodies with drives between them, more than one thread reads alone; every third joint has an axis and a target of its
/// own that nothing else names, every fifth body a mass that is no number.
std::string many_bodies(std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) {
    const std::string number = std::to_string(i);
    const std::string mass = i % 5 == 0 ? "string physics:mass = \"heavy\"" : "float physics:mass = " + number;
    const std::string axis = i % 3 == 0 ? "Odd" + number : "Z";
    const std::string target = i % 3 == 0 ? "Missing" + number : "Body" + std::to_string(i / 2);
    text += "def Xform \"Body" + number +
            "\" (prepend apiSchemas = [\"PhysicsRigidBodyAPI\", \"PhysicsMassAPI\"]) {\n" + mass +
            "\ndouble3 xformOp:translate = (" + number + ", 0, 1)\n" +
            "uniform token[] xformOpOrder = [\"xformOp:translate\"]\n" +
            "def Cube \"Shape\" (prepend apiSchemas = [\"PhysicsCollisionAPI\"]) {\ndouble size = 0." + number +
            "1\n}\n}\ndef PhysicsRevoluteJoint \"Joint" + number +
            "\" (prepend apiSchemas = [\"PhysicsDriveAPI:angular\"]) {\nuniform token physics:axis = \"" + axis +
            "\"\nrel physics:body0 = </Root/" + target + ">\nrel physics:body1 = </Root/Body" + number +
            ">\nfloat drive:angular:physics:stiffness = " + number + "\n}\n";
  }
  return text;
}

/// Groups of the bodies' shapes for PhysX, and a motor at every joint for MuJoCo.
std::string many_overs(std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) {
    text += "over \"Body" + std::to_string(i) +
            "\" {\nover \"Shape\" (prepend apiSchemas = [\"PhysxCollisionAPI\"]) {\n" +
            "float physxCollision:contactOffset = 0." + std::to_string(i) + "1\n}\n}\n";
  }
  return text;
}
std::string many_motors(std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) {
    const std::string number = std::to_string(i);
    text += "def MjcActuator \"Motor" + number + "\" {\nrel mjc:target = </Root/Joint" + number +
            ">\nuniform double mjc:ctrlRange:max = " + number + "\n}\n";
  }
  return text;
}

TEST(selections, threads_change_nothing) {
  constexpr std::size_t count = 300;
  const Overlaid asset(many_overs(count), many_motors(count), many_bodies(count));
  std::vector<std::vector<std::string>> documents;
  for (const int threads : {1, 4, 4}) {
    ASSERT_TRUE(extract::start(threads));
    const All all = compared(asset.file());
    EXPECT_EQ(all.tables.composition_count, 1);
    documents.push_back(all.documents);
  }
  ASSERT_TRUE(extract::start(static_cast<int>(std::thread::hardware_concurrency())));
  ASSERT_EQ(documents[0].size(), 3);
  EXPECT_TRUE(documents[0] == documents[1]);
  EXPECT_TRUE(documents[1] == documents[2]);
  // the odd ones are told, and each selection says something of its own
  EXPECT_NE(documents[0][0].find("which is not what the schema says"), std::string::npos);
  EXPECT_NE(documents[0][1].find("physxCollision:contactOffset"), std::string::npos);
  EXPECT_NE(documents[0][2].find("mjc:ctrlRange:max"), std::string::npos);
}

}  // namespace
}  // namespace assay::inspect
