#pragma once

#include <Eigen/Core>

#include <array>
#include <span>

namespace assay::geometry {

/// The point of a simplex that lies nearest to the origin.
struct ClosestSimplexPoint {
  Eigen::Vector3d point = Eigen::Vector3d::Zero();
  std::array<double, 4> weights{};  // of the corners, none below 0, together 1
};

/// Nearest point of the hull of one to four corners, which may be flat or coincide. Looks at every face of the simplex,
/// so that no rounding can choose a wrong one.
ClosestSimplexPoint closest_simplex_point(std::span<const Eigen::Vector3d> corners);

}  // namespace assay::geometry
