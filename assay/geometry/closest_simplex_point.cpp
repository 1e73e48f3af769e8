#include "assay/geometry/closest_simplex_point.h"

#include <Eigen/QR>

#include <limits>

namespace assay::geometry {
namespace {

using Edges = Eigen::Matrix<double, 3, Eigen::Dynamic, Eigen::ColMajor, 3, 3>;

// weights of the point nearest to the origin in the plane through the chosen corners, whichever sign they have
std::array<double, 4> weights_in_plane(std::span<const Eigen::Vector3d> corners, unsigned chosen) {
  std::array<std::size_t, 4> indices{};
  std::size_t count = 0;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    if ((chosen >> i & 1U) != 0) indices[count++] = i;
  }
  std::array<double, 4> weights{};
  weights[indices[0]] = 1;
  if (count == 1) return weights;
  Edges edges(3, static_cast<Eigen::Index>(count - 1));
  for (std::size_t i = 1; i < count; ++i) {
    edges.col(static_cast<Eigen::Index>(i - 1)) = corners[indices[i]] - corners[indices[0]];
  }
  const Eigen::Vector3d to_origin = -corners[indices[0]];
  const auto steps = edges.colPivHouseholderQr().solve(to_origin).eval();
  for (std::size_t i = 1; i < count; ++i) {
    weights[indices[i]] = steps[static_cast<Eigen::Index>(i - 1)];
    weights[indices[0]] -= weights[indices[i]];
  }
  return weights;
}

}  // namespace

ClosestSimplexPoint closest_simplex_point(std::span<const Eigen::Vector3d> corners) {
  ClosestSimplexPoint best;
  double best_distance = std::numeric_limits<double>::infinity();
  for (unsigned chosen = 1; chosen < 1U << corners.size(); ++chosen) {
    const std::array<double, 4> weights = weights_in_plane(corners, chosen);
    Eigen::Vector3d point = Eigen::Vector3d::Zero();
    bool is_inside = true;
    for (std::size_t i = 0; i < corners.size(); ++i) {
      is_inside = is_inside && weights[i] >= 0;
      point += weights[i] * corners[i];
    }
    if (!is_inside || point.squaredNorm() >= best_distance) continue;
    best = {point, weights};
    best_distance = point.squaredNorm();
  }
  return best;
}

}  // namespace assay::geometry
