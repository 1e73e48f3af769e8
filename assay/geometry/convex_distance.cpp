#include "assay/geometry/convex_distance.h"

#include "assay/geometry/closest_simplex_point.h"
#include "assay/geometry/difference_support.h"
#include "assay/geometry/expanding_polytope.h"

#include <algorithm>
#include <vector>

namespace assay::geometry {
namespace {

constexpr int largest_step_count = 300;
constexpr double touching_part = 1e-9;    // of the size: nearer cores touch, since their normal is no longer known
constexpr double converged_part = 1e-12;  // of the size: between the bounds of the distance

// a simplex in the difference of two shapes, and its point nearest to the origin
struct Simplex {
  std::vector<DifferencePoint> corners;
  std::vector<double> weights;
  Eigen::Vector3d nearest = Eigen::Vector3d::Zero();
};

Simplex reduced(const std::vector<DifferencePoint>& corners) {
  std::vector<Eigen::Vector3d> differences;
  for (const DifferencePoint& corner : corners) differences.push_back(corner.difference());
  const ClosestSimplexPoint closest = closest_simplex_point(differences);
  Simplex simplex{.corners = {}, .weights = {}, .nearest = closest.point};
  for (std::size_t i = 0; i < corners.size(); ++i) {
    if (closest.weights[i] <= 0) continue;
    simplex.corners.push_back(corners[i]);
    simplex.weights.push_back(closest.weights[i]);
  }
  return simplex;
}

DifferencePoint nearest_points(const Simplex& simplex) {
  DifferencePoint points;
  for (std::size_t i = 0; i < simplex.corners.size(); ++i) {
    points.on_a += simplex.weights[i] * simplex.corners[i].on_a;
    points.on_b += simplex.weights[i] * simplex.corners[i].on_b;
  }
  return points;
}

struct CoreDistance {
  DifferencePoint points;
  Eigen::Vector3d normal = Eigen::Vector3d::Zero();
  double distance = 0;
  double uncertainty = 0;
};

CoreDistance core_distance(const DifferenceSupport& support, double size) {
  Simplex simplex = reduced({support(Eigen::Vector3d::UnitX())});
  double lower_bound = 0;
  for (int step = 0; step < largest_step_count; ++step) {
    const double distance = simplex.nearest.norm();
    if (distance <= touching_part * size || simplex.corners.size() == 4) break;
    const DifferencePoint next = support(-simplex.nearest);
    lower_bound = std::max(lower_bound, next.difference().dot(simplex.nearest) / distance);
    if (distance - lower_bound <= converged_part * size) break;
    std::vector<DifferencePoint> corners = simplex.corners;
    corners.push_back(next);
    Simplex closer = reduced(corners);
    // rounding is all that is left once nothing comes nearer
    if (closer.nearest.norm() >= distance) break;
    simplex = std::move(closer);
  }
  const double distance = simplex.nearest.norm();
  return {.points = nearest_points(simplex),
          .normal = -simplex.nearest.stableNormalized(),
          .distance = distance,
          .uncertainty = std::max(0.0, distance - lower_bound)};
}

// both shapes from `origin` on, so that nothing is lost far from the world's
PlacedShape seen_from(const PlacedShape& placed, const Eigen::Vector3d& origin) {
  PlacedShape result = placed;
  result.world_from_shape.pretranslate(-origin);
  return result;
}

ConvexDistance with_margins(const Eigen::Vector3d& core_point_a, double distance, const Eigen::Vector3d& normal,
                            double margin_a, double margin_b) {
  ConvexDistance result{.distance = distance - margin_a - margin_b, .normal = normal};
  result.point_a = core_point_a + margin_a * normal;
  result.point_b = result.point_a + result.distance * normal;
  return result;
}

}  // namespace

std::optional<ConvexDistance> convex_distance(const PlacedShape& a, const PlacedShape& b) {
  const std::optional<Bounds> bounds_a = bounds_of(a);
  const std::optional<Bounds> bounds_b = bounds_of(b);
  if (!bounds_a || !bounds_b) return std::nullopt;
  const Eigen::Vector3d origin = bounds_a->center();
  const double size = diameter(*bounds_a) + diameter(*bounds_b);
  const RoundedShape rounded_a = rounded(seen_from(a, origin));
  const RoundedShape rounded_b = rounded(seen_from(b, origin));
  const DifferenceSupport support{rounded_a.core, rounded_b.core};

  const CoreDistance core = core_distance(support, size);
  ConvexDistance result;
  if (core.distance > touching_part * size) {
    result = with_margins(core.points.on_a, core.distance, core.normal, rounded_a.margin, rounded_b.margin);
    result.uncertainty = core.uncertainty;
  } else {
    const Penetration deep = penetration(support, core.points, size);
    result = with_margins(deep.point_a, -deep.depth, deep.normal, rounded_a.margin, rounded_b.margin);
    result.uncertainty = deep.uncertainty;
  }
  result.point_a += origin;
  result.point_b += origin;
  return result;
}

}  // namespace assay::geometry
