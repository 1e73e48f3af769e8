// What is selected, and what the extraction says that it selected.

#include "assay/extract/physics/extract_physics.h"
#include "assay/base/test_folder.h"

#include <gtest/gtest.h>

namespace assay::extract {
namespace {

using Options = std::map<std::string, std::string>;

/// The options of runtime sets that a selection has.
Options options_of(const std::string& metadata, const std::string& selection,
                   const std::vector<stage::ChosenVariant>& chosen = {}) {
  TestFolder folder;
  folder.layer("asset.usda", "(\n defaultPrim = \"Root\"\n)\ndef Xform \"Root\" (\n" + metadata +
                                 ") {\n variantSet \"PhysX\" = { \"Disabled\" {} \"Enabled\" {} }\n"
                                 " variantSet \"Newton\" = { \"Disabled\" {} \"Enabled\" {} }\n"
                                 " variantSet \"color\" = { \"red\" {} }\n}\n");
  PhysicsOptions options;
  options.profile = schema::find_profile("upstream");
  options.selection = selection;
  options.chosen = chosen;
  const Result<PhysicsExtraction> extracted = extract_physics(folder.path("asset.usda"), options);
  EXPECT_TRUE(extracted);
  return extracted.value().physics.variants;
}

const std::string sets = "prepend variantSets = [\"PhysX\", \"Newton\", \"color\"]\n";
const std::string newton = sets + "variants = {\n string Newton = \"Enabled\"\n string color = \"red\"\n}\n";

TEST(extract_physics, tells_the_options_of_runtime_sets) {
  EXPECT_EQ(options_of(newton, "authored"), (Options{{"Newton", "Enabled"}}));
  EXPECT_EQ(options_of(newton, "standard"), (Options{{"Newton", "Disabled"}, {"PhysX", "Disabled"}}));
  EXPECT_EQ(options_of(newton, "physx"), (Options{{"Newton", "Disabled"}, {"PhysX", "Enabled"}}));
  EXPECT_EQ(options_of(newton, "mujoco"), (Options{{"Newton", "Disabled"}, {"PhysX", "Disabled"}}));
  EXPECT_EQ(options_of("", "authored"), Options());
}

TEST(extract_physics, chosen_variants_count) {
  EXPECT_EQ(options_of(newton, "authored", {{"/Root", "PhysX", "Enabled"}}),
            (Options{{"Newton", "Enabled"}, {"PhysX", "Enabled"}}));
}

}  // namespace
}  // namespace assay::extract
