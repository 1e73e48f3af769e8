#include "assay/extract/physics/rest_state.h"

#include <cmath>
#include <numbers>

namespace assay::extract {
namespace {

/// Whether the joint lets the axis move at all.
bool moves(const model::Joint& joint, std::size_t axis) {
  return joint.limits.at(axis).state != model::AxisState::Locked;
}

/// The angle about one axis of a rotation that is a turn about that axis and then a turn about one across it (swing and
/// twist). Source: Dobrowolski 2015, "Swing-twist decomposition in Clifford algebra".
double twist(const Eigen::Quaterniond& rotation, std::size_t axis) {
  const double along = rotation.vec()[static_cast<Eigen::Index>(axis)];
  const double angle = 2 * std::atan2(along, rotation.w());
  return std::remainder(angle, 2 * std::numbers::pi);
}

/// The part of a rotation that no axis allows [rad].
double locked_rotation(const model::Joint& joint, const Eigen::Quaterniond& rotation) {
  std::size_t free_count = 0;
  std::size_t free_axis = 0;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (!moves(joint, 3 + axis)) continue;
    ++free_count;
    free_axis = axis;
  }
  if (free_count == 3) return 0;
  if (free_count == 0) return Eigen::Quaterniond::Identity().angularDistance(rotation);
  if (free_count == 1) {
    const double angle = twist(rotation, free_axis);
    Eigen::Vector3d direction = Eigen::Vector3d::Zero();
    direction[static_cast<Eigen::Index>(free_axis)] = 1;
    const Eigen::Quaterniond swing = rotation * Eigen::AngleAxisd(-angle, direction);
    return Eigen::Quaterniond::Identity().angularDistance(swing);
  }
  // two axes turn: what is left is the twist about the third
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (!moves(joint, 3 + axis)) return std::abs(twist(rotation, axis));
  }
  return 0;
}

}  // namespace

void find_rest_state(model::Joint& joint) {
  const model::Pose side0_from_side1 = inverse(joint.sides[0].world_from_joint) * joint.sides[1].world_from_joint;
  double squared = 0;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const double offset = side0_from_side1.position[static_cast<Eigen::Index>(axis)];
    joint.rest.at(axis) = offset;
    joint.rest.at(3 + axis) = twist(side0_from_side1.rotation, axis);
    if (!moves(joint, axis)) squared += offset * offset;
  }
  joint.residual.position = std::sqrt(squared);
  joint.residual.rotation = locked_rotation(joint, side0_from_side1.rotation);
  if (!joint.main_axis) return;
  Eigen::Vector3d direction = Eigen::Vector3d::Zero();
  direction[static_cast<Eigen::Index>(*joint.main_axis)] = 1;
  joint.axis_world = joint.sides[0].world_from_joint.rotation * direction;
}

}  // namespace assay::extract
