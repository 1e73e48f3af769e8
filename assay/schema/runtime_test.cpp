#include "assay/schema/runtime.h"

#include <gtest/gtest.h>

namespace assay::schema {
namespace {

// SimReady RV.001 to RV.009: three requirements for each runtime, in this order
TEST(runtime, runtimes_have_their_requirements) {
  ASSERT_EQ(runtimes().size(), 3U);
  EXPECT_EQ(runtimes()[0].name, "physx");
  EXPECT_EQ(runtimes()[0].set_requirement, "RV.001");
  EXPECT_EQ(runtimes()[0].payload_requirement, "RV.002");
  EXPECT_EQ(runtimes()[0].metadata_requirement, "RV.003");
  EXPECT_EQ(runtimes()[1].name, "newton");
  EXPECT_EQ(runtimes()[1].set_requirement, "RV.004");
  EXPECT_EQ(runtimes()[2].name, "mujoco");
  EXPECT_EQ(runtimes()[2].metadata_requirement, "RV.009");
  EXPECT_EQ(runtimes()[2].feature, "FET_000_MUJOCO");
}

TEST(runtime, name_found_in_any_case) {
  ASSERT_NE(find_runtime("physx"), nullptr);
  EXPECT_EQ(find_runtime("PhysX"), find_runtime("physx"));
  EXPECT_EQ(find_runtime("NEWTON")->target, Target::Newton);
  EXPECT_EQ(find_runtime("MuJoCo")->target, Target::MuJoCo);
}

TEST(runtime, other_names_not_found) {
  for (const char* name : {"", "standard", "physx5", "phys", "mujoco ", "bullet"})
    EXPECT_EQ(find_runtime(name), nullptr) << name;
}

TEST(runtime, variant_set_found_in_exact_case_only) {
  ASSERT_NE(runtime_of_variant_set("PhysX"), nullptr);
  EXPECT_EQ(runtime_of_variant_set("PhysX")->target, Target::PhysX);
  EXPECT_EQ(runtime_of_variant_set("MuJoCo")->target, Target::MuJoCo);
  for (const char* name : {"physx", "Physx", "Mujoco", "Physics", ""})
    EXPECT_EQ(runtime_of_variant_set(name), nullptr) << name;
}

TEST(runtime, targets_have_names_and_titles) {
  EXPECT_EQ(name_of(Target::Standard), "standard");
  EXPECT_EQ(title_of(Target::Standard), "Standard");
  EXPECT_EQ(name_of(Target::MuJoCo), "mujoco");
  EXPECT_EQ(title_of(Target::MuJoCo), "MuJoCo");
}

}  // namespace
}  // namespace assay::schema
