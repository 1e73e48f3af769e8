#include "assay/inspect/lens.h"

#include "assay/inspect/sample_asset.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <functional>
#include <map>
#include <numbers>
#include <set>

namespace assay::inspect {
namespace {

using model::AxisState;
using model::CircumstanceKind;
using model::JointAxis;
using model::JointKind;
using model::MassSource;
using model::Origin;
using model::ShapeKind;
using Change = std::function<void(SampleAsset& asset)>;
using Texts = std::vector<std::string>;

constexpr double inf = std::numeric_limits<double>::infinity();

/// A robot of two bodies with a box each and a fixed joint between them, in an articulation that a body is the root of.
SampleAsset plain_robot() {
  SampleAsset asset;
  asset.material("/Robot/rubber");
  for (const char* name : {"/Robot/base", "/Robot/arm"}) {
    const auto index = static_cast<model::BodyIndex>(asset.physics.bodies.size());
    asset.body(name).mass.mass_source = MassSource::BodyMass;
    asset.collider(std::string(name) + "/box", index).material = 0;
    asset.vendor_value(name, "physxRigidBody:angularDamping", "0.1");
  }
  asset.joint("/Robot/joint", JointKind::Fixed, 0, 1);
  const model::NameIndex root = asset.name("/Robot/base");
  asset.physics.graph.mechanisms.push_back({{0, 1}, {0}, {}, {}, root, root});
  asset.physics.graph.articulation_roots.push_back({root, 0, {root}});
  return asset;
}

model::Body& arm(SampleAsset& asset) { return asset.physics.bodies[1]; }
model::Collider& box(SampleAsset& asset) { return asset.physics.colliders[1]; }
model::Joint& joint(SampleAsset& asset) { return asset.physics.joints[0]; }
model::Material& rubber(SampleAsset& asset) { return asset.physics.materials[0]; }
model::AxisLimit& limit(SampleAsset& asset, JointAxis axis) {
  return joint(asset).limits.at(static_cast<std::size_t>(axis));
}
void take_out_of_articulation(SampleAsset& asset) { asset.physics.graph.mechanisms[0].articulation.reset(); }

Change shape(ShapeKind kind, const std::string& axis = "Z") {
  return [=](SampleAsset& asset) {
    box(asset).shape.kind = kind;
    box(asset).shape.axis = axis;
  };
}
Change mesh(const std::string& approximation, bool is_static = false) {
  return [=](SampleAsset& asset) {
    box(asset).shape.kind = ShapeKind::Mesh;
    box(asset).approximation.value = asset.name(approximation);
    if (is_static) box(asset).body.reset();
  };
}
Change scaled(ShapeKind kind, double x, double y, double z) {
  return [=](SampleAsset& asset) {
    box(asset).shape.kind = kind;
    box(asset).world_scale = {x, y, z};
  };
}
Change kind(JointKind kind) {
  return [=](SampleAsset& asset) { joint(asset).kind = kind; };
}
/// A revolute joint with bounds about x [degrees].
Change revolute(double low, double high) {
  return [=](SampleAsset& asset) {
    joint(asset).kind = JointKind::Revolute;
    limit(asset, JointAxis::RotX).state = AxisState::Limited;
    limit(asset, JointAxis::RotX).low.value = low * std::numbers::pi / 180;
    limit(asset, JointAxis::RotX).high.value = high * std::numbers::pi / 180;
  };
}
Change generic(JointAxis axis, AxisState state) {
  return [=](SampleAsset& asset) {
    joint(asset).kind = JointKind::Generic;
    limit(asset, axis).state = state;
  };
}
Change drive(JointKind kind, double stiffness, double damping, model::DriveType type = model::DriveType::Force) {
  return [=](SampleAsset& asset) {
    joint(asset).kind = kind;
    model::Drive& made = joint(asset).drives.emplace_back();
    made.stiffness.value = stiffness;
    made.damping.value = damping;
    made.type.value = type;
  };
}
Change excluded(JointKind kind) {
  return [=](SampleAsset& asset) {
    joint(asset).kind = kind;
    joint(asset).excluded_from_articulation.value = true;
  };
}
Change schema(const std::string& prim, const std::string& name) {
  return [=](SampleAsset& asset) { asset.vendor_schema(prim, name); };
}
Change value(const std::string& prim, const std::string& property, const std::string& json) {
  return [=](SampleAsset& asset) { asset.vendor_value(prim, property, json); };
}
Change circumstance(const std::string& prim, CircumstanceKind kind) {
  return [=](SampleAsset& asset) { asset.circumstance(prim, kind); };
}
Change both(const Change& first, const Change& second) {
  return [=](SampleAsset& asset) {
    first(asset);
    second(asset);
  };
}
/// What the arm states of its mass; a moment of 0 for none.
Change mass(double kilograms, bool has_center, double moment = 0) {
  return [=](SampleAsset& asset) {
    model::AuthoredMass& made = arm(asset).authored_mass;
    made.mass = asset.authored(kilograms);
    if (has_center) made.center_of_mass = asset.authored(Eigen::Vector3d(0, 0, 0));
    if (moment != 0) made.diagonal_inertia = asset.authored(Eigen::Vector3d(1, 1, moment));
  };
}
Change gravity(double magnitude, const Eigen::Vector3d& direction, model::GravitySource source) {
  return [=](SampleAsset& asset) {
    model::Scene& scene = asset.physics.scenes.emplace_back();
    scene.path = asset.name("/scene");
    scene.magnitude = asset.authored(magnitude);
    scene.direction = asset.authored(direction);
    scene.gravity_source = source;
  };
}
Change filtered(const std::string& owner, const std::string& target) {
  return [=](SampleAsset& asset) { asset.physics.filters.pairs.push_back({asset.name(owner), asset.name(target), 0}); };
}
Change group(const std::vector<model::ColliderIndex>& members) {
  return
      [=](SampleAsset& asset) { asset.physics.filters.groups.push_back({asset.name("/group"), members, {}, {}, {}}); };
}
Change velocity(const Eigen::Vector3d& linear, double turn_about_z) {
  return [=](SampleAsset& asset) {
    arm(asset).velocity.value = linear;
    arm(asset).world_from_body.rotation = Eigen::AngleAxisd(turn_about_z, Eigen::Vector3d::UnitZ());
  };
}
Change density_part(model::DensitySource source, bool has_own_mass) {
  return [=](SampleAsset& asset) {
    arm(asset).mass.mass_source = MassSource::Densities;
    arm(asset).mass.parts = {{.collider = 1, .density_source = source, .has_own_mass = has_own_mass}};
  };
}

/// An instancer that shows a prototype so many times.
/// A feature with an asset that uses it, the prims, and one that nearly does.
struct Case {
  std::string feature;
  Change use;
  Texts prims;
  Change twin = [](SampleAsset&) {};
};

constexpr double five_degrees = 5 * std::numbers::pi / 180;
constexpr double half_degree = 0.5 * std::numbers::pi / 180;

std::vector<Case> body_cases() {
  const auto kinematic = [](SampleAsset& asset) { arm(asset).kinematic.value = true; };
  const auto disabled = [](SampleAsset& asset) { arm(asset).enabled.value = false; };
  const auto nested = [](SampleAsset& asset) { arm(asset).parent = 0; };
  const auto moving = [](SampleAsset& asset) { arm(asset).velocity.value = {1, 0, 0}; };
  const auto from_colliders = [](SampleAsset& asset) { arm(asset).mass.mass_source = MassSource::Densities; };
  const auto disabled_box = [](SampleAsset& asset) { box(asset).enabled.value = false; };
  const Texts arm_path = {"/Robot/arm"};
  return {
      {"nested-body", nested, arm_path, both(nested, [](SampleAsset& asset) { arm(asset).resets_xform_stack = true; })},
      {"nested-body", nested, arm_path, both(nested, disabled)},
      {"initial-velocity", velocity({1, 0, 0}, five_degrees), arm_path, velocity({1, 0, 0}, half_degree)},
      {"initial-velocity", velocity({0, 1, 0}, five_degrees), arm_path, velocity({0, 0, 1}, five_degrees)},
      {"kinematic-body", kinematic, arm_path, both(kinematic, disabled)},
      {"kinematic-velocity", both(kinematic, moving), arm_path, moving},
      {"disabled-body", disabled, arm_path,
       both(disabled, [](SampleAsset& asset) { box(asset).path = asset.name("/Robot/elsewhere"); })},
      {"starts-asleep", [](SampleAsset& asset) { arm(asset).starts_asleep.value = true; }, arm_path},
      {"angular-damping-default", [](SampleAsset& asset) { asset.physics.vendor_values.pop_back(); }, arm_path,
       both([](SampleAsset& asset) { asset.physics.vendor_values.pop_back(); }, kinematic)},
      {"body-skew", [](SampleAsset& asset) { arm(asset).is_skewed = true; }, arm_path},
      {"mass-without-center", mass(2, false), arm_path, mass(2, true)},
      {"mass-without-inertia", mass(2, true), arm_path, mass(2, true, 1)},
      {"mass-without-collider", both(mass(2, false), [](SampleAsset& asset) { arm(asset).colliders.clear(); }),
       arm_path, mass(2, false)},
      {"mass-invalid", mass(-1, true), arm_path, mass(0, true)},
      {"mass-invalid", mass(std::numeric_limits<double>::quiet_NaN(), true), arm_path, mass(1, true)},
      {"body-density", density_part(model::DensitySource::Body, false), arm_path,
       density_part(model::DensitySource::Body, true)},
      {"body-density", density_part(model::DensitySource::Body, false), arm_path,
       density_part(model::DensitySource::Material, false)},
      {"inertia-triangle", mass(1, true, 2.1), arm_path, mass(1, true, 1.9)},
      {"inertia-twice", both(mass(1, true, 1), value("/Robot/arm", "newton:inertia", "[1,1,1]")), arm_path,
       value("/Robot/arm", "newton:inertia", "[1,1,1]")},
      {"disabled-collider-mass", both(from_colliders, disabled_box), arm_path,
       both(disabled_box, [](SampleAsset& asset) { arm(asset).mass.mass_source = MassSource::BodyMass; })},
  };
}

Change stated_center(double x) {
  return [=](SampleAsset& asset) {
    model::Body& body = arm(asset);
    body.authored_mass.mass = asset.authored(2.0);
    body.authored_mass.center_of_mass = asset.authored(Eigen::Vector3d(x, 0, 0));
    body.mass.mass = 2;
    body.mass.center_of_mass = {x, 0, 0};
    body.mass.inertia_source = model::InertiaSource::Parts;
    body.mass.parts = {{.collider = 1, .mass = 2, .center_of_mass = {0.1, 0, 0}}};
  };
}

Change mass_part(model::VolumeMethod method, MassSource source) {
  return [=](SampleAsset& asset) {
    arm(asset).mass.mass_source = source;
    arm(asset).mass.inertia_source =
        source == MassSource::BodyMass ? model::InertiaSource::Body : model::InertiaSource::Parts;
    arm(asset).mass.parts = {{.collider = 1}};
    box(asset).volume_method = method;
  };
}

Change drawn(const std::string& prim, const std::string& type) {
  return [=](SampleAsset& asset) {
    asset.physics.drawn.push_back({.path = asset.name(prim), .type = asset.name(type), .bounds = {}});
  };
}

std::vector<Case> mass_cases() {
  const auto mass_source = [](MassSource source) {
    return [source](SampleAsset& asset) { arm(asset).mass.mass_source = source; };
  };
  const auto collider_mass = [](double kilograms, MassSource source) {
    return [=](SampleAsset& asset) {
      arm(asset).mass.mass_source = source;
      box(asset).authored_mass.mass = asset.authored(kilograms);
    };
  };
  const auto disabled = [](SampleAsset& asset) { arm(asset).enabled.value = false; };
  const Change no_source = mass_source(MassSource::NoSource);
  const Change drops_mass = value("/Robot/scene", "mjc:compiler:inertiaFromGeom", "\"true\"");
  const Change cover = drawn("/Robot/arm/cover", "Mesh");
  const Texts arm_path = {"/Robot/arm"};
  const Texts cover_path = {"/Robot/arm/cover"};
  using enum model::VolumeMethod;
  return {
      {"body-without-mass", no_source, arm_path, both(no_source, disabled)},
      {"collider-mass-zero",
       collider_mass(0, MassSource::ColliderMasses),
       {"/Robot/arm/box"},
       collider_mass(0.1, MassSource::ColliderMasses)},
      {"collider-mass-zero",
       collider_mass(0, MassSource::Densities),
       {"/Robot/arm/box"},
       collider_mass(0, MassSource::BodyMass)},
      {"mesh-mass-from-hull", mass_part(ConvexHull, MassSource::Densities), arm_path,
       mass_part(ClosedMesh, MassSource::Densities)},
      {"mesh-mass-from-hull", mass_part(ConvexHull, MassSource::ColliderMasses), arm_path,
       mass_part(ConvexHull, MassSource::BodyMass)},
      {"inertia-off-center", stated_center(0.2), arm_path, stated_center(0.1)},
      {"inertia-zero-newton", value("/Robot/arm", "newton:inertia", "[0.0,0.0,0.0,0.0,0.0,0.0]"), arm_path,
       value("/Robot/arm", "newton:inertia", "[0.0,0.0,0.0,0.0,0.0,1.0]")},
      {"total-mass-mjc",
       value("/Robot/scene", "mjc:compiler:setTotalMass", "14.0"),
       {"/Robot/scene"},
       value("/Robot/scene", "mjc:compiler:setTotalMass", "-1.0")},
      {"inertia-from-geom-mjc", both(drops_mass, mass(2, true, 1)), arm_path, drops_mass},
      {"inertia-from-geom-mjc", both(drops_mass, mass(2, true, 1)), arm_path,
       both(value("/Robot/scene", "mjc:compiler:inertiaFromGeom", "\"auto\""), mass(2, true, 1))},
      {"visual-mass", cover, cover_path, drawn("/Robot/arm/box", "Cube")},
      {"visual-mass", cover, cover_path, drawn("/Robot/sign", "Mesh")},
      {"visual-mass", drawn("/Robot/arm", "Cube"), arm_path,
       both(drawn("/Robot/arm", "Cube"), [](SampleAsset& asset) { arm(asset).authored_mass.is_applied = true; })},
      {"visual-mass", cover, cover_path, drawn("/Robot/arm/cover", "PointInstancer")},
      {"visual-mass", cover, cover_path, both(cover, circumstance("/Robot/arm/cover", CircumstanceKind::MassAlone))},
  };
}

/// Features that are used where a circumstance is, each with one that is another.
std::vector<Case> circumstance_cases() {
  using enum CircumstanceKind;
  const auto kinematic = [](SampleAsset& asset) { arm(asset).kinematic.value = true; };
  const Change animated = circumstance("/Robot/arm", AnimatedBody);
  std::vector<Case> cases = {{"animated-ancestor", animated, {"/Robot/arm"}, both(animated, kinematic)}};
  const std::pair<const char*, CircumstanceKind> features[] = {{"shape-plane-finite", BoundedPlane},
                                                               {"proxy-prim", ProxyOfCollider},
                                                               {"scale-zero", EmptyScale},
                                                               {"mesh-without-volume", FlatMesh},
                                                               {"instancer-physics", PrototypePhysics},
                                                               {"mesh-merge-in-instance", MergedInInstance},
                                                               {"physics-purpose-binding", PhysicsMaterial},
                                                               {"subset-material", SubsetMaterial},
                                                               {"texture-without-file", TextureWithoutFile}};
  for (const auto& [feature, kind] : features)
    cases.push_back({feature, circumstance("/Robot/x", kind), {"/Robot/x"}, circumstance("/Robot/x", JointState)});
  return cases;
}

std::vector<Case> collider_cases() {
  const auto on_kinematic = [](SampleAsset& asset) { arm(asset).kinematic.value = true; };
  const auto ends = [](double bottom) {
    return [bottom](SampleAsset& asset) {
      box(asset).shape.kind = ShapeKind::TaperedCapsule;
      box(asset).shape.radius = 1;
      box(asset).shape.bottom_radius = bottom;
    };
  };
  const Texts box_path = {"/Robot/arm/box"};
  return {
      {"shape-cone", shape(ShapeKind::Cone), box_path, shape(ShapeKind::Cylinder)},
      {"shape-cylinder-axis", shape(ShapeKind::Cylinder, "X"), box_path, shape(ShapeKind::Cylinder)},
      {"shape-cylinder-exact", shape(ShapeKind::Cylinder), box_path, shape(ShapeKind::Capsule)},
      {"shape-tapered", ends(2), box_path, ends(1)},
      {"shape-points", shape(ShapeKind::Points), box_path, shape(ShapeKind::Mesh)},
      {"shape-plane-axis", shape(ShapeKind::Plane, "Y"), box_path, shape(ShapeKind::Plane)},
      {"plane-on-dynamic", shape(ShapeKind::Plane), box_path, both(shape(ShapeKind::Plane), on_kinematic)},
      {"round-nonuniform-scale", scaled(ShapeKind::Sphere, 1, 2, 1), box_path, scaled(ShapeKind::Sphere, 2, -2, 2)},
      {"round-nonuniform-scale", scaled(ShapeKind::Cylinder, 1, 2, 1), box_path, scaled(ShapeKind::Cylinder, 2, 2, 5)},
      {"round-nonuniform-scale", scaled(ShapeKind::Capsule, 1, 1, 2), box_path, scaled(ShapeKind::Box, 1, 2, 3)},
      {"trigger-mesh", both(mesh("none"), schema("/Robot/arm/box", "PhysxTriggerAPI")), box_path,
       both(mesh("convexHull"), schema("/Robot/arm/box", "PhysxTriggerAPI"))},
      {"contact-margin-split", value("/Robot/arm/box", "mjc:margin", "0.1"), box_path,
       value("/Robot/arm/box", "mjc:margins", "0.1")},
      {"visibility-hidden", [](SampleAsset& asset) { box(asset).is_visible = false; }, box_path,
       [](SampleAsset& asset) { box(asset).is_drawn = false; }},
      {"instanced-collider", [](SampleAsset& asset) { box(asset).is_in_instance = true; }, box_path},
      {"default-friction", [](SampleAsset& asset) { box(asset).material.reset(); }, box_path},
      {"mesh-triangles-dynamic", mesh("none"), box_path, mesh("none", true)},
      {"mesh-triangles-dynamic", mesh("meshSimplification"), box_path, mesh("convexHull")},
      {"mesh-triangles-static", mesh("none", true), box_path, mesh("none")},
      {"mesh-triangles-static", both(mesh("none"), on_kinematic), box_path, both(mesh("sdf"), on_kinematic)},
      {"mesh-decomposition", mesh("convexDecomposition"), box_path, mesh("convexHull")},
      {"mesh-bounding", mesh("boundingCube"), box_path, mesh("convexHull")},
      {"mesh-bounding", mesh("boundingSphere"), box_path,
       [](SampleAsset& asset) { box(asset).approximation.value = asset.name("boundingSphere"); }},
      {"mesh-sdf", mesh("sdf"), box_path, mesh("none")},
      {"mesh-sdf", both(mesh("none"), schema("/Robot/arm/box", "PhysxSDFMeshCollisionAPI")), box_path,
       schema("/Robot/arm/box", "PhysxConvexHullCollisionAPI")},
      {"mesh-sphere-fill", mesh("sphereFill"), box_path, mesh("sdf")},
      {"approximation-unknown", mesh("convexhull"), box_path, mesh("convexHull")},
      {"collider-principal-axes",
       [](SampleAsset& asset) {
         box(asset).authored_mass.principal_axes = asset.authored(Eigen::Vector4d(1, 0, 0, 0));
       },
       box_path,
       [](SampleAsset& asset) {
         box(asset).authored_mass.principal_axes = asset.authored(Eigen::Vector4d(0, 0, 0, 0));
       }},
  };
}

std::vector<Case> material_cases() {
  const auto frictions = [](double stuck, double sliding) {
    return [=](SampleAsset& asset) {
      rubber(asset).static_friction.value = stuck;
      rubber(asset).dynamic_friction.value = sliding;
    };
  };
  const Texts path = {"/Robot/rubber"};
  return {
      {"static-friction", frictions(0.5, 0.4), path, frictions(0.5, 0.499)},
      {"restitution", [](SampleAsset& asset) { rubber(asset).restitution.value = 0.1; }, path},
      {"friction-combine", value("/Robot/rubber", "physxMaterial:frictionCombineMode", "\"max\""), path,
       value("/Robot/rubber", "physxMaterial:compliantContactStiffness", "1")},
  };
}

std::vector<Case> joint_cases() {
  const auto break_force = [](double force) {
    return [force](SampleAsset& asset) { joint(asset).break_force.value = force; };
  };
  const auto cones = [](double first, double second) {
    return [=](SampleAsset& asset) {
      joint(asset).kind = JointKind::Spherical;
      joint(asset).cone_angles[0].value = first;
      joint(asset).cone_angles[1].value = second;
    };
  };
  const auto residual = [](double position, double rotation) {
    return [=](SampleAsset& asset) { joint(asset).residual = {position, rotation}; };
  };
  const auto target = [](const std::string& path) {
    return [=](SampleAsset& asset) { joint(asset).sides[1].prim = asset.name(path); };
  };
  const Change slide = generic(JointAxis::TransX, AxisState::Limited);
  const Texts path = {"/Robot/joint"};
  return {
      {"joint-spherical", kind(JointKind::Spherical), path, kind(JointKind::Revolute)},
      {"joint-distance", kind(JointKind::Distance), path, kind(JointKind::Generic)},
      {"joint-generic", generic(JointAxis::RotY, AxisState::Limited), path, kind(JointKind::Generic)},
      {"generic-axis-unlimited", generic(JointAxis::RotY, AxisState::Free), path,
       generic(JointAxis::RotY, AxisState::Limited)},
      {"generic-in-articulation", slide, path, both(slide, take_out_of_articulation)},
      {"generic-in-articulation", slide, path, generic(JointAxis::RotX, AxisState::Limited)},
      {"cone-limit", cones(1, 1), path, cones(1, -1)},
      {"revolute-beyond-half-turn", both(revolute(-181, 0), take_out_of_articulation), path, revolute(-181, 0)},
      {"revolute-beyond-half-turn", both(revolute(0, 181), take_out_of_articulation), path,
       both(revolute(-180, 180), take_out_of_articulation)},
      {"revolute-beyond-full-turn", revolute(0, 360), path, revolute(-359, 359)},
      {"one-sided-revolute", revolute(-inf, 90), path, revolute(-90, 90)},
      {"soft-limit-physx", value("/Robot/joint", "physxLimit:angular:stiffness", "10.5"), path,
       value("/Robot/joint", "physxLimit:angular:stiffness", "0")},
      {"break-limit", break_force(100), path, break_force(inf)},
      {"joint-disabled", [](SampleAsset& asset) { joint(asset).enabled.value = false; }, path},
      {"joint-frame-body0", residual(0.001, 0), path, residual(1e-6, 1e-5)},
      {"joint-frame-body0", residual(0, 0.01), path, residual(0, 0.001)},
      {"joint-scaled-side", [](SampleAsset& asset) { arm(asset).world_scale = {1, 1, 2}; }, path},
      {"joint-target-below-body", target("/Robot/arm/box"), path, target("/Robot/arm")},
      {"joint-target-missing", [](SampleAsset& asset) { joint(asset).sides[0].target_exists = false; }, path},
      {"joint-same-body-twice", [](SampleAsset& asset) { joint(asset).sides[0].body = 1; }, path},
      {"jointed-pair-contact", [](SampleAsset& asset) { joint(asset).collision_enabled.value = true; }, path},
      {"mimic-physx-linear", both(kind(JointKind::Prismatic), schema("/Robot/joint", "PhysxMimicJointAPI:transX")),
       path, both(kind(JointKind::Revolute), schema("/Robot/joint", "PhysxMimicJointAPI:rotX"))},
      {"mimic-newton", schema("/Robot/joint", "NewtonMimicAPI"), path, schema("/Robot/joint", "NewtonJointAPI")},
      {"mimic-mjc-poly", value("/Robot/joint", "mjc:coef3", "0.5"), path, value("/Robot/joint", "mjc:coef3", "0")},
      {"mimic-mjc-poly", value("/Robot/joint", "mjc:coef2", "1"), path, value("/Robot/joint", "mjc:coef1", "1")},
  };
}

std::vector<Case> limit_and_velocity_cases() {
  const Change limited = revolute(-90, 90);
  const auto cone = [](SampleAsset& asset) {
    joint(asset).kind = JointKind::Spherical;
    joint(asset).cone_angles[0].value = 1;
  };
  const auto distance = [](double most) {
    return [most](SampleAsset& asset) {
      joint(asset).kind = JointKind::Distance;
      joint(asset).max_distance.value = most;
    };
  };
  const auto on_joint = [](const std::string& property, const std::string& json) {
    return value("/Robot/joint", property, json);
  };
  const Texts path = {"/Robot/joint"};
  // friction is looked for as MuJoCo's reader has it
  return {
      {"hard-limit", limited, path, both(limited, on_joint("physxLimit:angular:stiffness", "10.0"))},
      {"hard-limit", both(limited, on_joint("physxLimit:angular:stiffness", "0.0")), path,
       both(limited, on_joint("mjc:solreflimit", "[0.02,1.0]"))},
      {"hard-limit", cone, path, both(cone, on_joint("newton:limitStiffness", "5.0"))},
      {"hard-limit", distance(1), path, distance(-1)},
      {"joint-max-velocity", on_joint("newton:velocityLimit", "3.0"), path,
       on_joint("newton:velocityLimit", "\"inf\"")},
      {"joint-max-velocity", on_joint("physxJointAxis:angular:maxJointVelocity", "3.0"), path,
       on_joint("physxJointAxis:angular:staticFrictionEffort", "3.0")},
      {"joint-max-velocity", on_joint("physxJoint:maxJointVelocity", "3.0"), path,
       value("/Robot/arm", "physxJoint:maxJointVelocity", "3.0")},
      {"joint-friction", on_joint("newton:friction", "0.1"), path, on_joint("mjc:frictionloss", "0.1")},
      {"joint-friction", on_joint("physxJoint:jointFriction", "0.1"), path,
       on_joint("physxJoint:jointFriction", "0.0")},
      {"joint-friction", on_joint("physxJointAxis:rotX:viscousFrictionCoefficient", "0.1"), path,
       on_joint("physxJointAxis:rotX:maxJointVelocity", "0.1")},
  };
}

std::vector<Case> mimic_cases() {
  // a third joint that is free to turn, so that nothing but what is tested is fixed
  const auto turning = [](SampleAsset& asset) {
    joint(asset).kind = JointKind::Revolute;
    asset.physics.joints.reserve(3);
    asset.joint("/Robot/second", JointKind::Revolute, 0, 1);
    asset.joint("/Robot/third", JointKind::Revolute, 0, 1);
  };
  const auto follows = [](const std::string& follower, const std::string& leader, const std::string& property) {
    return value(follower, property, "[\"" + leader + "\"]");
  };
  const std::string physx = "physxMimicJoint:rotX:referenceJoint";
  const std::string newton = "newton:mimicJoint";
  const Change second = both(turning, follows("/Robot/second", "/Robot/joint", newton));
  const Change third = follows("/Robot/third", "/Robot/second", physx);
  const Change third_beside = follows("/Robot/third", "/Robot/joint", physx);
  const auto fixed = [](SampleAsset& asset) { joint(asset).kind = JointKind::Fixed; };
  const Change mujoco = both(turning, both(schema("/Robot/second", "MjcEqualityJointAPI"),
                                           follows("/Robot/second", "/Robot/joint", "mjc:target")));
  return {
      {"mimic-chain", both(second, third), {"/Robot/third"}, both(second, third_beside)},
      {"mimic-chain",
       both(second, third),
       {"/Robot/third"},
       both(both(second, third), value("/Robot/second", "newton:mimicEnabled", "false"))},
      {"mimic-on-fixed", both(second, fixed), {"/Robot/second"}, second},
      {"mimic-on-fixed",
       both(mujoco, fixed),
       {"/Robot/second"},
       both(both(turning, follows("/Robot/second", "/Robot/joint", "mjc:target")), fixed)},
  };
}

std::vector<Case> articulation_cases() {
  const auto kinematic = [](std::size_t body) {
    return [body](SampleAsset& asset) { asset.physics.bodies[body].kinematic.value = true; };
  };
  const auto rest = [](double angle) {
    return [angle](SampleAsset& asset) {
      joint(asset).kind = JointKind::Revolute;
      limit(asset, JointAxis::RotX).state = AxisState::Free;
      joint(asset).rest[3] = angle;
    };
  };
  const auto swapped = [](SampleAsset& asset) { std::swap(joint(asset).sides[0], joint(asset).sides[1]); };
  const auto to_world = [](std::size_t side) {
    return [side](SampleAsset& asset) {
      joint(asset).sides.at(side).body.reset();
      asset.physics.graph.mechanisms[0].bodies = {side == 0 ? 1U : 0U};
      asset.physics.graph.mechanisms[0].world_joints = {0};
      asset.physics.graph.mechanisms[0].root = joint(asset).path;
    };
  };
  const Change weld = schema("/Robot/joint", "MjcEqualityWeldAPI");
  const auto second_joint = [](SampleAsset& asset) {
    asset.joint("/Robot/second", JointKind::Fixed, 0, 1);
    asset.physics.graph.mechanisms[0].joints.push_back(1);
  };
  const Texts path = {"/Robot/joint"};
  const Texts arm_path = {"/Robot/arm"};
  return {
      {"kinematic-below-moving", kinematic(1), arm_path, kinematic(0)},
      {"kinematic-below-moving", kinematic(1), arm_path, both(kinematic(1), kinematic(0))},
      {"kinematic-below-moving", kinematic(1), arm_path, both(kinematic(1), take_out_of_articulation)},
      {"joint-reversed", swapped, path, both(swapped, take_out_of_articulation)},
      {"joint-reversed", to_world(1), path, to_world(0)},
      {"joint-reversed", both(to_world(1), take_out_of_articulation), path,
       both(both(to_world(1), take_out_of_articulation),
            [](SampleAsset& asset) { joint(asset).sides[1].target_exists = false; })},
      {"articulation-rest-pose", rest(0.1), path, rest(0.001)},
      {"articulation-rest-pose", rest(-0.1), path, both(rest(-0.1), take_out_of_articulation)},
      {"articulation-rest-pose", rest(0.1), path,
       both(rest(0.1), circumstance("/Robot/joint", CircumstanceKind::JointState))},
      {"equality-weld-alone", weld, arm_path, both(weld, second_joint)},
      {"equality-weld-alone", weld, arm_path, both(weld, take_out_of_articulation)},
  };
}

std::vector<Case> drive_and_loop_cases() {
  const auto acceleration = model::DriveType::Acceleration;
  const auto world = [](SampleAsset& asset) { joint(asset).sides[0].body.reset(); };
  const auto second_joint = [](model::BodyIndex from) {
    return [from](SampleAsset& asset) {
      asset.joint("/Robot/second", JointKind::Fixed, from, 0);
      asset.physics.graph.mechanisms[0].joints.push_back(1);
    };
  };
  const auto followers = [](const std::string& leader) {
    const std::string property = "physxMimicJoint:rotX:referenceJoint";
    return both(value("/Robot/a", property, "[\"/Robot/joint\"]"), value("/Robot/b", property, leader));
  };
  const auto loop = [](SampleAsset& asset) { asset.physics.graph.mechanisms[0].loop_joints = {0}; };
  const Texts path = {"/Robot/joint"};
  return {
      {"drive", drive(JointKind::Revolute, 1, 0), path, drive(JointKind::Revolute, 0, 0)},
      {"drive", drive(JointKind::Revolute, 0, 1), path},
      {"drive-acceleration", drive(JointKind::Revolute, 1, 0, acceleration), path, drive(JointKind::Revolute, 1, 0)},
      {"drive-acceleration", drive(JointKind::Revolute, 0, 1, acceleration), path,
       drive(JointKind::Revolute, 0, 0, acceleration)},
      {"spherical-drive", drive(JointKind::Spherical, 0, 0), path, drive(JointKind::Revolute, 0, 0)},
      {"axis-friction-physx", both(schema("/Robot/joint", "PhysxJointAxisAPI:angular"), take_out_of_articulation), path,
       schema("/Robot/joint", "PhysxJointAxisAPI:angular")},
      {"joint-outside-articulation", take_out_of_articulation, path, both(take_out_of_articulation, world)},
      {"articulation-world-joint", both(kind(JointKind::Revolute), world), path, kind(JointKind::Revolute)},
      {"joints-parallel", second_joint(1), {"/Robot/second"}, both(second_joint(1), take_out_of_articulation)},
      {"loop-moving", excluded(JointKind::Prismatic), path, kind(JointKind::Prismatic)},
      {"loop-moving", excluded(JointKind::Revolute), path, excluded(JointKind::Fixed)},
      {"loop-spherical", excluded(JointKind::Spherical), path, excluded(JointKind::Revolute)},
      {"loop-unmarked", loop, path, both(loop, take_out_of_articulation)},
      {"mimic-fan-out", followers("[\"/Robot/joint\"]"), {"/Robot/a", "/Robot/b"}, followers("[\"/Robot/other\"]")},
  };
}

std::vector<Case> stage_cases() {
  using enum model::GravitySource;
  const Eigen::Vector3d down(0, 0, -1);
  const auto units = [](double metres, double kilograms) {
    return [=](SampleAsset& asset) {
      asset.physics.units.meters_per_unit.value = metres;
      asset.physics.units.kilograms_per_unit.value = kilograms;
    };
  };
  const Change scene = gravity(9.81, down, Authored);
  const auto other_root = [](SampleAsset& asset) {
    asset.physics.graph.articulation_roots.push_back({asset.name("/Robot"), 0, {}});
  };
  const auto kinematic = [](SampleAsset& asset) { arm(asset).kinematic.value = true; };
  return {
      {"stage-units", units(0.01, 1), {"/"}, units(1, 1)},
      {"stage-units", units(1, 1000), {"/"}},
      {"gravity-negative", gravity(-9.81, down, EarthByNegative), {"/scene"}, scene},
      {"gravity-sentinel-written", gravity(-inf, down, EarthByDefault), {"/scene"}, scene},
      {"gravity-sentinel-written", gravity(9.81, {0, 0, 0}, Authored), {"/scene"}, scene},
      {"gravity-direction-length", gravity(9.81, {0, 0, -2}, Authored), {"/scene"}, gravity(9.81, {0, 0, 0}, Authored)},
      {"second-scene", both(scene, scene), {"/scene"}, scene},
      {"collision-group", group({0}), {"/group"}, group({})},
      {"pair-on-collider",
       filtered("/Robot/arm/box", "/Robot/base"),
       {"/Robot/arm/box"},
       filtered("/Robot/arm", "/Robot/base/box")},
      {"pair-on-articulation",
       both(other_root, filtered("/Robot", "/ground")),
       {"/Robot"},
       filtered("/Robot/base", "/ground")},
      {"pair-on-articulation", both(other_root, filtered("/ground", "/Robot")), {"/ground"}},
      {"root-on-xform", other_root, {"/Robot"}},
      {"root-kinematic", kinematic, {"/Robot/arm"}, both(kinematic, take_out_of_articulation)},
      {"actuator-prim", schema("/Robot/motor", "MjcActuator"), {"/Robot/motor"}, schema("/Robot/motor", "MjcTendon")},
      {"actuator-prim", schema("/Robot/motor", "NewtonActuator"), {"/Robot/motor"}},
      {"tendon-physx",
       schema("/Robot/arm", "PhysxTendonAxisAPI:a"),
       {"/Robot/arm"},
       schema("/Robot/arm", "PhysxJointAPI")},
      {"tendon-mjc", schema("/Robot/tendon", "MjcTendon"), {"/Robot/tendon"}, schema("/Robot/tendon", "MjcActuator")},
  };
}

std::vector<Case> all_cases() {
  std::vector<Case> cases;
  for (const auto& some :
       {body_cases(), mass_cases(), circumstance_cases(), collider_cases(), material_cases(), joint_cases(),
        limit_and_velocity_cases(), mimic_cases(), articulation_cases(), drive_and_loop_cases(), stage_cases()}) {
    cases.insert(cases.end(), some.begin(), some.end());
  }
  return cases;
}

Texts used(const Change& change, const std::string& feature) {
  SampleAsset asset = plain_robot();
  change(asset);
  return uses_of(asset.model, asset.physics, *schema::find_reader("mujoco-usd"), feature);
}

TEST(lens, each_feature_is_seen_and_its_twin_is_not) {
  for (const Case& each : all_cases()) {
    EXPECT_EQ(used(each.use, each.feature), each.prims) << each.feature;
    EXPECT_EQ(used(each.twin, each.feature), Texts()) << each.feature << ", which only looks used";
  }
}

TEST(lens, every_feature_of_the_table_has_a_case) {
  std::set<std::string> tested;
  for (const Case& each : all_cases()) {
    tested.insert(each.feature);
    EXPECT_NE(schema::find_feature(each.feature), nullptr) << each.feature;
  }
  for (const schema::Feature& feature : schema::features())
    EXPECT_TRUE(tested.contains(std::string(feature.id))) << feature.id;
}

TEST(lens, plain_robot_uses_nothing) {
  const SampleAsset asset = plain_robot();
  for (const schema::Reader& reader : schema::readers()) {
    const nlohmann::ordered_json losses = losses_json(asset.model, asset.physics, reader, "/");
    EXPECT_TRUE(losses["features"].empty()) << losses["features"].dump();
  }
}

TEST(lens, loss_has_what_the_effects_table_says) {
  SampleAsset asset = plain_robot();
  asset.physics.bodies[1].kinematic.value = true;
  const schema::Reader& reader = *schema::find_reader("mujoco-usd");
  const nlohmann::ordered_json losses = losses_json(asset.model, asset.physics, reader, "/");
  std::map<std::string, nlohmann::ordered_json> by_feature;
  for (const auto& loss : losses["features"]) by_feature[loss["feature"]] = loss;
  ASSERT_TRUE(by_feature.contains("kinematic-body"));
  const nlohmann::ordered_json& loss = by_feature["kinematic-body"];
  const schema::Effect& effect = *schema::find_effect("kinematic-body", "mujoco-usd");
  EXPECT_EQ(loss["effect"], schema::name_of(effect.kind));
  EXPECT_EQ(loss["how"], std::string(effect.how));
  EXPECT_EQ(loss["severity"], "warning");
  EXPECT_EQ(loss["holds_for"], schema::version_text(effect));
  EXPECT_EQ(loss["prims"], nlohmann::ordered_json({"/Robot/arm"}));
  EXPECT_EQ(losses["runtime"], "mujoco");
}

TEST(lens, losses_of_a_prim_are_those_at_and_below_it_and_of_the_stage) {
  SampleAsset asset = plain_robot();
  for (model::Body& body : asset.physics.bodies) body.kinematic.value = true;
  asset.physics.units.meters_per_unit.value = 0.01;
  const schema::Reader& reader = *schema::find_reader("newton");
  const auto prims = [&](const std::string& prim, const std::string& feature) {
    const nlohmann::ordered_json losses = losses_json(asset.model, asset.physics, reader, prim);
    for (const auto& loss : losses["features"]) {
      if (loss["feature"] == feature) return loss["prims"].get<Texts>();
    }
    return Texts();
  };
  EXPECT_EQ(prims("/Robot/arm", "kinematic-body"), Texts{"/Robot/arm"});
  EXPECT_EQ(prims("/Robot", "kinematic-body"), (Texts{"/Robot/base", "/Robot/arm"}));
  EXPECT_EQ(prims("/Robot/joint", "kinematic-body"), Texts());
  EXPECT_EQ(prims("/Robot/joint", "stage-units"), Texts{"/"});
}

}  // namespace
}  // namespace assay::inspect
