#pragma once

#include "assay/audit/tolerances.h"
#include "assay/base/result.h"
#include "assay/model/collider.h"
#include "assay/model/joint.h"

#include <array>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay::audit {

inline constexpr std::string_view manifest_schema = "assay.audit-manifest/1";

/// A place in the text of a manifest, from 1.
struct Mark {
  int line = 0;
  int column = 0;
};

/// What a part is for.
enum class Role : std::uint8_t {
  Physical,    // a body, or colliders that no body owns
  VisualOnly,  // drawn and nothing else: no collider at or below it
};

/// How a physical part moves.
enum class Motion : std::uint8_t {
  Dynamic,
  Kinematic,
  Disabled,  // a body that is switched off
  Static,    // no body
};

struct ExpectedCollider {
  std::string path;
  Mark mark;
  bool enabled = true;
  model::ShapeKind shape = model::ShapeKind::Other;
  std::optional<std::string> approximation;
  std::optional<double> volume;  // [m^3]
  std::optional<Eigen::Vector3d>
      center;  // [m] of the volume, in the frame of the body, of a static part in the world's
};

/// What a manifest says of a prim and all below it down to the next part.
struct Part {
  std::string path;
  Mark mark;
  Role role = Role::Physical;
  std::string reason;  // of a visual-only part, why it has no collider
  Motion motion = Motion::Dynamic;
  double mass = 0;                                           // [kg]; this and what follows: of all but static parts
  Eigen::Vector3d center_of_mass = Eigen::Vector3d::Zero();  // [m] in the body's frame
  Eigen::Matrix3d inertia = Eigen::Matrix3d::Zero();         // [kg m^2] about the centre of mass, body axes
  std::optional<model::Pose> world_from_body;
  std::vector<ExpectedCollider> colliders;
};

/// What a joint allows along one axis, [m] or [rad].
struct ExpectedLimit {
  model::AxisState state = model::AxisState::Locked;
  double low = 0;
  double high = 0;
};

struct ExpectedSide {
  std::string body;  // path, or `world`
  model::Pose body_from_joint;
};

/// A drive of a joint. Gains are for radians or metres.
struct ExpectedDrive {
  std::string instance;  // angular, linear, transX, …
  Mark mark;
  model::DriveType type = model::DriveType::Force;
  double stiffness = 0;
  double damping = 0;
  double max_force = std::numeric_limits<double>::infinity();  // [N] or [N m]
  double target_position = 0;                                  // [m] or [rad]
  double target_velocity = 0;                                  // [m/s] or [rad/s]
};

struct ExpectedJoint {
  std::string path;
  Mark mark;
  model::JointKind kind = model::JointKind::Other;
  bool enabled = true;
  std::string axis;  // X, Y or Z; empty where the kind has none
  std::array<ExpectedSide, 2> sides;
  std::array<ExpectedLimit, model::joint_axis_count> limits;
  std::optional<std::array<double, 2>> distance;  // [m] least and most
  std::vector<ExpectedDrive> drives;
};

/// What the owner of an asset says that it is.
struct Manifest {
  std::string selection;       // that it describes; empty for `standard`
  std::optional<double> size;  // [m] that lengths are compared by; none for the asset's own
  Tolerances tolerances;
  std::vector<Part> parts;  // in the order of the text, as the joints
  std::vector<ExpectedJoint> joints;
};

/// A manifest, or all that is wrong with its text.
struct ManifestReading {
  Manifest manifest;
  std::vector<Error> errors;  // each with file, line and column
};

/// Reads a manifest. `file` names it in errors.
ManifestReading read_manifest(std::string_view text, const std::string& file);

}  // namespace assay::audit
