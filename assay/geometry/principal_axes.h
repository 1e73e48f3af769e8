#pragma once

#include <Eigen/Geometry>

#include <array>
#include <optional>

namespace assay::geometry {

/// Moments of an inertia and the frame in which it is diagonal.
struct PrincipalAxes {
  Eigen::Vector3d moments = Eigen::Vector3d::Zero();  // ascending, in the unit of the inertia
  Eigen::Matrix3d axes =
      Eigen::Matrix3d::Identity();  // column i is the axis of moment i, in the inertia's frame; right-handed
};

/// Moments that differ by less than this part of the largest are one moment, whose axes are free to turn.
constexpr double equal_moments = 1e-9;

/// Principal axes of a symmetric matrix. Of all right-handed frames that are possible, the one that is turned least
/// from `preferred`, a rotation; so a sphere and a cube give `preferred` itself. Nothing when a number is not finite.
std::optional<PrincipalAxes> principal_axes(const Eigen::Matrix3d& inertia,
                                            const Eigen::Matrix3d& preferred = Eigen::Matrix3d::Identity(),
                                            double tolerance = equal_moments);

/// Unit quaternion w, x, y, z of a rotation, its first component that is not 0 above 0. Source: order of
/// UsdPhysicsMassAPI's principalAxes.
std::array<double, 4> quaternion_wxyz(const Eigen::Matrix3d& rotation);

/// What tells whether a body can have an inertia.
struct InertiaFacts {
  bool is_finite = false;  // what follows is 0 if not
  double asymmetry = 0;    // largest difference of mirrored entries, as a part of the largest entry
  Eigen::Vector3d moments = Eigen::Vector3d::Zero();  // ascending, of the symmetric part
  bool is_positive_definite = false;                  // all moments are above 0
  double triangle_slack =
      0;  // (first + second - third moment) / largest moment by size; below 0 for no body, 0 for a thin disc
};

/// Facts about an inertia about the centre of mass. Source: each moment is at most the sum of the others, since the
/// second moments of mass are not negative (Wensing, Kim, Slotine 2018, "Linear Matrix Inequalities for Physically
/// Consistent Inertial Parameter Identification").
InertiaFacts inertia_facts(const Eigen::Matrix3d& inertia);

}  // namespace assay::geometry
