#pragma once

#include "assay/model/field.h"
#include "assay/model/pose.h"

#include <array>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace assay::model {

enum class JointKind : std::uint8_t { Fixed, Revolute, Prismatic, Spherical, Distance, Generic, Other };

/// A degree of freedom of a joint frame: three translations along its axes [m], three rotations about them [rad].
enum class JointAxis : std::uint8_t { TransX, TransY, TransZ, RotX, RotY, RotZ };
inline constexpr std::size_t joint_axis_count = 6;

/// Whether the axis of that number is a rotation.
constexpr bool is_rotation(std::size_t axis) { return axis >= static_cast<std::size_t>(JointAxis::RotX); }

enum class AxisState : std::uint8_t { Free, Limited, Locked };

/// What a joint allows along one axis. Bounds are infinite where there is none.
struct AxisLimit {
  AxisState state = AxisState::Locked;
  Field<double> low{.value = -std::numeric_limits<double>::infinity()};  // [m] or [rad]
  Field<double> high{.value = std::numeric_limits<double>::infinity()};
};

/// Whether a drive's gains are forces or accelerations for a unit of error.
enum class DriveType : std::uint8_t { Force, Acceleration };

/// An applied PhysicsDriveAPI. Gains are for radians or metres. Source: UsdPhysicsDriveAPI.
struct Drive {
  std::string instance;           // angular, linear, transX, …
  std::optional<JointAxis> axis;  // that it drives; none where the joint has no such axis
  Field<DriveType> type;
  Field<double> stiffness;  // [N/m] or [N m/rad]; by acceleration [1/s^2]
  Field<double> damping;    // [N s/m] or [N m s/rad]; by acceleration [1/s]
  Field<double> max_force{.value = std::numeric_limits<double>::infinity()};  // [N] or [N m]
  Field<double> target_position;                                              // [m] or [rad]
  Field<double> target_velocity;                                              // [m/s] or [rad/s]
};

/// Whether a drive turns; one that drives no axis is told by its name.
inline bool is_angular(const Drive& drive) {
  if (drive.axis) return is_rotation(static_cast<std::size_t>(*drive.axis));
  return drive.instance == "angular" || drive.instance.starts_with("rot");
}

/// One side of a joint.
struct JointSide {
  std::vector<NameIndex> targets;         // of physics:body0 or body1, as composed
  bool target_exists = true;              // the first target is a composed prim; true where there is no target
  std::optional<NameIndex> prim;          // the first target
  std::optional<BodyIndex> body;          // the nearest body from the target up; none for the world
  Field<Eigen::Vector3d> local_position;  // [m] in the target's axes, its world scale worked in
  Field<Eigen::Quaterniond> local_rotation;
  double rotation_norm = 1;  // of the quaternion as authored
  Pose body_from_joint;      // in the body's frame; for the world, `world_from_joint`
  Pose world_from_joint;     // at the default time
};

/// How far the two frames of a joint are from agreeing at rest. Source: seed 002, joint frames.
struct RestResidual {
  double position = 0;  // [m] along axes that are locked
  double rotation = 0;  // [rad] about axes that are locked
};

/// A joint of any kind as one record over six axes of the joint frame. Source: UsdPhysicsJoint and its subclasses.
struct Joint {
  NameIndex path = 0;
  NameIndex type = 0;
  JointKind kind = JointKind::Other;
  Field<bool> enabled{.value = true};
  Field<bool> collision_enabled;
  Field<bool> excluded_from_articulation;
  Field<double> break_force{.value = std::numeric_limits<double>::infinity()};   // [N]
  Field<double> break_torque{.value = std::numeric_limits<double>::infinity()};  // [N m]
  std::optional<std::size_t> main_axis;  // 0, 1, 2 for physics:axis X, Y, Z where the kind has one
  Field<NameIndex> axis;                 // the token
  std::array<JointSide, 2> sides;
  std::array<AxisLimit, joint_axis_count> limits;
  std::array<Field<double>, 2> cone_angles{Field<double>{.value = -1},
                                           Field<double>{.value = -1}};  // [rad]; below 0: none
  Field<double> min_distance{.value = -1};                               // [m]; below 0: none
  Field<double> max_distance{.value = -1};
  std::vector<Drive> drives;
  Eigen::Vector3d axis_world = Eigen::Vector3d::Zero();  // of the main axis, by the frame of body 0; 0 without one
  RestResidual residual;
  std::array<double, joint_axis_count> rest{};  // coordinate that the rest poses imply on each axis [m] or [rad]
};

}  // namespace assay::model
