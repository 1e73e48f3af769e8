#pragma once

#include "assay/inspect/sample_asset.h"

#include <functional>
#include <limits>
#include <numbers>
#include <string>
#include <vector>

// What the cases of the lens are made of: a robot that uses no feature, and changes to it.

namespace assay::inspect {

using model::AxisState;
using model::CircumstanceKind;
using model::JointAxis;
using model::JointKind;
using model::MassSource;
using model::Origin;
using model::ShapeKind;
using Change = std::function<void(SampleAsset& asset)>;
using Texts = std::vector<std::string>;

inline constexpr double inf = std::numeric_limits<double>::infinity();

/// A robot of two bodies with a box each and a fixed joint between them, in an articulation that a body is the root of.
inline SampleAsset plain_robot() {
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

inline model::Body& arm(SampleAsset& asset) { return asset.physics.bodies[1]; }
inline model::Collider& box(SampleAsset& asset) { return asset.physics.colliders[1]; }
inline model::Joint& joint(SampleAsset& asset) { return asset.physics.joints[0]; }
inline model::Material& rubber(SampleAsset& asset) { return asset.physics.materials[0]; }
inline model::AxisLimit& limit(SampleAsset& asset, JointAxis axis) {
  return joint(asset).limits.at(static_cast<std::size_t>(axis));
}
inline void take_out_of_articulation(SampleAsset& asset) { asset.physics.graph.mechanisms[0].articulation.reset(); }

inline Change shape(ShapeKind kind, const std::string& axis = "Z") {
  return [=](SampleAsset& asset) {
    box(asset).shape.kind = kind;
    box(asset).shape.axis = axis;
  };
}
inline Change mesh(const std::string& approximation, bool is_static = false) {
  return [=](SampleAsset& asset) {
    box(asset).shape.kind = ShapeKind::Mesh;
    box(asset).approximation.value = asset.name(approximation);
    if (is_static) box(asset).body.reset();
  };
}
inline Change scaled(ShapeKind kind, double x, double y, double z) {
  return [=](SampleAsset& asset) {
    box(asset).shape.kind = kind;
    box(asset).world_scale = {x, y, z};
  };
}
inline Change kind(JointKind kind) {
  return [=](SampleAsset& asset) { joint(asset).kind = kind; };
}
/// A revolute joint with bounds about x [degrees].
inline Change revolute(double low, double high) {
  return [=](SampleAsset& asset) {
    joint(asset).kind = JointKind::Revolute;
    limit(asset, JointAxis::RotX).state = AxisState::Limited;
    limit(asset, JointAxis::RotX).low.value = low * std::numbers::pi / 180;
    limit(asset, JointAxis::RotX).high.value = high * std::numbers::pi / 180;
  };
}
inline Change generic(JointAxis axis, AxisState state) {
  return [=](SampleAsset& asset) {
    joint(asset).kind = JointKind::Generic;
    limit(asset, axis).state = state;
  };
}
inline Change drive(JointKind kind, double stiffness, double damping, model::DriveType type = model::DriveType::Force) {
  return [=](SampleAsset& asset) {
    joint(asset).kind = kind;
    model::Drive& made = joint(asset).drives.emplace_back();
    made.stiffness.value = stiffness;
    made.damping.value = damping;
    made.type.value = type;
  };
}
inline Change excluded(JointKind kind) {
  return [=](SampleAsset& asset) {
    joint(asset).kind = kind;
    joint(asset).excluded_from_articulation.value = true;
  };
}
inline Change schema(const std::string& prim, const std::string& name) {
  return [=](SampleAsset& asset) { asset.vendor_schema(prim, name); };
}
inline Change value(const std::string& prim, const std::string& property, const std::string& json) {
  return [=](SampleAsset& asset) { asset.vendor_value(prim, property, json); };
}
inline Change circumstance(const std::string& prim, CircumstanceKind kind) {
  return [=](SampleAsset& asset) { asset.circumstance(prim, kind); };
}
inline Change both(const Change& first, const Change& second) {
  return [=](SampleAsset& asset) {
    first(asset);
    second(asset);
  };
}
/// What the arm states of its mass; a moment of 0 for none.
inline Change mass(double kilograms, bool has_center, double moment = 0) {
  return [=](SampleAsset& asset) {
    model::AuthoredMass& made = arm(asset).authored_mass;
    made.mass = asset.authored(kilograms);
    if (has_center) made.center_of_mass = asset.authored(Eigen::Vector3d(0, 0, 0));
    if (moment != 0) made.diagonal_inertia = asset.authored(Eigen::Vector3d(1, 1, moment));
  };
}
inline Change gravity(double magnitude, const Eigen::Vector3d& direction, model::GravitySource source) {
  return [=](SampleAsset& asset) {
    model::Scene& scene = asset.physics.scenes.emplace_back();
    scene.path = asset.name("/scene");
    scene.magnitude = asset.authored(magnitude);
    scene.direction = asset.authored(direction);
    scene.gravity_source = source;
  };
}
inline Change filtered(const std::string& owner, const std::string& target) {
  return [=](SampleAsset& asset) { asset.physics.filters.pairs.push_back({asset.name(owner), asset.name(target), 0}); };
}
inline Change group(const std::vector<model::ColliderIndex>& members) {
  return
      [=](SampleAsset& asset) { asset.physics.filters.groups.push_back({asset.name("/group"), members, {}, {}, {}}); };
}
inline Change velocity(const Eigen::Vector3d& linear, double turn_about_z) {
  return [=](SampleAsset& asset) {
    arm(asset).velocity.value = linear;
    arm(asset).world_from_body.rotation = Eigen::AngleAxisd(turn_about_z, Eigen::Vector3d::UnitZ());
  };
}
inline Change density_part(model::DensitySource source, bool has_own_mass) {
  return [=](SampleAsset& asset) {
    arm(asset).mass.mass_source = MassSource::Densities;
    arm(asset).mass.parts = {{.collider = 1, .density_source = source, .has_own_mass = has_own_mass}};
  };
}

/// A feature with an asset that uses it, the prims, and one that nearly does.
struct Case {
  std::string feature;
  Change use;
  Texts prims;
  Change twin = [](SampleAsset&) {};
};

inline constexpr double five_degrees = 5 * std::numbers::pi / 180;
inline constexpr double half_degree = 0.5 * std::numbers::pi / 180;

}  // namespace assay::inspect
