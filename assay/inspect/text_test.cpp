#include "assay/inspect/text.h"

#include "assay/inspect/document.h"
#include "assay/inspect/sample_asset.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <numbers>

namespace assay::inspect {
namespace {

std::string text_of(const SampleAsset& asset, const std::string& prim = "/", const TextOptions& options = {},
                    const char* lens = nullptr) {
  const schema::Reader* reader = lens == nullptr ? nullptr : schema::find_reader(lens);
  return inspect_text(document_of(asset.model, asset.physics, {"robot.usda", prim, reader}), options);
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// The line that begins with a path.
std::string line_of(const std::string& text, const std::string& start) {
  const std::size_t begin = text.find("\n  " + start + " ");
  if (begin == std::string::npos) return "";
  return text.substr(begin + 1, text.find('\n', begin + 1) - begin - 1);
}

model::MassPart part(double volume, double density, model::DensitySource source, bool has_own_mass = false) {
  return {.volume = volume, .density = density, .density_source = source, .has_own_mass = has_own_mass};
}

/// A link whose mass comes from one or more boxes.
SampleAsset link(const std::vector<model::MassPart>& parts, model::MassSource source = model::MassSource::Densities) {
  SampleAsset asset;
  model::Body& body = asset.body("/Robot/link");
  body.mass.mass_source = source;
  body.mass.mass = 4000;
  for (model::MassPart each : parts) {
    each.collider = static_cast<model::ColliderIndex>(asset.physics.colliders.size());
    asset.collider("/Robot/link/box" + std::to_string(each.collider), 0);
    asset.physics.bodies[0].mass.parts.push_back(each);
  }
  return asset;
}

TEST(inspect_text, says_why_a_link_weighs_four_tonnes) {
  const std::string text = text_of(link({part(4, 1000, model::DensitySource::Default)}));
  const std::string line = line_of(text, "/Robot/link");
  EXPECT_TRUE(has(line, "4000 kg")) << text;
  EXPECT_TRUE(has(line, "volume 4 m³ × default density 1000 kg/m³ (no mass, no density stated)")) << text;
}

TEST(inspect_text, says_whose_density_it_is) {
  const std::string text = text_of(link({part(4, 1000, model::DensitySource::Material)}));
  EXPECT_TRUE(has(text, "volume 4 m³ × density 1000 kg/m³ of the material")) << text;
  EXPECT_FALSE(has(text, "default density"));
}

TEST(inspect_text, sums_what_several_colliders_give) {
  const model::MassPart light = part(1, 100, model::DensitySource::Body);
  const model::MassPart heavy = part(3, 7800, model::DensitySource::Collider);
  EXPECT_TRUE(has(text_of(link({light, heavy})), "volume 4 m³ of 2 colliders × densities of 100 to 7800 kg/m³"));
  EXPECT_TRUE(has(text_of(link({light, light})), "volume 2 m³ of 2 colliders × density 100 kg/m³ of the body"));
  const model::MassPart stated = part(3, 1000, model::DensitySource::Default, true);
  EXPECT_TRUE(has(text_of(link({light, stated})), "density 100 kg/m³ of the body + masses stated on 1 collider"));
  EXPECT_TRUE(has(text_of(link({stated, stated}, model::MassSource::ColliderMasses)), "masses stated on 2 colliders"));
}

TEST(inspect_text, warns_of_open_meshes_where_their_volume_counts) {
  SampleAsset asset = link({part(4, 1000, model::DensitySource::Default)});
  EXPECT_FALSE(has(text_of(asset), "open mesh"));
  asset.physics.colliders[0].volume_method = model::VolumeMethod::OpenMesh;
  EXPECT_TRUE(has(text_of(asset), "; 1 open mesh: volume not exact"));
  asset.physics.bodies[0].mass.parts[0].has_own_mass = true;
  EXPECT_FALSE(has(text_of(asset), "; 1 open mesh: volume not exact"));
}

TEST(inspect_text, names_the_layer_of_a_stated_mass) {
  SampleAsset asset = link({}, model::MassSource::BodyMass);
  asset.physics.bodies[0].authored_mass.is_applied = true;
  asset.physics.bodies[0].authored_mass.mass = asset.authored(4000.0, "/Robot/link");
  EXPECT_TRUE(has(line_of(text_of(asset), "/Robot/link"), "stated in parts.usda </Robot/link>"));
  EXPECT_TRUE(has(text_of(link({}, model::MassSource::NoSource)), "no mass and no volume: 1 kg, as UsdPhysics says"));
}

/// A drawer whose drive is angular or linear.
SampleAsset drawer(model::JointKind kind, const std::string& instance, double stiffness) {
  SampleAsset asset;
  asset.body("/Cabinet");
  asset.body("/Drawer");
  model::Joint& joint = asset.joint("/Joint", kind, 0, 1);
  joint.main_axis = 0;
  joint.axis_world = {1, 0, 0};
  model::Drive& drive = joint.drives.emplace_back();
  drive.instance = instance;
  drive.axis = kind == model::JointKind::Revolute ? model::JointAxis::RotX : model::JointAxis::TransX;
  drive.stiffness.value = stiffness;
  drive.damping.value = 2;
  drive.max_force.value = 50;
  return asset;
}

TEST(inspect_text, angular_gains_are_shown_for_radians_and_degrees) {
  const std::string text = text_of(drawer(model::JointKind::Revolute, "angular", 180 / std::numbers::pi));
  EXPECT_TRUE(has(text, "57.2958 N·m/rad (1 for a degree)")) << text;
  EXPECT_TRUE(has(text, "2 N·m·s/rad (0.0349066 for a degree)")) << text;
  EXPECT_TRUE(has(text, "50 N·m"));
}

TEST(inspect_text, linear_gains_are_shown_for_metres_alone) {
  const std::string text = text_of(drawer(model::JointKind::Prismatic, "linear", 100));
  EXPECT_TRUE(has(text, "100 N/m")) << text;
  EXPECT_TRUE(has(text, "2 N·s/m")) << text;
  EXPECT_FALSE(has(text, "for a degree"));
}

TEST(inspect_text, acceleration_gains_have_their_own_unit) {
  SampleAsset asset = drawer(model::JointKind::Prismatic, "linear", 100);
  asset.physics.joints[0].drives[0].type.value = model::DriveType::Acceleration;
  const std::string text = text_of(asset);
  EXPECT_TRUE(has(text, "100 1/s²")) << text;
  EXPECT_FALSE(has(text, "100 N/m"));
}

TEST(inspect_text, limits_are_in_degrees_and_radians) {
  SampleAsset asset = drawer(model::JointKind::Revolute, "angular", 1);
  model::AxisLimit& limit = asset.physics.joints[0].limits[3];
  limit.state = model::AxisState::Limited;
  limit.low.value = -std::numbers::pi / 2;
  limit.high.value = std::numbers::pi;
  EXPECT_TRUE(has(text_of(asset), "-90 to 180° (-1.5708 to 3.14159 rad)")) << text_of(asset);
  EXPECT_TRUE(has(text_of(asset), " Cabinet → Drawer "));
  EXPECT_TRUE(has(text_of(drawer(model::JointKind::Prismatic, "linear", 1)), "(1, 0, 0)"));
}

TEST(inspect_text, rest_residual_and_world_are_said) {
  SampleAsset asset = drawer(model::JointKind::Fixed, "linear", 0);
  asset.physics.joints[0].residual = {0.25, std::numbers::pi / 2};
  asset.physics.joints[0].sides[0].body.reset();
  const std::string text = text_of(asset);
  EXPECT_TRUE(has(text, "0.25 m, 90°")) << text;
  EXPECT_TRUE(has(text, " world → Drawer ")) << text;
}

TEST(inspect_text, bodies_of_one_name_are_told_apart_by_their_paths) {
  SampleAsset asset = drawer(model::JointKind::Fixed, "linear", 0);
  asset.body("/Left/Drawer");
  const std::string text = text_of(asset);
  EXPECT_TRUE(has(text, " Cabinet → /Drawer ")) << text;
}

TEST(inspect_text, start_outside_the_limits_is_told) {
  SampleAsset asset = drawer(model::JointKind::Revolute, "angular", 1);
  model::Joint& joint = asset.physics.joints[0];
  joint.limits[3].state = model::AxisState::Limited;
  joint.limits[3].low.value = std::numbers::pi / 6;
  joint.limits[3].high.value = std::numbers::pi;
  EXPECT_TRUE(has(text_of(asset), "starts 30° outside its limits")) << text_of(asset);
  joint.rest[3] = std::numbers::pi / 4;
  EXPECT_FALSE(has(text_of(asset), "outside its limits")) << text_of(asset);
}

TEST(inspect_text, joints_side_by_side_are_told) {
  SampleAsset asset = drawer(model::JointKind::Revolute, "angular", 1);
  EXPECT_FALSE(has(text_of(asset), "joints between these bodies"));
  asset.physics.joints.push_back(asset.physics.joints[0]);
  std::swap(asset.physics.joints[1].sides[0], asset.physics.joints[1].sides[1]);
  EXPECT_TRUE(has(text_of(asset), "one of 2 joints between these bodies")) << text_of(asset);
  asset.physics.joints[1].enabled.value = false;
  EXPECT_FALSE(has(text_of(asset), "joints between these bodies")) << text_of(asset);
}

TEST(inspect_text, inertia_that_no_body_has_is_told) {
  SampleAsset asset;
  asset.body("/Link").mass.inertia = Eigen::Vector3d(1, 2, 4.5).asDiagonal();
  EXPECT_TRUE(has(text_of(asset), "the largest moment is 150 % of the sum of the others")) << text_of(asset);
  asset.physics.bodies[0].mass.inertia = Eigen::Vector3d(1, 2, 3).asDiagonal();
  EXPECT_FALSE(has(text_of(asset), "no body has this inertia")) << text_of(asset);
}

TEST(inspect_text, tables_are_cut_and_can_be_whole) {
  SampleAsset asset;
  for (int index = 0; index < 60; ++index) asset.body("/Robot/link" + std::to_string(index));
  EXPECT_TRUE(has(text_of(asset), "… 10 more; --rows all prints them"));
  EXPECT_FALSE(has(text_of(asset), "/Robot/link59"));
  EXPECT_TRUE(has(text_of(asset, "/", {.rows = std::nullopt}), "/Robot/link59"));
}

TEST(inspect_text, pairs_say_why) {
  SampleAsset asset;
  asset.body("/a");
  asset.body("/b");
  asset.collider("/a/box", 0);
  asset.collider("/b/box", 1);
  EXPECT_TRUE(has(text_of(asset), "yes          nothing forbids it")) << text_of(asset);
  asset.joint("/joint", model::JointKind::Fixed, 0, 1);
  EXPECT_TRUE(has(text_of(asset), "joint /joint without collision"));
}

TEST(inspect_text, scene_with_negative_gravity_is_explained) {
  SampleAsset asset;
  model::Scene& scene = asset.physics.scenes.emplace_back();
  scene.path = asset.name("/scene");
  scene.direction.value.setZero();
  scene.magnitude.value = -981;
  scene.gravity_source = model::GravitySource::EarthByNegative;
  EXPECT_TRUE(has(text_of(asset), "Earth's, since the stated magnitude -981 is below 0"));
  asset.physics.scenes[0].gravity_source = model::GravitySource::Authored;
  EXPECT_FALSE(has(text_of(asset), "below 0"));
}

TEST(inspect_text, prim_has_every_field_with_its_origin) {
  SampleAsset asset = link({part(4, 1000, model::DensitySource::Default)});
  asset.physics.bodies[0].kinematic = asset.authored(true, "/Robot/link");
  const std::string text = text_of(asset, "/Robot/link");
  EXPECT_TRUE(has(text, "body /Robot/link\n")) << text;
  EXPECT_TRUE(has(text, "collider /Robot/link/box0\n"));
  EXPECT_TRUE(has(line_of(text, "kinematic"), "true")) << text;
  EXPECT_TRUE(has(line_of(text, "kinematic"), "authored in parts.usda </Robot/link>"));
  EXPECT_TRUE(has(line_of(text, "enabled"), "fallback"));
  EXPECT_TRUE(has(line_of(text, "mass_parts[/Robot/link/box0].volume"), "4 m³")) << text;
  EXPECT_FALSE(has(text_of(asset), "mass_parts"));
}

TEST(inspect_text, lens_adds_what_the_runtime_makes_of_it) {
  SampleAsset asset = link({part(4, 1000, model::DensitySource::Default)});
  asset.physics.bodies[0].kinematic.value = true;
  EXPECT_FALSE(has(text_of(asset), "kinematic-body"));
  const std::string text = text_of(asset, "/", {}, "mujoco-usd");
  EXPECT_TRUE(has(line_of(text, "kinematic-body"), "ignored")) << text;
  const std::string newton = text_of(asset, "/", {}, "newton");
  EXPECT_EQ(line_of(newton, "kinematic-body"), "");
  EXPECT_TRUE(has(newton, "honoured: kinematic-body")) << newton;
}

TEST(inspect_text, summary_says_what_is_not_stated) {
  SampleAsset asset;
  EXPECT_TRUE(has(text_of(asset), "length 1 m (not stated)")) << text_of(asset);
  asset.physics.units.meters_per_unit = asset.authored(0.01);
  EXPECT_TRUE(has(text_of(asset), "length 0.01 m, mass 1 kg (not stated)")) << text_of(asset);
}

TEST(inspect_text, hostile_names_cannot_drive_a_terminal) {
  SampleAsset asset;
  asset.physics.oddities.push_back({asset.name("/Robot"), "", "odd \x1b[31m text"});
  asset.physics.selection = "authored\x1b[2J";
  EXPECT_FALSE(has(text_of(asset), "\x1b"));
  EXPECT_TRUE(has(text_of(asset), "odd ?[31m text"));
}

TEST(inspect_text, another_document_is_an_exception) {
  EXPECT_THROW(inspect_text(nlohmann::ordered_json::parse("{}"), {}), nlohmann::json::exception);
  EXPECT_THROW(inspect_text(nlohmann::ordered_json::parse("[1]"), {}), nlohmann::json::exception);
}

TEST(inspect_text, collision_geometry_under_a_lens_is_as_the_runtime_has_it) {
  SampleAsset asset = link({part(4, 1000, model::DensitySource::Default)});
  asset.physics.colliders[0].shape.kind = model::ShapeKind::Cone;
  asset.physics.colliders[0].shape.radius = 0.1;
  asset.physics.colliders[0].shape.half_height = 0.5;
  const auto text = [&](const char* reader) {
    return collision_geometry_text(
        document_of(asset.model, asset.physics, {.asset = "robot.usda", .lens = schema::find_reader(reader)}), {});
  };
  EXPECT_TRUE(has(text("physx"), "as PhysX has it")) << text("physx");
  EXPECT_TRUE(has(text("physx"), "convex hull of a cone along Z, radius 0.1 m, height 1 m (shape-cone)"))
      << text("physx");
  EXPECT_TRUE(has(text("newton"), "cone along Z, radius 0.1 m, height 1 m")) << text("newton");
  EXPECT_FALSE(has(text("newton"), "hull")) << text("newton");
  EXPECT_TRUE(has(text("mujoco-usd"), "nothing (shape-cone)")) << text("mujoco-usd");
}

TEST(inspect_text, collision_geometry_is_drawn_and_effective) {
  SampleAsset asset = link({part(4, 1000, model::DensitySource::Default)});
  asset.physics.colliders[0].world_scale = {2, 1, 1};
  const nlohmann::ordered_json document =
      document_of(asset.model, asset.physics, {.asset = "robot.usda", .prim = "/Robot/link"});
  const std::string text = collision_geometry_text(document, {});
  EXPECT_TRUE(has(text, "box, 1 × 1 × 1 m")) << text;
  EXPECT_TRUE(has(text, "(2, 1, 1)")) << text;
  EXPECT_TRUE(has(text, "box, 2 × 1 × 1 m")) << text;
}

// ---- extents and role ----

SampleAsset boxed() {
  SampleAsset asset;
  asset.collider("/Robot/box", std::nullopt).bounds = {Eigen::Vector3d(-1, 0, 0), Eigen::Vector3d(1, 3, 0.5)};
  return asset;
}

TEST(inspect_text, says_how_large_the_asset_is) {
  SampleAsset asset = boxed();
  EXPECT_TRUE(has(text_of(asset), "extents      nothing drawn, 2 × 3 × 0.5 m colliding\n")) << text_of(asset);
  asset.physics.colliders[0].enabled.value = false;
  EXPECT_TRUE(has(text_of(asset), "extents      nothing drawn, nothing colliding\n")) << text_of(asset);
}

TEST(inspect_text, collision_geometry_tells_both_kinds_of_bounds) {
  SampleAsset asset = boxed();
  asset.physics.colliders[0].drawn_bounds = {Eigen::Vector3d(0, 0, 0), Eigen::Vector3d(9, 9, 9)};
  const std::string text =
      collision_geometry_text(document_of(asset.model, asset.physics, {"robot.usda", "/", nullptr}), {});
  EXPECT_TRUE(has(text, "(-1, 0, 0) to (1, 3, 0.5)")) << text;
  EXPECT_TRUE(has(text, "(0, 0, 0) to (9, 9, 9)")) << text;
  EXPECT_FALSE(has(text_of(asset), "(0, 0, 0) to (9, 9, 9)"));
}

TEST(inspect_text, says_what_shows_the_role) {
  SampleAsset asset;
  EXPECT_TRUE(has(text_of(asset), "role         scene: its default prim /Robot is absent\n")) << text_of(asset);
  asset.physics.default_prim_exists = true;
  EXPECT_TRUE(has(text_of(asset), "role         asset: default prim /Robot, nothing commands joints\n"));
  asset.physics.commands = {{"PhysicsDriveAPI", 12}};
  EXPECT_TRUE(has(text_of(asset), "role         robot: default prim /Robot, PhysicsDriveAPI on 12\n"));
  asset.model.default_prim.clear();
  asset.physics.default_prim_exists = false;
  EXPECT_TRUE(has(text_of(asset), "role         scene: no default prim\n"));
}

// ---- what vendors tie together ----

TEST(inspect_text, followers_with_their_law) {
  SampleAsset asset;
  model::Mimic& mimic = asset.physics.mimics.emplace_back();
  mimic.path = asset.name("/Robot/follower");
  mimic.schema = asset.name("NewtonMimicAPI");
  mimic.leader = asset.name("/Robot/leader");
  mimic.ratio.value = -2;
  mimic.offset.value = 0.5;
  const std::string line = line_of(text_of(asset), "/Robot/follower");
  EXPECT_TRUE(has(line, "/Robot/leader") && has(line, "-2") && has(line, "0.5")) << line;
  EXPECT_FALSE(has(line, "disabled"));
  asset.physics.mimics[0].enabled.value = false;
  EXPECT_TRUE(has(line_of(text_of(asset), "/Robot/follower"), "NewtonMimicAPI (disabled)"));
}

TEST(inspect_text, actuators_with_what_is_stated) {
  SampleAsset asset;
  model::Actuator& motor = asset.physics.actuators.emplace_back();
  motor.path = asset.name("/Robot/motor");
  motor.targets = {asset.name("/Robot/joint")};
  const std::vector<double> gain = {100};
  add_setting(motor.settings, asset.name("newton:kp"), asset.authored(std::span<const double>(gain)));
  add_setting(motor.settings, asset.name("newton:kd"), {});
  const std::string line = line_of(text_of(asset), "/Robot/motor");
  EXPECT_TRUE(has(line, "/Robot/joint") && has(line, "newton:kp = 100")) << line;
  EXPECT_FALSE(has(line, "newton:kd"));
}

TEST(inspect_text, wheels_and_instancers) {
  SampleAsset asset;
  model::Wheel& wheel = asset.physics.wheels.emplace_back();
  wheel.path = asset.name("/Robot/left");
  wheel.radius.value = 0.35;
  const std::string line = line_of(text_of(asset), "/Robot/left");
  EXPECT_TRUE(has(line, "0.35 m") && has(line, "not stated")) << line;
  model::Instancer& bolts = asset.physics.instancers.emplace_back();
  bolts.path = asset.name("/Robot/bolts");
  bolts.instance_count = 7;
  bolts.inactive_count = 2;
  bolts.prototypes = {{asset.name("/Robot/bolts/bolt"), true, 5, {}, {asset.name("/Robot/bolts/bolt")}}};
  const std::string row = line_of(text_of(asset), "/Robot/bolts");
  EXPECT_TRUE(has(row, "7") && has(row, "2") && has(row, "0 bodies, 1 colliders")) << row;
}

TEST(inspect_text, materials_of_subsets) {
  SampleAsset asset = boxed();
  asset.material("/Robot/rubber");
  EXPECT_FALSE(has(text_of(asset), "rubber on 3 faces"));
  asset.physics.colliders[0].subsets = {{asset.name("/Robot/box/half"), 3, 0}};
  EXPECT_TRUE(has(text_of(asset), "none, rubber on 3 faces")) << text_of(asset);
}

}  // namespace
}  // namespace assay::inspect
