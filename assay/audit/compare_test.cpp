#include "assay/audit/compare.h"

#include "assay/audit/init.h"
#include "assay/audit/test_asset.h"

#include <gtest/gtest.h>

#include <functional>
#include <limits>

namespace assay::audit {
namespace {

/// The manifest of the door as it is.
Manifest manifest_of_door() {
  const TestAsset asset = door();
  const Result<std::string> text = manifest_of(asset.model, asset.physics, "door.usda");
  EXPECT_TRUE(text);
  ManifestReading reading = read_manifest(text.value(), "m.yaml");
  EXPECT_TRUE(reading.errors.empty());
  return std::move(reading.manifest);
}

std::vector<Difference> differences_of(const Manifest& manifest, const TestAsset& asset, double size = 1) {
  return compare(manifest, size, asset.model, asset.physics);
}

/// The code and prim of each difference after a change of the door.
std::vector<std::string> after(const std::function<void(TestAsset&)>& change) {
  TestAsset asset = door();
  change(asset);
  std::vector<std::string> found;
  for (const Difference& difference : differences_of(manifest_of_door(), asset))
    found.push_back(std::string(name_of(difference.code)) + " " + difference.path);
  return found;
}

using Texts = std::vector<std::string>;

TEST(Compare, manifest_of_an_asset_finds_nothing_in_it) {
  EXPECT_EQ(differences_of(manifest_of_door(), door()).size(), 0U);
}

TEST(Compare, each_change_of_a_body_is_found) {
  EXPECT_EQ(after([](TestAsset& asset) { asset.physics.bodies[0].mass.mass = 3.1; }), Texts{"mass /Root/door"});
  EXPECT_EQ(after([](TestAsset& asset) { asset.physics.bodies[0].mass.center_of_mass.x() = 0.01; }),
            Texts{"center-of-mass /Root/door"});
  EXPECT_EQ(after([](TestAsset& asset) { asset.physics.bodies[0].mass.inertia(0, 1) = 0.1; }),
            Texts{"inertia /Root/door"});
  EXPECT_EQ(after([](TestAsset& asset) { asset.physics.bodies[0].world_from_body.position.z() = 3.01; }),
            Texts{"pose /Root/door"});
  EXPECT_EQ(after([](TestAsset& asset) { asset.physics.bodies[0].kinematic.value = true; }),
            Texts{"part-motion /Root/door"});
  EXPECT_EQ(
      after([](TestAsset& asset) { asset.physics.bodies[0].mass.mass = std::numeric_limits<double>::quiet_NaN(); }),
      Texts{"mass /Root/door"});
}

TEST(Compare, each_change_of_a_collider_is_found) {
  EXPECT_EQ(after([](TestAsset& asset) { asset.physics.colliders[0].enabled.value = false; }),
            Texts{"collider-enabled /Root/door/shape"});
  EXPECT_EQ(after([](TestAsset& asset) { asset.physics.colliders[0].shape.kind = model::ShapeKind::Sphere; }),
            Texts{"collider-shape /Root/door/shape"});
  EXPECT_EQ(after([](TestAsset& asset) { asset.physics.colliders[0].solid.volume = 1.01; }),
            Texts{"collider-volume /Root/door/shape"});
  EXPECT_EQ(after([](TestAsset& asset) { asset.physics.colliders[0].solid.centroid.y() = 0.01; }),
            Texts{"collider-center /Root/door/shape"});
  EXPECT_EQ(after([](TestAsset& asset) { asset.physics.colliders[0].body.reset(); }),
            Texts{"collider-owner /Root/door/shape"});
  EXPECT_EQ(after([](TestAsset& asset) { asset.physics.colliders.clear(); }),
            Texts{"collider-missing /Root/door/shape"});
  EXPECT_EQ(after([](TestAsset& asset) {
              model::Collider more = asset.physics.colliders[0];
              more.path = asset.name("/Root/door/knob");
              asset.physics.colliders.push_back(more);
            }),
            Texts{"collider-undeclared /Root/door/knob"});
}

TEST(Compare, each_change_of_a_joint_is_found) {
  const auto after_joint = [](const std::function<void(model::Joint&)>& change) {
    return after([&change](TestAsset& asset) { change(asset.physics.joints[0]); });
  };
  const double turn = 0.01;
  EXPECT_EQ(after_joint([](model::Joint& joint) { joint.main_axis = 0; }), Texts{"joint-axis /Root/hinge"});
  EXPECT_EQ(after_joint([](model::Joint& joint) { joint.enabled.value = false; }), Texts{"joint-enabled /Root/hinge"});
  EXPECT_EQ(after_joint([](model::Joint& joint) { joint.limits[5].high.value = 1.6; }),
            Texts{"joint-limit /Root/hinge"});
  EXPECT_EQ(after_joint([](model::Joint& joint) { joint.limits[5].state = model::AxisState::Free; }),
            Texts{"joint-limit /Root/hinge"});
  EXPECT_EQ(
      after_joint([](model::Joint& joint) { joint.limits[5].low.value = -std::numeric_limits<double>::infinity(); }),
      Texts{"joint-limit /Root/hinge"});
  EXPECT_EQ(after_joint([](model::Joint& joint) { joint.sides[1].body.reset(); }), Texts{"joint-body /Root/hinge"});
  EXPECT_EQ(after_joint([](model::Joint& joint) { joint.sides[0].body_from_joint.position.x() = 1.01; }),
            Texts{"joint-frame /Root/hinge"});
  EXPECT_EQ(after_joint([turn](model::Joint& joint) {
              joint.sides[1].body_from_joint.rotation = Eigen::AngleAxisd(turn, Eigen::Vector3d::UnitX());
            }),
            Texts{"joint-frame /Root/hinge"});
  EXPECT_EQ(after_joint([](model::Joint& joint) { joint.max_distance.value = 2; }),
            Texts{"joint-distance /Root/hinge"});
  EXPECT_EQ(after_joint([](model::Joint& joint) { joint.kind = model::JointKind::Prismatic; }),
            Texts{"joint-kind /Root/hinge"});
}

/// Changes of a door whose hinge has a drive.
std::vector<std::string> after_drive(const std::function<void(std::vector<model::Drive>&)>& change) {
  TestAsset asset = driven_door();
  const Result<std::string> text = manifest_of(asset.model, asset.physics, "door.usda");
  EXPECT_TRUE(text);
  const ManifestReading reading = read_manifest(text.value(), "m.yaml");
  EXPECT_TRUE(reading.errors.empty());
  change(asset.physics.joints[0].drives);
  std::vector<std::string> found;
  for (const Difference& difference : differences_of(reading.manifest, asset))
    found.push_back(std::string(name_of(difference.code)) + " " + difference.quantity);
  return found;
}

TEST(Compare, each_change_of_a_drive_is_found) {
  const auto after_one = [](const std::function<void(model::Drive&)>& change) {
    return after_drive([&change](std::vector<model::Drive>& drives) { change(drives[0]); });
  };
  EXPECT_EQ(after_one([](model::Drive&) {}), Texts{});
  EXPECT_EQ(after_one([](model::Drive& drive) { drive.stiffness.value *= 1.01; }),
            Texts{"drive-gain drive angular stiffness"});
  EXPECT_EQ(after_one([](model::Drive& drive) { drive.damping.value = 0; }), Texts{"drive-gain drive angular damping"});
  EXPECT_EQ(after_one([](model::Drive& drive) { drive.max_force.value = 1e30; }),
            Texts{"drive-force drive angular max_force"});
  EXPECT_EQ(after_one([](model::Drive& drive) { drive.target_position.value += 0.01; }),
            Texts{"drive-target drive angular target_position"});
  EXPECT_EQ(after_one([](model::Drive& drive) { drive.target_velocity.value = 1e-6; }),
            Texts{"drive-target drive angular target_velocity"});
  EXPECT_EQ(after_one([](model::Drive& drive) {
              drive.type.value = model::DriveType::Acceleration;
              drive.stiffness.value *= 2;
            }),
            Texts{"drive-type drive angular type"});
  EXPECT_EQ(after_one([](model::Drive& drive) { drive.instance = "rotZ"; }),
            (Texts{"drive-missing drive angular", "drive-undeclared drive rotZ"}));
  EXPECT_EQ(after_drive([](std::vector<model::Drive>& drives) { drives.clear(); }),
            Texts{"drive-missing drive angular"});
}

TEST(Compare, less_than_the_tolerance_of_a_drive_is_no_difference) {
  EXPECT_EQ(after_drive([](std::vector<model::Drive>& drives) {
              drives[0].stiffness.value *= 1.0009;
              drives[0].target_position.value += 0.0009;
            }),
            Texts{});
}

TEST(Compare, joints_that_are_missing_or_too_many_are_found) {
  EXPECT_EQ(after([](TestAsset& asset) { asset.physics.joints.clear(); }), Texts{"joint-missing /Root/hinge"});
  EXPECT_EQ(after([](TestAsset& asset) {
              model::Joint more = asset.physics.joints[0];
              more.path = asset.name("/Root/latch");
              asset.physics.joints.push_back(more);
            }),
            Texts{"joint-undeclared /Root/latch"});
}

TEST(Compare, what_no_part_covers_is_found) {
  EXPECT_EQ(after([](TestAsset& asset) { asset.physics.drawn.push_back(drawn_prim(asset.name("/Root/lamp"))); }),
            Texts{"prim-uncovered /Root/lamp"});
  EXPECT_EQ(after([](TestAsset& asset) {
              model::Body body = body_at(asset.name("/Root/door/knob"));
              asset.physics.bodies.push_back(body);
            }),
            Texts{"body-undeclared /Root/door/knob"});
  EXPECT_EQ(after([](TestAsset& asset) {
              model::Collider more = collider_at(asset.name("/Root/floor"));
              asset.physics.colliders.push_back(more);
              asset.physics.drawn.push_back(drawn_prim(more.path));
            }),
            Texts{"prim-uncovered /Root/floor"});
}

TEST(Compare, part_that_is_not_there_is_found) {
  EXPECT_EQ(after([](TestAsset& asset) { asset.physics.drawn.pop_back(); }), Texts{"part-missing /Root/signs"});
}

TEST(Compare, visual_only_part_has_no_collider_and_no_body) {
  for (const bool enabled : {true, false}) {
    EXPECT_EQ(after([enabled](TestAsset& asset) {
                model::Collider more = collider_at(asset.name("/Root/signs/sticker"));
                more.enabled.value = enabled;
                asset.physics.colliders.push_back(more);
              }),
              Texts{"collider-in-visual-part /Root/signs/sticker"});
  }
  EXPECT_EQ(after([](TestAsset& asset) {
              model::Body body = body_at(asset.name("/Root/signs/sticker"));
              asset.physics.bodies.push_back(body);
            }),
            Texts{"body-in-visual-part /Root/signs/sticker"});
}

TEST(Compare, negated_quaternion_is_the_same_rotation) {
  Manifest manifest = manifest_of_door();
  TestAsset asset = door();
  asset.physics.joints[0].sides[1].body_from_joint.rotation = Eigen::Quaterniond(-1, 0, 0, 0);
  EXPECT_EQ(differences_of(manifest, asset).size(), 0U);
}

TEST(Compare, lengths_are_as_exact_as_the_asset_is_small) {
  const Manifest manifest = manifest_of_door();
  TestAsset asset = door();
  asset.physics.bodies[0].mass.center_of_mass.x() = 1e-3;
  EXPECT_EQ(differences_of(manifest, asset, 9).size(), 1U);   // 0.9 mm allowed
  EXPECT_EQ(differences_of(manifest, asset, 11).size(), 0U);  // 1.1 mm
}

TEST(Compare, tolerances_of_the_manifest_count) {
  Manifest manifest = manifest_of_door();
  TestAsset asset = door();
  asset.physics.bodies[0].mass.mass = 3.1;
  manifest.tolerances.mass = 0.04;  // 0.12 kg
  EXPECT_EQ(differences_of(manifest, asset).size(), 0U);
  manifest.tolerances.mass = 0.03;  // 0.09 kg
  const std::vector<Difference> found = differences_of(manifest, asset);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_NEAR(*found[0].deviation, 0.1, 1e-12);
  EXPECT_NEAR(*found[0].tolerance, 0.09, 1e-12);
  EXPECT_EQ(found[0].message, "mass is 3.1 kg; the manifest says 3 kg (off by 0.1 kg, tolerance 0.09 kg)");
  EXPECT_EQ(found[0].entry, "/Root/door");
}

TEST(Compare, tensors_are_compared_and_not_their_axes) {
  Manifest manifest = manifest_of_door();
  const Eigen::Matrix3d turn = Eigen::AngleAxisd(1, Eigen::Vector3d::UnitZ()).toRotationMatrix();
  TestAsset asset = door();
  asset.physics.bodies[0].mass.inertia = Eigen::Matrix3d::Identity();
  manifest.parts[0].inertia = turn * Eigen::Matrix3d::Identity() * turn.transpose();
  EXPECT_EQ(differences_of(manifest, asset).size(), 0U);
  manifest.parts[0].inertia(2, 2) += 0.01;
  EXPECT_EQ(differences_of(manifest, asset).size(), 1U);
}

TEST(Compare, equal_infinite_bounds_are_equal) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  Manifest manifest = manifest_of_door();
  TestAsset asset = door();
  manifest.joints[0].limits[5].low = -infinity;
  asset.physics.joints[0].limits[5].low.value = -infinity;
  EXPECT_EQ(differences_of(manifest, asset).size(), 0U);
  manifest.joints[0].limits[5].low = 0;
  EXPECT_EQ(differences_of(manifest, asset).size(), 1U);
}

}  // namespace
}  // namespace assay::audit
