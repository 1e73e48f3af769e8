#pragma once

#include "assay/model/model.h"
#include "assay/model/physics.h"

#include <string>

namespace assay::inspect {

/// A model made by hand, for tests.
struct SampleAsset {
  model::Model model;
  model::Physics physics;

  SampleAsset() {
    model.layers = {"robot.usda", "parts.usda"};
    model.arc_chains = {{{"root", "robot.usda", "/"}}};
    model.opinions = {{0, model.names.intern("/"), 0}};
    model.default_prim = "/Robot";
    physics.selection = "authored";
    physics.units.meters_per_unit.value = 1;
  }

  model::NameIndex name(const std::string& text) { return model.names.intern(text); }

  /// An opinion in the second layer.
  model::OpinionIndex opinion(const std::string& spec_path) {
    model.opinions.push_back({1, name(spec_path), 0});
    return static_cast<model::OpinionIndex>(model.opinions.size() - 1);
  }

  template <class T>
  model::Field<T> authored(T value, const std::string& spec_path = "/Robot") {
    return {.value = std::move(value), .origin = model::Origin::Authored, .opinion = opinion(spec_path)};
  }

  model::Body& body(const std::string& path) {
    model::Body& body = physics.bodies.emplace_back();
    body.path = name(path);
    body.velocity.value.setZero();
    body.angular_velocity.value.setZero();
    body.authored_mass = no_mass();
    body.mass.inertia = Eigen::Matrix3d::Identity();
    return body;
  }

  /// A unit box; the body owns it.
  model::Collider& collider(const std::string& path, std::optional<model::BodyIndex> body) {
    const auto index = static_cast<model::ColliderIndex>(physics.colliders.size());
    model::Collider& collider = physics.colliders.emplace_back();
    collider.path = name(path);
    collider.type = name("Cube");
    collider.shape.kind = model::ShapeKind::Box;
    collider.shape.half_extents.setConstant(0.5);
    collider.approximation.value = name("none");
    collider.body = body;
    collider.purpose = name("default");
    collider.volume_method = model::VolumeMethod::ClosedForm;
    collider.solid.volume = 1;
    collider.authored_mass = no_mass();
    if (body) physics.bodies.at(*body).colliders.push_back(index);
    return collider;
  }

  model::Joint& joint(const std::string& path, model::JointKind kind, std::optional<model::BodyIndex> body0,
                      std::optional<model::BodyIndex> body1) {
    model::Joint& joint = physics.joints.emplace_back();
    joint.path = name(path);
    joint.kind = kind;
    for (model::JointSide& side : joint.sides) {
      side.local_position.value.setZero();
      side.local_rotation.value.setIdentity();
    }
    joint.sides[0].body = body0;
    joint.sides[1].body = body1;
    return joint;
  }

  model::Material& material(const std::string& path) {
    model::Material& material = physics.materials.emplace_back();
    material.path = name(path);
    return material;
  }

  void circumstance(const std::string& prim, model::CircumstanceKind kind) {
    physics.circumstances.push_back({name(prim), kind});
  }

  void vendor_schema(const std::string& prim, const std::string& schema) {
    physics.vendor_schemas.push_back({name(prim), name(schema), opinion(prim)});
  }

  void vendor_value(const std::string& prim, const std::string& property, const std::string& json) {
    physics.vendor_values.push_back({name(prim), name(property), opinion(prim), json});
  }

 private:
  static model::AuthoredMass no_mass() {
    model::AuthoredMass mass;
    mass.center_of_mass.value.setConstant(-std::numeric_limits<double>::infinity());
    mass.diagonal_inertia.value.setZero();
    mass.principal_axes.value.setZero();
    return mass;
  }
};

}  // namespace assay::inspect
