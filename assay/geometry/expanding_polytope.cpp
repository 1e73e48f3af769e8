#include "assay/geometry/expanding_polytope.h"

#include "assay/geometry/closest_simplex_point.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

namespace assay::geometry {
namespace {

constexpr int largest_step_count = 250;
constexpr double flat_part = 1e-10;       // of the size: thinner differences are flat
constexpr double converged_part = 2e-11;  // of the size: between the bounds of the depth
constexpr double visible_part = 1e-14;    // of the size: rounding of a distance

struct Face {
  std::array<std::size_t, 3> corners{};  // counter-clockwise as seen from outside
  Eigen::Vector3d normal = Eigen::Vector3d::Zero();
  double offset = 0;  // of its corners from the origin along the normal, the least of them
};

struct Polytope {
  std::vector<DifferencePoint> points;
  std::vector<Face> faces;

  Eigen::Vector3d at(std::size_t index) const { return points[index].difference(); }
};

// nothing when the corners lie on a line
std::optional<Face> face_of(const Polytope& polytope, const std::array<std::size_t, 3>& corners, double size) {
  const std::array<Eigen::Vector3d, 3> at{polytope.at(corners[0]), polytope.at(corners[1]), polytope.at(corners[2])};
  // from the corner across the longest side, where a sliver's normal is least spoiled by rounding
  std::size_t apex = 0;
  for (const std::size_t i : {1U, 2U}) {
    if ((at[(i + 1) % 3] - at[(i + 2) % 3]).squaredNorm() > (at[(apex + 1) % 3] - at[(apex + 2) % 3]).squaredNorm())
      apex = i;
  }
  const Eigen::Vector3d area = (at[(apex + 1) % 3] - at[apex]).cross(at[(apex + 2) % 3] - at[apex]);
  const double length = area.norm();
  if (!(length > visible_part * size * visible_part * size)) return std::nullopt;
  const Eigen::Vector3d normal = area / length;
  return Face{corners, normal, std::min({normal.dot(at[0]), normal.dot(at[1]), normal.dot(at[2])})};
}

// of the supports along directions and against them, the one with the largest measure
template <class Measure>
DifferencePoint farthest_support(const DifferenceSupport& support, std::span<const Eigen::Vector3d> directions,
                                 Measure measure) {
  DifferencePoint best;
  double best_value = -1;
  for (const Eigen::Vector3d& direction : directions) {
    for (const double sign : {1.0, -1.0}) {
      const DifferencePoint point = support(sign * direction);
      if (const double value = measure(point.difference()); value > best_value) {
        best = point;
        best_value = value;
      }
    }
  }
  return best;
}

// either a polytope to start with, or a direction in which the difference is flat
struct Start {
  Polytope polytope;
  Eigen::Vector3d flat_normal = Eigen::Vector3d::Zero();
};

Start flat_start(const Eigen::Vector3d& normal) { return {.polytope = {}, .flat_normal = normal}; }

Start start_of(const DifferenceSupport& support, double size) {
  const double flat = flat_part * size;
  const std::array<Eigen::Vector3d, 3> axes{Eigen::Vector3d::UnitX(), Eigen::Vector3d::UnitY(),
                                            Eigen::Vector3d::UnitZ()};
  const DifferencePoint first = support(axes[0]);
  const Eigen::Vector3d origin = first.difference();
  const DifferencePoint second = farthest_support(support, axes, [&](const auto& p) { return (p - origin).norm(); });
  const Eigen::Vector3d along = second.difference() - origin;
  if (along.norm() <= flat) return flat_start(Eigen::Vector3d::UnitZ());

  // across the line, in the plane of its normals
  const Eigen::Vector3d line = along.normalized();
  const Eigen::Vector3d u = line.unitOrthogonal();
  const std::array<Eigen::Vector3d, 2> across{u, line.cross(u)};
  const DifferencePoint third =
      farthest_support(support, across, [&](const auto& p) { return line.cross(p - origin).norm(); });
  const Eigen::Vector3d area = line.cross(third.difference() - origin);
  if (area.norm() <= flat) return flat_start(u);

  const std::array<Eigen::Vector3d, 1> plane_normal{area.normalized()};
  const DifferencePoint fourth =
      farthest_support(support, plane_normal, [&](const auto& p) { return std::abs(plane_normal[0].dot(p - origin)); });
  const double height = plane_normal[0].dot(fourth.difference() - origin);
  if (std::abs(height) <= flat) return flat_start(plane_normal[0]);

  Start start;
  start.polytope.points = {first, second, third, fourth};
  // the triangle of the first three looks away from the fourth
  if (height > 0) std::swap(start.polytope.points[1], start.polytope.points[2]);
  for (const std::array<std::size_t, 3>& corners :
       std::array<std::array<std::size_t, 3>, 4>{{{0, 1, 2}, {0, 3, 1}, {1, 3, 2}, {2, 3, 0}}}) {
    if (const std::optional<Face> face = face_of(start.polytope, corners, size)) start.polytope.faces.push_back(*face);
  }
  return start;
}

// puts a point outside the polytope on its surface; false when rounding leaves no room for it
bool expand(Polytope& polytope, const DifferencePoint& point, double size) {
  const Eigen::Vector3d position = point.difference();
  std::vector<std::array<std::size_t, 2>> edges;
  std::erase_if(polytope.faces, [&](const Face& face) {
    if (face.normal.dot(position) <= face.offset + visible_part * size) return false;
    for (std::size_t i = 0; i < 3; ++i) edges.push_back({face.corners[i], face.corners[(i + 1) % 3]});
    return true;
  });
  const std::size_t index = polytope.points.size();
  polytope.points.push_back(point);
  bool is_whole = !edges.empty();
  for (const auto& [from, to] : edges) {
    // an edge that both of its faces have lost is gone
    if (std::ranges::find(edges, std::array{to, from}) != edges.end()) continue;
    const std::optional<Face> face = face_of(polytope, {from, to, index}, size);
    if (face) polytope.faces.push_back(*face);
    is_whole = is_whole && face.has_value();
  }
  // a closed surface of triangles has fewer than two faces for each corner; rounding that tears it could add ever more
  return is_whole && polytope.faces.size() >= 4 && polytope.faces.size() < 2 * polytope.points.size();
}

// the point of the first shape at the point of a face nearest to the origin
Eigen::Vector3d point_on_a(const Polytope& polytope, const Face& face) {
  const std::array<Eigen::Vector3d, 3> corners{polytope.at(face.corners[0]), polytope.at(face.corners[1]),
                                               polytope.at(face.corners[2])};
  const ClosestSimplexPoint nearest = closest_simplex_point(corners);
  Eigen::Vector3d point = Eigen::Vector3d::Zero();
  for (std::size_t i = 0; i < 3; ++i) point += nearest.weights[i] * polytope.points[face.corners[i]].on_a;
  return point;
}

// flat differences hold the origin to rounding: the shapes leave each other along either normal
Penetration flat_penetration(const DifferenceSupport& support, const DifferencePoint& contact,
                             const Eigen::Vector3d& normal) {
  const Eigen::Vector3d between = support.b.world_from_shape.translation() - support.a.world_from_shape.translation();
  return {.depth = 0, .normal = between.dot(normal) < 0 ? Eigen::Vector3d(-normal) : normal, .point_a = contact.on_a};
}

}  // namespace

Penetration penetration(const DifferenceSupport& support, const DifferencePoint& contact, double size) {
  Start start = start_of(support, size);
  if (start.polytope.faces.size() < 4) {
    return flat_penetration(support, contact,
                            start.flat_normal.isZero() ? Eigen::Vector3d::UnitZ() : start.flat_normal);
  }
  Polytope& polytope = start.polytope;
  Penetration best{.depth = std::numeric_limits<double>::infinity()};
  double lower_bound = -std::numeric_limits<double>::infinity();
  for (int step = 0; step < largest_step_count; ++step) {
    const Face nearest = *std::ranges::min_element(polytope.faces, {}, &Face::offset);
    const DifferencePoint farthest = support(nearest.normal);
    const double reach = farthest.difference().dot(nearest.normal);
    lower_bound = std::max(lower_bound, nearest.offset);
    // of faces as good as each other the last one, which lies nearest to the surface
    if (reach <= best.depth + converged_part * size) {
      best.depth = reach;
      best.normal = nearest.normal;
      best.point_a = point_on_a(polytope, nearest);
    }
    if (reach - nearest.offset <= converged_part * size) break;
    if (!expand(polytope, farthest, size)) break;
  }
  best.uncertainty = std::max(0.0, best.depth - lower_bound);
  return best;
}

}  // namespace assay::geometry
