#include "assay/audit/manifest.h"

#include <gtest/gtest.h>

#include <limits>

namespace assay::audit {
namespace {

const std::string good = R"(schema: assay.audit-manifest/1
tolerances: {mass: 0.5}
parts:
  - path: /Root/door
    role: physical
    motion: dynamic
    mass: 3
    center_of_mass: [0, 0, 0]
    inertia: [1, 2, 2.5]
    colliders:
      - {path: /Root/door/shape, shape: box}
  - path: /Root/door/sticker
    role: visual-only
    reason: paint
joints:
  - path: /Root/hinge
    kind: revolute
    axis: Z
    body0: world
    frame0: {position: [0, 0, 0], rotation: [1, 0, 0, 0]}
    body1: /Root/door
    frame1: {position: [0, 0, 0], rotation: [1, 0, 0, 0]}
    limits: {rotZ: [-.inf, 1.5]}
    drives:
      angular: {type: acceleration, stiffness: 20, damping: 0.5, target_position: 0.25}
)";

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

/// The errors of the good manifest with one change, as `line:column: message`.
std::vector<std::string> errors_after(std::string_view from, std::string_view to) {
  std::vector<std::string> texts;
  for (const Error& error : read_manifest(replaced(good, from, to), "m.yaml").errors) {
    EXPECT_EQ(error.file, "m.yaml");
    texts.push_back(std::to_string(error.line) + ":" + std::to_string(error.column) + ": " + error.message);
  }
  return texts;
}

using Texts = std::vector<std::string>;

TEST(Manifest, good_one_reads_as_it_says) {
  const ManifestReading reading = read_manifest(good, "m.yaml");
  ASSERT_TRUE(reading.errors.empty()) << reading.errors.front().message;
  const Manifest& manifest = reading.manifest;
  EXPECT_EQ(manifest.tolerances.mass, 0.5);
  EXPECT_EQ(manifest.tolerances.length, Tolerances{}.length);
  ASSERT_EQ(manifest.parts.size(), 2U);
  EXPECT_EQ(manifest.parts[0].motion, Motion::Dynamic);
  EXPECT_EQ(manifest.parts[0].inertia, Eigen::Matrix3d(Eigen::Vector3d(1, 2, 2.5).asDiagonal()));
  EXPECT_EQ(manifest.parts[0].colliders.at(0).shape, model::ShapeKind::Box);
  EXPECT_EQ(manifest.parts[1].role, Role::VisualOnly);
  EXPECT_EQ(manifest.parts[1].mark.line, 12);
  EXPECT_EQ(manifest.parts[1].mark.column, 5);
  ASSERT_EQ(manifest.joints.size(), 1U);
  EXPECT_EQ(manifest.joints[0].sides[0].body, "world");
  EXPECT_EQ(manifest.joints[0].limits[5].low, -std::numeric_limits<double>::infinity());
  EXPECT_EQ(manifest.joints[0].limits[5].high, 1.5);
  EXPECT_EQ(manifest.joints[0].limits[0].state, model::AxisState::Locked);
  ASSERT_EQ(manifest.joints[0].drives.size(), 1U);
  const ExpectedDrive& drive = manifest.joints[0].drives[0];
  EXPECT_EQ(drive.instance, "angular");
  EXPECT_EQ(drive.type, model::DriveType::Acceleration);
  EXPECT_EQ(drive.stiffness, 20);
  EXPECT_EQ(drive.damping, 0.5);
  EXPECT_EQ(drive.max_force, std::numeric_limits<double>::infinity());
  EXPECT_EQ(drive.target_position, 0.25);
  EXPECT_EQ(drive.target_velocity, 0);
}

TEST(Manifest, words_that_are_not_known_are_errors) {
  EXPECT_EQ(errors_after("visual-only", "visual"),
            Texts{"13:11: unknown role 'visual'; it must be physical or visual-only"});
  EXPECT_EQ(errors_after("dynamic", "flying"),
            Texts{"6:13: unknown motion 'flying'; it must be dynamic, kinematic, disabled or static"});
  EXPECT_EQ(errors_after("axis: Z", "axis: W"), Texts{"18:11: axis must be X, Y or Z, not 'W'"});
  EXPECT_EQ(errors_after("manifest/1", "manifest/2"),
            Texts{"1:9: schema must be assay.audit-manifest/1, not 'assay.audit-manifest/2'"});
  EXPECT_EQ(errors_after("tolerances", "selection: isaac\ntolerances"),
            Texts{"2:12: unknown selection 'isaac'; it must be standard, physx, newton, mujoco or authored"});
}

TEST(Manifest, drives_are_read_by_their_names) {
  const std::string line = "{type: acceleration, stiffness: 20, damping: 0.5, target_position: 0.25}";
  const auto after = [&](const std::string& drive) { return errors_after(line, drive); };
  EXPECT_EQ(after("{type: force, stiffness: 20, damping: 0.5, max_force: .inf, target_velocity: -1}"), Texts{});
  EXPECT_EQ(after("{type: torque, stiffness: 20, damping: 0.5}"),
            Texts{"25:23: unknown type 'torque'; it must be force or acceleration"});
  EXPECT_EQ(after("{type: force, damping: 0.5}"), Texts{"25:16: the drive angular needs 'stiffness'"});
  EXPECT_EQ(after("{type: force, stiffness: .inf, damping: 0.5}"),
            Texts{"25:41: stiffness must be a finite number, not '.inf'"});
  EXPECT_EQ(after("{type: force, stiffness: 1, damping: 0, max_force: big}"),
            Texts{"25:67: max_force must be a number, not 'big'"});
  EXPECT_EQ(after("{type: force, stiffness: 1, damping: 0}\n      angular: {type: force, stiffness: 1, damping: 0}"),
            Texts{"26:7: drives has the key 'angular' twice"});
  EXPECT_EQ(errors_after("      angular: " + line, "      - angular"),
            Texts{"25:7: drives must be a mapping from the instance names of PhysicsDriveAPI, such as angular"});
}

TEST(Manifest, keys_that_are_not_known_are_errors) {
  EXPECT_EQ(errors_after("shape: box", "shape: tapered-capsule"),
            Texts{"11:41: unknown shape 'tapered-capsule'; it must be sphere, box, capsule, cylinder, cone, "
                  "tapered_capsule, tapered_cylinder, plane, mesh, points or other"});
  EXPECT_EQ(errors_after("shape: box", "shape: tapered_capsule"), Texts{});
  EXPECT_EQ(errors_after("    reason: paint", "    reason: paint\n    mass: 1"),
            Texts{"15:5: a visual-only part has no key 'mass'; it has path, role, reason"});
  EXPECT_EQ(errors_after("{mass: 0.5}", "{weight: 0.5}"),
            Texts{"2:14: tolerances has no key 'weight'; it has length, angle, mass, inertia, volume, drive"});
  EXPECT_EQ(errors_after("    mass: 3", "    mass: 3\n    mass: 4"),
            Texts{"8:5: a dynamic part has the key 'mass' twice"});
}

TEST(Manifest, fields_that_are_missing_are_errors) {
  EXPECT_EQ(errors_after("    mass: 3\n", ""), Texts{"4:5: a dynamic part needs 'mass'"});
  EXPECT_EQ(errors_after("    role: physical\n", ""), Texts{"4:5: a part needs 'role'"});
  EXPECT_EQ(errors_after("    reason: paint\n", ""), Texts{"12:5: a visual-only part needs 'reason'"});
  EXPECT_EQ(errors_after("reason: paint", "reason: ' '"),
            Texts{"14:13: reason is empty: say why the part has no collider"});
  EXPECT_EQ(errors_after("    axis: Z\n", ""), Texts{"16:5: a revolute joint needs 'axis'"});
  EXPECT_EQ(errors_after("kind: revolute", "kind: fixed"), Texts{"18:11: a fixed joint has no axis"});
}

TEST(Manifest, paths_that_stand_twice_are_errors) {
  EXPECT_EQ(errors_after("/Root/door/sticker", "/Root/door"),
            Texts{"12:5: duplicate path /Root/door: the part stands in line 4 already"});
  EXPECT_EQ(errors_after("      - {path: /Root/door/shape, shape: box}",
                         "      - {path: /Root/door/shape, shape: box}\n      - {path: /Root/door/shape, shape: box}"),
            Texts{"12:9: duplicate path /Root/door/shape: the collider stands in line 11 already"});
}

TEST(Manifest, colliders_stand_in_the_part_that_covers_them) {
  EXPECT_EQ(errors_after("/Root/door/shape", "/Root/post/shape"),
            Texts{"11:9: collider /Root/post/shape cannot stand in part /Root/door: it is not at or below /Root/door"});
  EXPECT_EQ(errors_after("/Root/door/shape", "/Root/door/sticker/shape"),
            Texts{"11:9: collider /Root/door/sticker/shape cannot stand in part /Root/door: part /Root/door/sticker "
                  "covers it"});
}

TEST(Manifest, values_of_another_type_are_errors) {
  EXPECT_EQ(errors_after("mass: 3", "mass: '3'"), Texts{"7:11: mass must be a finite number, not '3'"});
  EXPECT_EQ(errors_after("mass: 3", "mass: .inf"), Texts{"7:11: mass must be a finite number, not '.inf'"});
  EXPECT_EQ(errors_after("mass: 3", "mass: 3kg"), Texts{"7:11: mass must be a finite number, not '3kg'"});
  EXPECT_EQ(errors_after("mass: 3", "mass: -3"), Texts{"7:11: mass must not be below 0"});
  EXPECT_EQ(errors_after("[0, 0, 0]", "[0, 0]"), Texts{"8:21: center_of_mass must be a list of 3 finite numbers"});
  EXPECT_EQ(errors_after("path: /Root/hinge", "path: hinge"),
            Texts{"16:11: path must be the path of a prim such as /Root/door, not 'hinge'"});
  EXPECT_EQ(errors_after("rotation: [1, 0, 0, 0]", "rotation: [2, 0, 0, 0]"),
            Texts{"20:45: rotation must be a quaternion w, x, y, z of norm 1; its norm is 2"});
  EXPECT_EQ(errors_after("[1, 2, 2.5]", "[[1, 2, 0], [0, 2, 0], [0, 0, 1]]"),
            Texts{"9:14: inertia must be symmetric: its rows are those of a tensor in body axes"});
}

TEST(Manifest, all_errors_are_named_in_the_order_of_the_text) {
  const std::string text = replaced(replaced(good, "mass: 3", "mass: no"), "visual-only", "visual");
  const ManifestReading reading = read_manifest(text, "m.yaml");
  ASSERT_EQ(reading.errors.size(), 2U);
  EXPECT_EQ(reading.errors[0].line, 7);
  EXPECT_EQ(reading.errors[1].line, 13);
}

TEST(Manifest, empty_list_of_parts_is_an_error) {
  const ManifestReading reading = read_manifest("schema: assay.audit-manifest/1\nparts: []\njoints: []\n", "m.yaml");
  ASSERT_EQ(reading.errors.size(), 1U);
  EXPECT_EQ(reading.errors[0].line, 2);
  EXPECT_EQ(reading.errors[0].column, 8);
}

TEST(Manifest, text_that_is_no_yaml_is_one_error) {
  for (const std::string& text :
       {std::string("parts: ["), std::string("a: b: c"), std::string("- 1\n--- \n- 2\n"), std::string(),
        std::string(100000, '['), std::string("\x01\xff\xfe"), std::string("*gone")}) {
    const ManifestReading reading = read_manifest(text, "m.yaml");
    EXPECT_EQ(reading.errors.size(), 1U) << text.substr(0, 20);
    for (const Error& error : reading.errors) EXPECT_GE(error.line, 1);
  }
}

}  // namespace
}  // namespace assay::audit
