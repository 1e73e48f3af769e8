// Every asset is extracted both ways: one composition for all selections, and one for each. See overlays.cpp for the
// cases in which the first is exact.

#include "assay/base/test_folder.h"
#include "assay/extract/extract.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace assay::extract {
namespace {

/// The layers of an asset with the sets PhysX, Newton and MuJoCo; every text is USDA.
struct Layers {
  std::string name;             // of the case
  int compositions = 1;         // that it takes: 4 where the layers tell that overlays are not exact, else 5
  std::string body_arcs = "";   // in the metadata of /Root/Body of the base
  std::string base_arcs = "";   // in the metadata of /Root of the base
  std::string physx_arcs = "";  // in the metadata of /Root of PhysX's payload
  std::string physx = "over \"Body\" (\n prepend apiSchemas = [\"PhysxRigidBodyAPI\"]\n) {\n}\n";  // inside its /Root
  std::string newton = "over \"Body\" {\n float newton:contactGap = 0.1\n}\n";
  std::string base = "";          // inside /Root of the base, beside the body
  std::string outside = "";       // beside /Root in the base
  std::string disabled = "";      // in PhysX's Disabled
  std::string enabled = "";       // in PhysX's Enabled
  std::string physx_layer = "";   // metadata of PhysX's payload layer
  std::string beside_physx = "";  // beside /Root in PhysX's payload
  std::string payload_prim = "";  // that PhysX's payload targets
  std::string newton_file = "Newton";
  std::string root = "";          // inside /Root of the root layer
  std::string root_sets = "";     // further names of its variant sets
  std::string root_choices = "";  // and what it selects of them
  std::string beside = "";        // beside /Root in the root layer
};

std::ostream& operator<<(std::ostream& stream, const Layers& layers) { return stream << layers.name; }

std::string set_text(const std::string& set, const std::string& payload, const std::string& disabled = "",
                     const std::string& enabled = "") {
  return "variantSet \"" + set + "\" = {\n \"Disabled\" {\n" + disabled + " }\n \"Enabled\" (\n prepend payload = @./" +
         payload + "\n) {\n" + enabled + " }\n}\n";
}

void write_payload(const TestFolder& folder, const std::string& set, const std::string& body,
                   const std::string& arcs = "", const std::string& metadata = "", const std::string& beside = "") {
  folder.layer(set + ".usda", "(\n defaultPrim = \"Root\"\n" + metadata + ")\nover \"Root\" (\n" + arcs + ")\n{\n" +
                                  body + "}\n" + beside);
}

void write(const TestFolder& folder, const Layers& layers) {
  write_payload(folder, "PhysX", layers.physx, layers.physx_arcs, layers.physx_layer, layers.beside_physx);
  write_payload(folder, "Newton", layers.newton);
  write_payload(folder, "MuJoCo",
                "over \"Body\" (\n delete apiSchemas = [\"PhysicsMassAPI\"]\n) {\n def \"Site\" (\n prepend "
                "apiSchemas = [\"MjcSiteAPI\"]\n) {\n }\n}\n");
  folder.layer(
      "base.usda",
      "(\n defaultPrim = \"Root\"\n)\ndef Xform \"Root\" (\n" + layers.base_arcs +
          ")\n{\n def Xform \"Body\" (\n prepend apiSchemas = [\"PhysicsRigidBodyAPI\", \"PhysicsMassAPI\"]\n" +
          layers.body_arcs + ") {\n float mjc:group = 2\n}\n" + layers.base + "}\n" + layers.outside);
  folder.layer("asset.usda",
               "(\n defaultPrim = \"Root\"\n)\ndef \"Root\" (\n prepend references = @./base.usda@\n prepend "
               "variantSets = [\"PhysX\", \"Newton\", \"MuJoCo\"" +
                   layers.root_sets + "]\n variants = {\n" + layers.root_choices +
                   " string PhysX = \"Enabled\"\n string Newton = \"Disabled\"\n string MuJoCo = "
                   "\"Disabled\"\n }\n)\n{\n" +
                   layers.root +
                   set_text("PhysX", "PhysX.usda@" + layers.payload_prim, layers.disabled, layers.enabled) +
                   set_text("Newton", layers.newton_file + ".usda@") + set_text("MuJoCo", "MuJoCo.usda@") + "}\n" +
                   layers.beside);
}

Extraction extract_from(const TestFolder& folder, bool composes_each) {
  Options options;
  options.profile = schema::find_profile("simready");
  options.composes_each = composes_each;
  return std::move(extract::extract(folder.path("asset.usda"), options).value());
}

std::string opinion_text(const model::Model& model, model::OpinionIndex index) {
  const model::Opinion& opinion = model.opinions[index];
  std::string text = model.layers[opinion.layer] + "<" + model.text(opinion.spec_path) + ">";
  for (const Arc& arc : model.arc_chains[opinion.arcs]) text += " " + arc.kind + ":" + arc.layer + ":" + arc.path;
  return text;
}

/// What a model says of its selections, without the numbers of its tables.
std::vector<std::string> texts(const model::Model& model) {
  std::vector<std::string> lines;
  for (const model::Composition& composition : model.compositions) {
    std::string head = composition.name + (composition.as_opened ? " as opened" : "");
    for (const auto& [set, option] : composition.variants) head += " " + set + "=" + option;
    lines.push_back(head);
    for (const model::Prim& prim : composition.prims) {
      lines.push_back(" " + model.text(prim.path) + " " + model.text(prim.type) + " x" +
                      std::to_string(prim.instance_count));
      for (const model::Entry& entry : composition.entries_of(prim)) {
        lines.push_back("  " + std::to_string(static_cast<int>(entry.kind)) + " " + model.text(entry.name) + " " +
                        opinion_text(model, entry.opinion));
      }
      for (const model::TokenValue& token : composition.tokens_of(prim)) {
        lines.push_back("  " + model.text(token.property) + "=" + model.text(token.token) + " " +
                        opinion_text(model, token.opinion));
      }
    }
  }
  for (const model::VariantSet& set : model.runtime_sets) {
    lines.push_back(set.prim + "." + set.name + " " + set.default_option.value_or("-"));
    for (const model::VariantOption& option : set.options) {
      lines.push_back("  " + option.name + " " + std::to_string(option.sections.size()) + " " +
                      std::to_string(option.payloads.size()));
    }
  }
  for (const model::UnresolvedAsset& asset : model.unresolved_assets) {
    lines.push_back(asset.prim + "." + asset.property);
    for (const std::string& selection : asset.selections) lines.push_back("  " + selection);
  }
  for (const std::string& option : model.skipped_options) lines.push_back(option);
  lines.emplace_back(model.has_commanded_joints ? "robot" : "no robot");
  return lines;
}

/// Expects that two models say the same; shows the first lines that differ.
void expect_same(const model::Model& left, const model::Model& right) {
  const std::vector<std::string> left_texts = texts(left);
  const std::vector<std::string> right_texts = texts(right);
  const auto [one, other] = std::ranges::mismatch(left_texts, right_texts);
  EXPECT_TRUE(one == left_texts.end()) << *one;
  EXPECT_TRUE(other == right_texts.end()) << *other;
}

class OverlaysTest : public testing::TestWithParam<Layers> {};

TEST_P(OverlaysTest, gives_what_one_composition_for_each_selection_gives) {
  const TestFolder folder;
  write(folder, GetParam());
  const Extraction overlaid = extract_from(folder, false);
  const Extraction each = extract_from(folder, true);
  expect_same(overlaid.model, each.model);
  EXPECT_TRUE(each.model.broken_arcs.empty());
  EXPECT_EQ(overlaid.layer_count, each.layer_count);
  EXPECT_EQ(each.composition_count, 4);
  EXPECT_EQ(overlaid.composition_count, GetParam().compositions);
}

const std::string tool = " def Xform \"Tool\" (\n prepend apiSchemas = [\"PhysicsCollisionAPI\"]\n) {\n }\n";
const std::string shared_class = " class \"Shared\" (\n prepend apiSchemas = [\"PhysicsCollisionAPI\"]\n) {\n }\n";
const std::string inherits_shared = "prepend inherits = </Root/Shared>\n";

const std::string carried = "def \"Carried\" (\n prepend references = @./base.usda@</All>\n) {\n}\n";

INSTANTIATE_TEST_SUITE_P(
    exact, OverlaysTest,
    testing::Values(
        Layers{.name = "plain"},
        Layers{.name = "list_ops",
               .physx = "over \"Body\" (\n apiSchemas = [\"PhysxRigidBodyAPI\"]\n) {\n}\n",
               .newton = "over \"Body\" (\n append apiSchemas = [\"NewtonCollisionAPI\"]\n) {\n}\n"},
        Layers{.name = "block", .physx = "over \"Body\" {\n int mjc:group = None\n}\n"},
        Layers{.name = "new_prims",
               .physx = "def Xform \"New\" (\n prepend apiSchemas = [\"PhysicsMassAPI\"]\n) {\n}\n"},
        Layers{.name = "token", .physx = "over \"Body\" {\n token physics:approximation = \"sdf\"\n}\n"},
        Layers{
            .name = "instances_without_vendor_data",
            .base = " def \"A\" (\n instanceable = true\n prepend references = </Prototype>\n) {\n }\n def \"B\" (\n "
                    "instanceable = true\n prepend references = </Prototype>\n) {\n }\n",
            .outside = "def \"Prototype\" {\n def Cube \"C\" (\n prepend apiSchemas = [\"PhysicsCollisionAPI\"]\n) "
                       "{\n }\n}\n"},
        Layers{.name = "inactive_in_the_base",
               .physx = "over \"Off\" (\n prepend apiSchemas = [\"PhysxRigidBodyAPI\"]\n) {\n}\n",
               .base = " def \"Off\" (\n active = false\n) {\n def Cube \"C\" (\n prepend apiSchemas = "
                       "[\"PhysicsCollisionAPI\"]\n) {\n }\n }\n"},
        Layers{.name = "asset_path_in_a_payload", .physx = "over \"Body\" {\n asset user:file = @./none.png@\n}\n"},
        Layers{.name = "other_set_with_vendor_data",
               .base_arcs = "prepend variantSets = \"Shape\"\n variants = {\n string Shape = \"A\"\n }\n",
               .base = "variantSet \"Shape\" = {\n \"A\" {\n over \"Body\" (\n prepend apiSchemas = "
                       "[\"NewtonCollisionAPI\"]\n) {\n }\n }\n}\n"},
        Layers{.name = "runtime_set_of_another_prim",
               .base = " def \"Part\" (\n prepend variantSets = \"PhysX\"\n variants = {\n string PhysX = "
                       "\"Enabled\"\n }\n) {\n variantSet \"PhysX\" = {\n \"Enabled\" {\n over \"P\" (\n prepend "
                       "apiSchemas = [\"PhysxRigidBodyAPI\"]\n) {\n }\n }\n }\n }\n"},
        Layers{
            .name = "strength_of_root_payload_and_base",
            .physx = "over \"Body\" {\n token physics:approximation = \"sdf\"\n int mjc:group = 4\n}\n",
            .newton = "over \"Body\" {\n int mjc:group = 5\n}\n",
            .root = "over \"Body\" (\n delete apiSchemas = [\"PhysicsMassAPI\"]\n) {\n token physics:approximation = "
                    "\"none\"\n}\n"},
        Layers{.name = "prims_below_new_prims",
               .physx = "def \"New\" {\n def \"Newer\" (\n prepend apiSchemas = [\"PhysicsMassAPI\"]\n) {\n }\n}\n",
               .newton = "def \"New\" {\n def \"Other\" (\n prepend apiSchemas = [\"PhysicsMassAPI\"]\n) {\n }\n}\n"},
        Layers{.name = "one_payload_for_two_runtimes", .newton_file = "PhysX"},
        Layers{.name = "payload_of_another_name",
               .beside_physx = "def \"Other\" {\n over \"Body\" (\n prepend apiSchemas = [\"PhysxRigidBodyAPI\"]\n) "
                               "{\n rel physics:body0 = </Other/Body>\n }\n}\n",
               .payload_prim = "</Other>"},
        Layers{.name = "payload_from_below_a_root_prim",
               .beside_physx = "def \"Other\" {\n def \"Inner\" {\n over \"Body\" (\n prepend apiSchemas = "
                               "[\"PhysxRigidBodyAPI\"]\n) {\n }\n }\n}\n",
               .payload_prim = "</Other/Inner>"},
        Layers{.name = "reference_within_the_base",
               .physx = "over \"Body\" (\n prepend apiSchemas = [\"PhysxRigidBodyAPI\"]\n) {\n}\n",
               .base = " def \"Copy\" (\n prepend references = </Root/Body>\n) {\n }\n"},
        Layers{.name = "prim_beside_the_default_prim",
               .beside = "def \"Beside\" (\n prepend references = @./base.usda@\n) {\n}\n"}),
    [](const auto& parameter) { return parameter.param.name; });

INSTANTIATE_TEST_SUITE_P(
    not_exact, OverlaysTest,
    testing::Values(
        Layers{.name = "class_of_the_base_with_vendor_opinions",
               .compositions = 5,
               .body_arcs = inherits_shared,
               .physx = "over \"Shared\" (\n prepend apiSchemas = [\"PhysxRigidBodyAPI\"]\n) {\n}\n",
               .base = shared_class},
        Layers{.name = "payload_references_the_base",
               .compositions = 4,
               .physx_arcs = "prepend references = @./base.usda@\n"},
        Layers{.name = "opinions_in_the_section",
               .compositions = 4,
               .enabled = "over \"Body\" (\n prepend apiSchemas = [\"PhysxCollisionAPI\"]\n) {\n }\n"},
        Layers{.name = "inherits_in_payload",
               .compositions = 4,
               .physx = shared_class + "over \"Body\" (\n" + inherits_shared + ") {\n}\n"},
        Layers{.name = "inherits_in_payload_from_the_base",
               .compositions = 4,
               .physx = "over \"Body\" (\n" + inherits_shared + ") {\n}\n",
               .base = shared_class},
        Layers{.name = "specializes_in_payload",
               .compositions = 4,
               .physx = "over \"Body\" (\n prepend specializes = </Root/Tool>\n) {\n}\nover \"Tool\" (\n prepend "
                        "apiSchemas = [\"PhysxRigidBodyAPI\"]\n) {\n}\n",
               .base = tool},
        Layers{.name = "base_and_payload_inherit",
               .compositions = 4,
               .body_arcs = inherits_shared,
               .physx = "over \"Body\" (\n" + inherits_shared + ") {\n}\n",
               .base = shared_class},
        Layers{.name = "two_payloads_inherit_from_the_base",
               .compositions = 4,
               .physx = "over \"Body\" (\n" + inherits_shared + ") {\n}\n",
               .newton = "over \"Body\" (\n" + inherits_shared + ") {\n}\n",
               .base = shared_class},
        Layers{
            .name = "payloads_bring_the_same_class",
            .compositions = 4,
            .physx = carried,
            .newton = carried,
            .outside = "class \"Template\" (\n prepend apiSchemas = [\"PhysxRigidBodyAPI\"]\n) {\n}\ndef \"All\" {\n "
                       "def \"One\" (\n prepend inherits = </Template>\n) {\n }\n}\n"},
        Layers{.name = "two_payloads_specialize",
               .compositions = 4,
               .physx = "over \"Body\" (\n prepend specializes = </Root/Tool>\n) {\n}\n",
               .newton = "over \"Body\" (\n prepend specializes = </Root/Tool>\n) {\n}\n",
               .base = tool},
        Layers{.name = "payload_deactivates", .compositions = 4, .physx = "over \"Body\" (\n active = false\n) {\n}\n"},
        Layers{.name = "disabled_holds_opinions",
               .compositions = 4,
               .disabled = "over \"Body\" (\n prepend apiSchemas = [\"PhysicsCollisionAPI\"]\n) {\n }\n"},
        Layers{.name = "payload_selects_another_variant",
               .compositions = 4,
               .base_arcs = "prepend variantSets = \"Shape\"\n variants = {\n string Shape = \"A\"\n }\n",
               .physx_arcs = "variants = {\n string Shape = \"B\"\n }\n",
               .base = "variantSet \"Shape\" = {\n \"A\" {\n over \"Body\" (\n prepend apiSchemas = "
                       "[\"PhysicsCollisionAPI\"]\n) {\n }\n }\n \"B\" {\n }\n}\n"},
        Layers{.name = "payload_makes_an_instance",
               .compositions = 4,
               .physx = "over \"Tool\" (\n instanceable = true\n) {\n}\n",
               .base = " def \"Tool\" (\n prepend references = </Prototype>\n) {\n }\n",
               .outside = "def \"Prototype\" {\n def Cube \"C\" (\n prepend apiSchemas = [\"PhysicsCollisionAPI\"]\n) "
                          "{\n }\n}\n"},
        Layers{.name = "payload_has_an_opinion_on_an_instance",
               .compositions = 5,
               .physx = "over \"Tool\" (\n prepend apiSchemas = [\"PhysxRigidBodyAPI\"]\n) {\n}\n",
               .base = " def \"Tool\" (\n instanceable = true\n prepend references = </Prototype>\n) {\n }\n",
               .outside = "def \"Prototype\" {\n def Cube \"C\" (\n prepend apiSchemas = [\"PhysicsCollisionAPI\"]\n) "
                          "{\n }\n}\n"},
        Layers{.name = "payload_adds_to_another_runtimes_option",
               .compositions = 4,
               .physx_arcs = "prepend variantSets = \"Newton\"\n",
               .physx = "variantSet \"Newton\" = {\n \"Disabled\" {\n over \"Body\" (\n prepend apiSchemas = "
                        "[\"PhysicsCollisionAPI\"]\n) {\n }\n }\n}\n"},
        Layers{.name = "payload_reorders",
               .compositions = 4,
               .physx = "reorder nameChildren = [\"Tool\", \"Body\"]\n",
               .base = " def Xform \"Tool\" (\n prepend apiSchemas = [\"PhysicsMassAPI\"]\n) {\n }\n"},
        Layers{.name = "relocates",
               .compositions = 4,
               .physx = "over \"Arm\" (\n prepend references = </Source>\n) {\n}\n",
               .physx_layer = "relocates = {\n <Root/Arm/Hand>: <Root/Hand>\n}\n",
               .beside_physx = "def \"Source\" {\n def \"Hand\" (\n prepend apiSchemas = [\"PhysicsMassAPI\"]\n) {\n "
                               "}\n}\n"},
        Layers{.name = "base_inherits_from_a_payload",
               .compositions = 5,
               .body_arcs = inherits_shared,
               .physx = shared_class},
        Layers{.name = "root_layer_inherits",
               .compositions = 5,
               .physx = "over \"Tool\" (\n prepend apiSchemas = [\"PhysxRigidBodyAPI\"]\n) {\n}\n",
               .base = tool,
               .root = "over \"Body\" (\n prepend inherits = </Root/Tool>\n) {\n}\n"},
        Layers{.name = "root_layer_refers_to_itself",
               .compositions = 5,
               .physx = "over \"Tool\" (\n prepend apiSchemas = [\"PhysxRigidBodyAPI\"]\n) {\n}\n",
               .base = tool,
               .root = "def \"Copy\" (\n prepend references = </Root/Tool>\n) {\n}\n"},
        Layers{.name = "prim_beside_inherits_from_the_asset",
               .compositions = 5,
               .physx = "over \"Tool\" (\n prepend apiSchemas = [\"PhysxRigidBodyAPI\"]\n) {\n}\n",
               .base = tool,
               .beside = "def \"Beside\" (\n prepend inherits = </Root/Tool>\n) {\n}\n"},
        Layers{
            .name = "another_set_of_the_root_layer",
            .compositions = 5,
            .physx = "over \"Body\" {\n token physics:approximation = \"sdf\"\n}\n",
            .root = "variantSet \"Shape\" = {\n \"A\" {\n over \"Body\" {\n token physics:approximation = \"none\"\n "
                    "}\n }\n}\n",
            .root_sets = ", \"Shape\"",
            .root_choices = " string Shape = \"A\"\n"},
        Layers{.name = "runtime_set_of_the_base",
               .compositions = 4,
               .base_arcs = "prepend variantSets = \"PhysX\"\n",
               .base = "variantSet \"PhysX\" = {\n \"Enabled\" {\n over \"Body\" (\n prepend apiSchemas = "
                       "[\"PhysxRigidBodyAPI\"]\n) {\n }\n }\n}\n"},
        Layers{.name = "payload_with_a_sublayer", .compositions = 4, .physx_layer = "subLayers = [@./Newton.usda@]\n"}),
    [](const auto& parameter) { return parameter.param.name; });

// a composition of many prims is walked in parts
TEST(walk_in_parts, gives_the_same_in_the_same_order) {
  const TestFolder folder;
  Layers wide{.name = "wide"};
  for (int index = 0; index < 300; ++index) {
    const std::string name = "Body" + std::to_string(index);
    wide.base += " def Xform \"" + name + "\" (\n prepend apiSchemas = [\"PhysicsRigidBodyAPI\"]\n) {\n def Cube " +
                 "\"C\" {\n asset user:file = @./none" + std::to_string(index % 7) + ".png@\n }\n }\n";
    if (index % 3 == 0) wide.physx += "over \"" + name + "\" {\n float physxRigidBody:sleepThreshold = 1\n}\n";
  }
  write(folder, wide);
  const Extraction overlaid = extract_from(folder, false);
  const Extraction each = extract_from(folder, true);
  EXPECT_EQ(overlaid.composition_count, 1);
  expect_same(overlaid.model, each.model);
  const model::Composition& standard = overlaid.model.compositions.front();
  ASSERT_GE(standard.prims.size(), 301U);
  EXPECT_EQ(overlaid.model.text(standard.prims[0].path), "/Root/Body");
  EXPECT_EQ(overlaid.model.text(standard.prims[1].path), "/Root/Body0");
  EXPECT_EQ(overlaid.model.text(standard.prims.back().path), "/Root/Body299");
  EXPECT_EQ(overlaid.model.unresolved_assets.size(), 300U);

  // each path and opinion once, so that rules may compare their numbers
  std::map<std::string, int> seen;
  for (std::size_t index = 0; index < overlaid.model.opinions.size(); ++index) {
    ++seen[opinion_text(overlaid.model, static_cast<model::OpinionIndex>(index))];
  }
  for (const auto& [text, count] : seen) EXPECT_EQ(count, 1) << text;
}

}  // namespace
}  // namespace assay::extract
