#pragma once

#include "assay/model/model.h"
#include "assay/model/physics.h"

#include <numbers>

namespace assay::audit {

/// A model that tests build by hand, and the physics in it.
struct TestAsset {
  model::Model model;
  model::Physics physics;

  model::NameIndex name(std::string_view text) { return model.names.intern(text); }
};

inline model::DrawnPrim drawn_prim(model::NameIndex path) {
  model::DrawnPrim prim;
  prim.path = path;
  return prim;
}

inline model::AuthoredMass no_authored_mass() {
  model::AuthoredMass mass;
  mass.center_of_mass.value.setZero();
  mass.diagonal_inertia.value.setZero();
  mass.principal_axes.value.setZero();
  return mass;
}

inline model::Body body_at(model::NameIndex path) {
  model::Body body;
  body.path = path;
  body.velocity.value.setZero();
  body.angular_velocity.value.setZero();
  body.authored_mass = no_authored_mass();
  return body;
}

inline model::Collider collider_at(model::NameIndex path) {
  model::Collider collider;
  collider.path = path;
  collider.authored_mass = no_authored_mass();
  return collider;
}

/// A box of edges 2 x 1 x 0.5 m and 3 kg, its body at (1, 2, 3), hinged to the world at the body's origin by a quarter
/// turn.
inline TestAsset door() {
  TestAsset asset;
  asset.physics.selection = "standard";
  model::Body body = body_at(asset.name("/Root/door"));
  body.world_from_body.position = {1, 2, 3};
  body.mass.mass = 3;
  // source: a box of mass m has m / 12 (b² + c²) about the axis along a
  body.mass.inertia = Eigen::Vector3d(3.0 / 12 * 1.25, 3.0 / 12 * 4.25, 3.0 / 12 * 5).asDiagonal();
  body.colliders = {0};
  asset.physics.bodies.push_back(body);

  model::Collider collider = collider_at(asset.name("/Root/door/shape"));
  collider.shape.kind = model::ShapeKind::Box;
  collider.body = 0;
  collider.volume_method = model::VolumeMethod::ClosedForm;
  collider.solid.volume = 1;
  // source: the variance of an edge a is a² / 12
  collider.solid.second_moment = Eigen::Vector3d(4.0 / 12, 1.0 / 12, 0.25 / 12).asDiagonal();
  asset.physics.colliders.push_back(collider);

  model::Joint joint;
  joint.path = asset.name("/Root/hinge");
  joint.kind = model::JointKind::Revolute;
  joint.main_axis = 2;
  joint.sides[0].body_from_joint.position = {1, 2, 3};
  joint.sides[0].world_from_joint.position = {1, 2, 3};
  for (model::JointSide& side : joint.sides) {
    side.local_position.value.setZero();
    side.local_rotation.value.setIdentity();
  }
  joint.sides[1].body = 0;
  joint.sides[1].world_from_joint.position = {1, 2, 3};
  joint.limits[5].state = model::AxisState::Limited;
  joint.limits[5].low.value = 0;
  joint.limits[5].high.value = std::numbers::pi / 2;
  asset.physics.joints.push_back(joint);

  asset.physics.drawn.push_back(drawn_prim(asset.name("/Root/door/shape")));
  asset.physics.drawn.push_back(drawn_prim(asset.name("/Root/signs/sticker")));
  return asset;
}

/// The same with a drive of 20 N m/rad on the hinge, whose force nothing limits.
inline TestAsset driven_door() {
  TestAsset asset = door();
  model::Drive drive;
  drive.instance = "angular";
  drive.axis = model::JointAxis::RotZ;
  drive.stiffness.value = 20;
  drive.damping.value = 0.5;
  drive.target_position.value = 0.1;
  asset.physics.joints[0].drives.push_back(drive);
  return asset;
}

}  // namespace assay::audit
