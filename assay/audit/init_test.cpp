#include "assay/audit/init.h"

#include "assay/audit/compare.h"
#include "assay/audit/test_asset.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace assay::audit {
namespace {

std::string text_of_asset(const TestAsset& asset) {
  const Result<std::string> text = manifest_of(asset.model, asset.physics, "odd \n name.usda");
  EXPECT_TRUE(text);
  return text.value();
}

/// How many differences the asset has from its own manifest.
std::size_t differences_from_itself(const TestAsset& asset) {
  const ManifestReading reading = read_manifest(text_of_asset(asset), "m.yaml");
  for (const Error& error : reading.errors) ADD_FAILURE() << error.line << ": " << error.message;
  return compare(reading.manifest, 1, asset.model, asset.physics).size();
}

TEST(Init, manifest_states_the_asset) {
  const TestAsset asset = door();
  const ManifestReading reading = read_manifest(text_of_asset(asset), "m.yaml");
  ASSERT_TRUE(reading.errors.empty());
  const Manifest& manifest = reading.manifest;
  EXPECT_EQ(manifest.selection, "standard");
  EXPECT_NEAR(*manifest.size, std::sqrt(5.25), 1e-12);
  ASSERT_EQ(manifest.parts.size(), 2U);
  EXPECT_EQ(manifest.parts[0].mass, 3);
  EXPECT_EQ(manifest.parts[1].path, "/Root/signs");
  EXPECT_EQ(manifest.parts[1].role, Role::VisualOnly);
  EXPECT_FALSE(manifest.parts[1].reason.empty());
  ASSERT_EQ(manifest.joints.size(), 1U);
  EXPECT_EQ(manifest.joints[0].axis, "Z");
  EXPECT_EQ(differences_from_itself(asset), 0U);
}

TEST(Init, drives_are_stated) {
  TestAsset asset = driven_door();
  EXPECT_NE(text_of_asset(asset).find(
                "    drives:\n      angular: {type: force, stiffness: 20, damping: 0.5, max_force: .inf, "
                "target_position: 0.1, target_velocity: 0}\n"),
            std::string::npos);
  EXPECT_EQ(differences_from_itself(asset), 0U);
  EXPECT_EQ(text_of_asset(door()).find("drives:"), std::string::npos);
  asset.physics.joints[0].drives[0].stiffness.value = std::nan("");
  const Result<std::string> not_finite = manifest_of(asset.model, asset.physics, "a.usda");
  ASSERT_FALSE(not_finite);
  EXPECT_EQ(not_finite.error().message,
            "the drive of /Root/hinge is not finite, which no manifest can say; correct the asset first");
}

TEST(Init, limits_are_shown_in_degrees_too) {
  EXPECT_NE(text_of_asset(door()).find("rotZ: [0, 1.5707963267948966]  # 0 to 90 degrees"), std::string::npos);
}

TEST(Init, odd_assets_pass_their_own_audit) {
  TestAsset asset = door();
  asset.physics.bodies[0].mass.inertia(0, 1) = asset.physics.bodies[0].mass.inertia(1, 0) = 0.1;
  asset.physics.bodies[0].world_from_body.rotation = Eigen::AngleAxisd(3, Eigen::Vector3d(1, 2, 3).normalized());
  asset.physics.colliders[0].shape.kind = model::ShapeKind::Mesh;
  asset.physics.colliders[0].approximation.value = asset.name("a word: \"quoted\"\n\t#");
  asset.physics.joints[0].limits[5].low.value = -std::numeric_limits<double>::infinity();
  asset.physics.joints[0].limits[0].state = model::AxisState::Free;
  asset.physics.joints[0].max_distance.value = 2;
  asset.physics.joints[0].sides[0].target_exists = false;
  asset.physics.joints[0].sides[0].prim = asset.name("/Root/gone");
  model::Collider ground = collider_at(asset.name("/Root/ground"));
  ground.shape.kind = model::ShapeKind::Plane;
  ground.solid.volume = std::nan("");
  asset.physics.colliders.push_back(ground);
  model::Body asleep = body_at(asset.name("/Root/door/asleep"));
  asleep.enabled.value = false;
  asset.physics.bodies.push_back(asleep);
  EXPECT_EQ(differences_from_itself(asset), 0U);
}

TEST(Init, visual_parts_are_as_high_as_nothing_physical_is_below) {
  TestAsset asset = door();
  asset.physics.drawn = {drawn_prim(asset.name("/Root/a/b/c")), drawn_prim(asset.name("/Root/a/d")),
                         drawn_prim(asset.name("/Top")), drawn_prim(asset.name("/Root/arm/cover")),
                         drawn_prim(asset.name("/Root/arm/hand/nail"))};
  model::Body hand = body_at(asset.name("/Root/arm/hand"));
  asset.physics.bodies.push_back(hand);
  std::vector<std::string> visual;
  for (const Part& part : read_manifest(text_of_asset(asset), "m.yaml").manifest.parts) {
    if (part.role == Role::VisualOnly) visual.push_back(part.path);
  }
  EXPECT_EQ(visual, (std::vector<std::string>{"/Root/a", "/Top", "/Root/arm/cover"}));
  EXPECT_EQ(differences_from_itself(asset), 0U);
}

TEST(Init, what_no_manifest_can_say_is_refused) {
  TestAsset asset = door();
  asset.physics.bodies[0].mass.mass = std::nan("");
  const Result<std::string> not_finite = manifest_of(asset.model, asset.physics, "a.usda");
  ASSERT_FALSE(not_finite);
  EXPECT_EQ(not_finite.error().message,
            "the mass of /Root/door is not finite, which no manifest can say; correct the asset first");
  asset.physics.bodies[0].mass.mass = -1;
  EXPECT_FALSE(manifest_of(asset.model, asset.physics, "a.usda"));
  asset.physics.bodies[0].mass.mass = 0;
  EXPECT_TRUE(manifest_of(asset.model, asset.physics, "a.usda"));
  EXPECT_FALSE(manifest_of(asset.model, model::Physics{}, "a.usda"));
}

}  // namespace
}  // namespace assay::audit
