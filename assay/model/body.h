#pragma once

#include "assay/model/mass.h"
#include "assay/model/pose.h"

namespace assay::model {

/// A prim with PhysicsRigidBodyAPI.
struct Body {
  NameIndex path = 0;
  Field<bool> enabled{.value = true};
  Field<bool> kinematic;
  Field<bool> starts_asleep;
  Pose world_from_body;                                   // at the default time, without scale
  Eigen::Vector3d world_scale = Eigen::Vector3d::Ones();  // along the body's axes; below 0 where mirrored
  bool is_skewed = false;                                 // the world transform has shear, which no runtime keeps
  bool resets_xform_stack = false;
  Field<Eigen::Vector3d> velocity;          // [m/s] in the body's axes, as the schema says
  Field<Eigen::Vector3d> angular_velocity;  // [rad/s] in the body's axes
  std::optional<SceneIndex> scene;          // that owns it: physics:simulationOwner, else the first
  std::optional<BodyIndex> parent;          // nearest body above it
  bool is_in_instance = false;
  AuthoredMass authored_mass;
  MassProperties mass;
  std::vector<ColliderIndex> colliders;  // that it owns, in stage order; also disabled ones
};

}  // namespace assay::model
