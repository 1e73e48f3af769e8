#include "assay/inspect/document.h"

#include "assay/inspect/sample_asset.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <numbers>

namespace assay::inspect {
namespace {

using Json = nlohmann::ordered_json;
constexpr double inf = std::numeric_limits<double>::infinity();

/// Two bodies with a revolute joint about z that a drive moves.
SampleAsset robot() {
  SampleAsset asset;
  model::Body& base = asset.body("/Robot/base");
  base.mass.mass = 4;
  base.mass.mass_source = model::MassSource::Densities;
  base.mass.inertia = Eigen::Vector3d(3, 1, 2).asDiagonal();
  base.mass.parts = {{.collider = 0,
                      .volume = 2,
                      .density = 2,
                      .density_source = model::DensitySource::Material,
                      .density_opinion = asset.opinion("/Robot/steel"),
                      .mass = 4}};
  asset.collider("/Robot/base/box", 0);
  model::Body& arm = asset.body("/Robot/arm");
  arm.mass.mass = 1;
  arm.mass.mass_source = model::MassSource::BodyMass;
  arm.authored_mass.is_applied = true;
  arm.authored_mass.mass = asset.authored(1.0, "/Robot/arm");
  asset.collider("/Robot/arm/box", 1);
  asset.material("/Robot/steel");
  asset.physics.colliders[0].material = 0;

  model::Joint& joint = asset.joint("/Robot/joints/hinge", model::JointKind::Revolute, 0, 1);
  joint.main_axis = 2;
  joint.axis = asset.authored(asset.name("Z"), "/Robot/joints/hinge");
  joint.axis_world = {0, 0, 1};
  model::AxisLimit& limit = joint.limits[5];
  limit.state = model::AxisState::Limited;
  limit.low = asset.authored(-std::numbers::pi / 2, "/Robot/joints/hinge");
  joint.rest[5] = std::numbers::pi / 6;
  joint.residual = {0.001, 0.25};
  model::Drive& drive = joint.drives.emplace_back();
  drive.instance = "angular";
  drive.axis = model::JointAxis::RotZ;
  drive.stiffness.value = 180 / std::numbers::pi;
  return asset;
}

Json document(const SampleAsset& asset, const std::string& prim = "/") {
  return document_of(asset.model, asset.physics, {.asset = "robot.usda", .prim = prim});
}

std::vector<std::string> paths(const Json& list) {
  std::vector<std::string> found;
  for (const Json& each : list) found.push_back(each["path"]);
  return found;
}
using Texts = std::vector<std::string>;

TEST(document, has_what_was_promised) {
  const Json made = document(robot());
  EXPECT_EQ(made["schema"], "assay.inspect/1");
  EXPECT_EQ(made["selection"]["name"], "authored");
  EXPECT_EQ(made["totals"]["mass"], 5.0);
  EXPECT_EQ(made["totals"]["bodies"], 2);
  EXPECT_EQ(made["totals"]["joints"], 1);
  EXPECT_EQ(made["totals"]["colliders"], 2);
  const Json& base = made["bodies"][0];
  EXPECT_EQ(base["path"], "/Robot/base");
  EXPECT_EQ(base["mass"], 4.0);
  EXPECT_EQ(base["mass_source"], "densities");
  EXPECT_EQ(base["center_of_mass"], Json({0.0, 0.0, 0.0}));
  EXPECT_EQ(base["inertia"], Json::parse("[[3.0,0.0,0.0],[0.0,1.0,0.0],[0.0,0.0,2.0]]"));
  const Json& joint = made["joints"][0];
  EXPECT_EQ(joint["kind"], "revolute");
  EXPECT_EQ(joint["body0"], "/Robot/base");
  EXPECT_EQ(joint["body1"], "/Robot/arm");
  EXPECT_EQ(joint["axis_world"], Json({0.0, 0.0, 1.0}));
  EXPECT_EQ(joint["residual"], Json({{"m", 0.001}, {"rad", 0.25}}));
}

TEST(document, principal_moments_are_ascending) {
  EXPECT_EQ(document(robot())["bodies"][0]["principal_moments"], Json({1.0, 2.0, 3.0}));
}

TEST(document, disabled_body_counts_but_does_not_weigh) {
  SampleAsset asset = robot();
  asset.physics.bodies[0].enabled.value = false;
  EXPECT_EQ(document(asset)["totals"]["mass"], 1.0);
  EXPECT_EQ(document(asset)["totals"]["bodies"], 2);
}

TEST(document, mass_part_says_where_its_density_is_from) {
  const Json part = document(robot())["bodies"][0]["mass_parts"][0];
  EXPECT_EQ(part["collider"], "/Robot/base/box");
  EXPECT_EQ(part["density_source"], "material");
  EXPECT_EQ(part["density_opinion"], Json({{"layer", "parts.usda"}, {"spec_path", "/Robot/steel"}}));
  SampleAsset asset = robot();
  asset.physics.bodies[0].mass.parts[0].density_source = model::DensitySource::Default;
  EXPECT_FALSE(document(asset)["bodies"][0]["mass_parts"][0].contains("density_opinion"));
}

TEST(document, origin_names_the_layer_of_what_is_authored) {
  SampleAsset asset = robot();
  asset.physics.bodies[1].kinematic = {.value = true, .origin = model::Origin::Blocked, .opinion = 0};
  const Json arm = document(asset)["bodies"][1];
  EXPECT_EQ(arm["authored_mass"]["origins"]["mass"],
            Json({{"origin", "authored"}, {"layer", "parts.usda"}, {"spec_path", "/Robot/arm"}}));
  EXPECT_EQ(arm["authored_mass"]["origins"]["density"], Json({{"origin", "fallback"}}));
  EXPECT_EQ(arm["origins"]["kinematic"]["origin"], "blocked");
  EXPECT_EQ(arm["origins"]["kinematic"]["layer"], "robot.usda");
  EXPECT_EQ(document(asset)["bodies"][0]["authored_mass"], Json());
}

TEST(document, sampled_is_said_where_it_is) {
  SampleAsset asset = robot();
  asset.physics.bodies[1].velocity.sampled = true;
  const Json arm = document(asset)["bodies"][1];
  EXPECT_EQ(arm["origins"]["velocity"]["sampled"], true);
  EXPECT_FALSE(arm["origins"]["angular_velocity"].contains("sampled"));
}

TEST(document, numbers_that_json_lacks_are_words) {
  SampleAsset asset = robot();
  asset.physics.bodies[0].mass.mass = std::numeric_limits<double>::quiet_NaN();
  const Json made = document(asset);
  EXPECT_EQ(made["bodies"][0]["mass"], "nan");
  EXPECT_EQ(made["joints"][0]["break_force"], "inf");
  EXPECT_EQ(made["joints"][0]["axes"][0]["low"], "-inf");
  EXPECT_EQ(made["joints"][0]["break_torque"], "inf");
}

TEST(document, rotations_are_in_degrees_too_and_translations_are_not) {
  const Json axes = document(robot())["joints"][0]["axes"];
  ASSERT_EQ(axes.size(), 6);
  EXPECT_EQ(axes[5]["axis"], "rotZ");
  EXPECT_EQ(axes[5]["state"], "limited");
  EXPECT_DOUBLE_EQ(axes[5]["low"], -std::numbers::pi / 2);
  EXPECT_DOUBLE_EQ(axes[5]["low_deg"], -90);
  EXPECT_EQ(axes[5]["high_deg"], "inf");
  EXPECT_DOUBLE_EQ(axes[5]["rest_deg"], 30);
  EXPECT_FALSE(axes[2].contains("low_deg"));
}

TEST(document, angular_gains_are_per_degree_too_and_linear_ones_are_not) {
  SampleAsset asset = robot();
  Json drive = document(asset)["joints"][0]["drives"][0];
  EXPECT_DOUBLE_EQ(drive["stiffness"], 180 / std::numbers::pi);
  EXPECT_DOUBLE_EQ(drive["stiffness_per_deg"], 1);
  EXPECT_EQ(drive["max_force"], "inf");
  asset.physics.joints[0].drives[0].axis = model::JointAxis::TransX;
  drive = document(asset)["joints"][0]["drives"][0];
  EXPECT_FALSE(drive.contains("stiffness_per_deg"));
  EXPECT_EQ(drive["angular"], false);
}

TEST(document, unset_cone_has_no_degrees) {
  SampleAsset asset = robot();
  asset.physics.joints[0].kind = model::JointKind::Spherical;
  asset.physics.joints[0].cone_angles[0].value = std::numbers::pi;
  const Json joint = document(asset)["joints"][0];
  EXPECT_DOUBLE_EQ(joint["cone_angle_0_deg"], 180);
  EXPECT_FALSE(joint.contains("cone_angle_1_deg"));
  EXPECT_EQ(joint["cone_angle_1"], -1.0);
}

TEST(document, world_is_null) {
  SampleAsset asset = robot();
  asset.physics.joints[0].sides[0].body.reset();
  asset.physics.colliders[0].body.reset();
  const Json made = document(asset);
  EXPECT_EQ(made["joints"][0]["body0"], Json());
  EXPECT_EQ(made["colliders"][0]["body"], Json());
  EXPECT_EQ(made["colliders"][0]["static"], true);
  EXPECT_EQ(made["colliders"][1]["static"], false);
}

TEST(document, of_a_prim_has_what_is_below_or_joined_to_it) {
  const Json arm = document(robot(), "/Robot/arm");
  EXPECT_EQ(paths(arm["bodies"]), Texts{"/Robot/arm"});
  EXPECT_EQ(paths(arm["colliders"]), Texts{"/Robot/arm/box"});
  EXPECT_EQ(paths(arm["joints"]), Texts{"/Robot/joints/hinge"});
  EXPECT_EQ(paths(arm["materials"]), Texts());
  EXPECT_EQ(arm["totals"]["mass"], 1.0);
  EXPECT_EQ(arm["pairs"]["list"].size(), 1);
  EXPECT_EQ(paths(document(robot(), "/Robot/base")["materials"]), Texts{"/Robot/steel"});
  const Json joints = document(robot(), "/Robot/joints");
  EXPECT_EQ(paths(joints["bodies"]), Texts());
  EXPECT_EQ(paths(joints["joints"]), Texts{"/Robot/joints/hinge"});
}

TEST(document, prim_with_physics_is_known) {
  const SampleAsset asset = robot();
  EXPECT_TRUE(has_physics(asset.model, asset.physics, "/Robot"));
  EXPECT_TRUE(has_physics(asset.model, asset.physics, "/Robot/arm/box"));
  EXPECT_FALSE(has_physics(asset.model, asset.physics, "/Robot/ar"));
  EXPECT_FALSE(has_physics(asset.model, asset.physics, "/World"));
  EXPECT_EQ(prims_of(asset.model, asset.physics).front(), "/Robot/base");
}

TEST(document, pairs_name_what_decides) {
  SampleAsset asset = robot();
  Json pairs = document(asset)["pairs"];
  ASSERT_EQ(pairs["list"].size(), 1);
  EXPECT_EQ(pairs["list"][0], Json({{"first", "/Robot/base/box"},
                                    {"second", "/Robot/arm/box"},
                                    {"rule", "joint"},
                                    {"by", "/Robot/joints/hinge"}}));
  asset.physics.joints[0].collision_enabled.value = true;
  pairs = document(asset)["pairs"];
  EXPECT_EQ(pairs["list"][0]["rule"], "allowed");
  EXPECT_EQ(pairs["list"][0]["by"], Json());
  EXPECT_EQ(pairs["left_out"], 0);
}

TEST(document, pairs_beyond_the_most_are_counted) {
  const SampleAsset asset = robot();
  const Json pairs = document_of(asset.model, asset.physics, {.asset = "robot.usda", .most_pairs = 0})["pairs"];
  EXPECT_TRUE(pairs["list"].empty());
  EXPECT_EQ(pairs["left_out"], 1);
}

TEST(document, shape_is_as_drawn_and_as_scaled) {
  SampleAsset asset = robot();
  asset.physics.colliders[0].world_scale = {2, -3, 4};
  const Json shape = document(asset)["colliders"][0]["shape"];
  EXPECT_EQ(shape["drawn"], Json({{"half_extents", {0.5, 0.5, 0.5}}}));
  EXPECT_EQ(shape["effective"], Json({{"half_extents", {1.0, 1.5, 2.0}}}));
  EXPECT_FALSE(shape.contains("axis"));
}

TEST(document, mesh_has_its_facts_and_its_approximation) {
  SampleAsset asset = robot();
  asset.physics.colliders[0].shape.kind = model::ShapeKind::Mesh;
  asset.physics.colliders[0].shape.face_count = 12;
  const Json collider = document(asset)["colliders"][0];
  EXPECT_EQ(collider["approximation"], "none");
  EXPECT_EQ(collider["shape"]["mesh"]["faces"], 12);
  EXPECT_EQ(collider["shape"]["mesh"]["bounds_volume"], false);
  EXPECT_FALSE(document(asset)["colliders"][1].contains("approximation"));
}

TEST(document, vendor_values_are_values_and_not_texts) {
  SampleAsset asset = robot();
  asset.vendor_value("/Robot/arm", "mjc:gap", "[0.5,1]");
  asset.vendor_value("/Robot/arm", "mjc:broken", "{");
  const Json values = document(asset)["vendor"]["values"];
  EXPECT_EQ(values[0]["value"], Json({0.5, 1}));
  EXPECT_EQ(values[0]["opinion"]["layer"], "parts.usda");
  EXPECT_EQ(values[1]["value"], "{");
}

TEST(document, scene_says_why_gravity_is_what_it_is) {
  SampleAsset asset = robot();
  model::Scene& scene = asset.physics.scenes.emplace_back();
  scene.path = asset.name("/scene");
  scene.direction.value.setZero();
  scene.magnitude = {.value = -inf};
  scene.gravity = {0, 0, -9.81};
  const Json made = document(asset)["scenes"][0];
  EXPECT_EQ(made["gravity"], Json({0.0, 0.0, -9.81}));
  EXPECT_EQ(made["gravity_source"], "earth_by_default");
  EXPECT_EQ(made["magnitude"], "-inf");
}

TEST(document, losses_are_there_with_a_lens_alone) {
  const SampleAsset asset = robot();
  EXPECT_EQ(document(asset)["losses"], Json());
  const DocumentOptions options{.asset = "robot.usda", .lens = schema::find_reader("newton")};
  EXPECT_EQ(document_of(asset.model, asset.physics, options)["losses"]["reader"], "newton");
}

TEST(document, of_nothing_is_empty) {
  const SampleAsset asset;
  const Json made = document(asset);
  EXPECT_EQ(made["totals"]["mass"], 0.0);
  for (const char* list : {"bodies", "joints", "colliders", "materials", "scenes", "groups", "oddities"})
    EXPECT_EQ(made[list], Json::array()) << list;
}

TEST(inspect_document, extents_are_those_of_the_scope) {
  SampleAsset asset = robot();
  asset.physics.colliders[0].bounds = {Eigen::Vector3d(0, 0, 0), Eigen::Vector3d(1, 1, 1)};
  asset.physics.colliders[1].bounds = {Eigen::Vector3d(1, 1, 1), Eigen::Vector3d(2, 2, 4)};
  const Json whole = document_of(asset.model, asset.physics, {"robot.usda", "/", nullptr});
  EXPECT_TRUE(whole["extents"]["drawn"].is_null());
  EXPECT_EQ(whole["extents"]["collision"]["size"], Json({2.0, 2.0, 4.0}));
  EXPECT_EQ(whole["extents"]["both"], whole["extents"]["collision"]);
  const Json arm = document_of(asset.model, asset.physics, {"robot.usda", "/Robot/arm", nullptr});
  EXPECT_EQ(arm["extents"]["collision"]["min"], Json({1.0, 1.0, 1.0}));
}

TEST(inspect_document, couplings_of_a_prim_are_those_at_both_ends) {
  SampleAsset asset = robot();
  model::Mimic& mimic = asset.physics.mimics.emplace_back();
  mimic.path = asset.name("/Robot/joints/follower");
  mimic.leader = asset.name("/Robot/joints/hinge");
  const auto mimics = [&](const std::string& prim) {
    return document_of(asset.model, asset.physics, {"robot.usda", prim, nullptr})["mimics"].size();
  };
  EXPECT_EQ(mimics("/Robot/joints/hinge"), 1);
  EXPECT_EQ(mimics("/Robot/joints/follower"), 1);
  EXPECT_EQ(mimics("/Robot/base"), 0);
}

TEST(inspect_document, material_of_a_subset_is_in_the_scope_of_its_collider) {
  SampleAsset asset = robot();
  asset.material("/Looks/rubber");
  const auto materials = [&asset] {
    return document_of(asset.model, asset.physics, {"robot.usda", "/Robot/arm", nullptr})["materials"].size();
  };
  EXPECT_EQ(materials(), 0);
  asset.physics.colliders[1].subsets = {{asset.name("/Robot/arm/box/half"), 3, 1}};
  EXPECT_EQ(materials(), 1);
}

}  // namespace
}  // namespace assay::inspect
