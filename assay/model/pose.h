#pragma once

#include <Eigen/Geometry>

namespace assay::model {

/// A rigid transform: `world_from_body` takes coordinates in the body's frame to the world's.
struct Pose {
  Eigen::Vector3d position = Eigen::Vector3d::Zero();            // [m]
  Eigen::Quaterniond rotation = Eigen::Quaterniond::Identity();  // of norm 1
};

/// The transform that applies `b_from_c` and then `a_from_b`.
inline Pose operator*(const Pose& a_from_b, const Pose& b_from_c) {
  return {a_from_b.position + a_from_b.rotation * b_from_c.position, a_from_b.rotation * b_from_c.rotation};
}

inline Eigen::Vector3d operator*(const Pose& a_from_b, const Eigen::Vector3d& point) {
  return a_from_b.position + a_from_b.rotation * point;
}

inline Pose inverse(const Pose& a_from_b) {
  const Eigen::Quaterniond b_from_a = a_from_b.rotation.conjugate();
  return {-(b_from_a * a_from_b.position), b_from_a};
}

}  // namespace assay::model
