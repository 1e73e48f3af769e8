#include "assay/geometry/convex_hull.h"

#include "assay/geometry/bounds.h"
#include "assay/geometry/mesh_integrals.h"

#include <libqhull_r/qhull_ra.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <memory>

// qhull writes all its messages by this function, which it leaves to its user to replace: nothing is to be printed
extern "C" void qh_fprintf(qhT* /*qh*/, FILE* /*file*/, int /*message_code*/, const char* /*format*/, ...) {}

namespace assay::geometry {
namespace {

constexpr double flat_part = 1e-12;

// the finite points, about their center and of a size near 1, by a power of two so that they keep their digits
struct ScaledPoints {
  std::vector<Eigen::Vector3d> points;
  std::vector<std::uint32_t> indices;  // in the input
  double scale = 1;                    // length here of a length of 1 there
  double tolerance = 0;                // distances up to this cannot be told from 0
};

ScaledPoints scaled(std::span<const Eigen::Vector3d> points) {
  ScaledPoints result;
  const Bounds bounds = bounds_of(points);
  if (bounds.isEmpty()) return result;
  // halves first, so that nothing overflows
  const Eigen::Vector3d center = bounds.min() / 2 + bounds.max() / 2;
  const double half_size = (bounds.max() / 2 - bounds.min() / 2).maxCoeff();
  if (half_size > 0) result.scale = std::ldexp(1.0, -std::clamp(std::ilogb(half_size), -1000, 1000));
  const double coordinate = std::max(bounds.min().cwiseAbs().maxCoeff(), bounds.max().cwiseAbs().maxCoeff());
  result.tolerance =
      std::max(flat_part * half_size, 4 * std::numeric_limits<double>::epsilon() * coordinate) * result.scale;
  for (std::uint32_t i = 0; i < points.size(); ++i) {
    if (!points[i].allFinite()) continue;
    result.points.emplace_back((points[i] - center) * result.scale);
    result.indices.push_back(i);
  }
  return result;
}

// the largest of a measure of the points, and where it is
template <class Measure>
std::pair<double, Eigen::Vector3d> farthest(std::span<const Eigen::Vector3d> points, Measure measure) {
  std::pair<double, Eigen::Vector3d> result{-1, Eigen::Vector3d::Zero()};
  for (const Eigen::Vector3d& point : points) {
    if (const double distance = measure(point); distance > result.first) result = {distance, point};
  }
  return result;
}

HullKind kind_of(const ScaledPoints& scaled_points) {
  const std::span<const Eigen::Vector3d> points = scaled_points.points;
  if (points.empty()) return HullKind::Empty;
  const Eigen::Vector3d& origin = points[0];
  const auto [length, end] = farthest(points, [&](const auto& point) { return (point - origin).norm(); });
  if (length <= scaled_points.tolerance) return HullKind::Point;
  const Eigen::Vector3d along = (end - origin) / length;
  const auto [width, side] = farthest(points, [&](const auto& point) { return along.cross(point - origin).norm(); });
  if (width <= scaled_points.tolerance) return HullKind::Line;
  if (points.size() < 4) return HullKind::Plane;
  // across the line to the last digit, however near to it the points are
  const Eigen::Vector3d across = (side - origin) - along * along.dot(side - origin);
  const Eigen::Vector3d normal = along.cross(across.normalized());
  const auto [height, top] = farthest(points, [&](const auto& point) { return std::abs(normal.dot(point - origin)); });
  return height <= scaled_points.tolerance ? HullKind::Plane : HullKind::Solid;
}

// a triangle of indices into the scaled points, with its outward normal
struct Facet {
  std::array<std::uint32_t, 3> corners{};
  Eigen::Vector3d normal = Eigen::Vector3d::Zero();
};

// the least index first, the same way round
std::array<std::uint32_t, 3> in_usual_order(const std::array<std::uint32_t, 3>& corners) {
  std::array<std::uint32_t, 3> result = corners;
  std::ranges::rotate(result, std::ranges::min_element(result));
  return result;
}

std::vector<Facet> read_facets(qhT* qh) {
  std::vector<Facet> facets;
  for (facetT* facet = qh->facet_list; facet != nullptr && facet->next != nullptr; facet = facet->next) {
    std::array<std::uint32_t, 3> corners{};
    std::size_t count = 0;
    vertexT* vertex = nullptr;
    vertexT** vertexp = nullptr;
    FOREACHvertex_(facet->vertices) {
      if (count < 3) corners[count] = static_cast<std::uint32_t>(qh_pointid(qh, vertex->point));
      ++count;
    }
    if (count != 3) return {};
    if (facet->toporient) std::swap(corners[1], corners[2]);
    facets.push_back({in_usual_order(corners), Eigen::Map<const Eigen::Vector3d>(facet->normal)});
  }
  std::ranges::sort(facets, {}, &Facet::corners);
  return facets;
}

struct QhullResult {
  int exit_code = qh_ERRnone;
  std::vector<Facet> facets;
};

// qhull returns to qh_new_qhull from wherever it fails; what is called after that cannot fail
QhullResult run_qhull(ScaledPoints& scaled_points) {
  if (scaled_points.points.size() > static_cast<std::size_t>(std::numeric_limits<int>::max() / 4))
    return {qh_ERRmem, {}};
  const auto state = std::make_unique<qhT>();
  qhT* qh = state.get();
  qh_zero(qh, stderr);
  // Qt: only triangles; Q12: carry on with what rounding makes wide; Pp: no remarks on precision
  std::string command = "qhull Qt Q12 Pp";
  QhullResult result;
  result.exit_code = qh_new_qhull(qh, 3, static_cast<int>(scaled_points.points.size()), scaled_points.points[0].data(),
                                  False, command.data(), nullptr, stderr);
  if (result.exit_code == qh_ERRnone) result.facets = read_facets(qh);
  qh->NOerrexit = True;
  qh_freeqhull(qh, !qh_ALL);
  int used_long = 0;
  int total_long = 0;
  qh_memfreeshort(qh, &used_long, &total_long);
  return result;
}

// moves the corners that facets name into the hull
void set_corners(ConvexHull& hull, std::span<const Eigen::Vector3d> points, const ScaledPoints& scaled_points,
                 const std::vector<Facet>& facets) {
  std::vector<std::uint32_t> corner_of_point(scaled_points.points.size(), 0);
  for (const Facet& facet : facets) {
    for (const std::uint32_t corner : facet.corners) corner_of_point[corner] = 1;
  }
  for (std::size_t i = 0; i < corner_of_point.size(); ++i) {
    if (corner_of_point[i] == 0) continue;
    corner_of_point[i] = static_cast<std::uint32_t>(hull.corners.size());
    hull.point_indices.push_back(scaled_points.indices[i]);
    hull.corners.push_back(points[scaled_points.indices[i]]);
  }
  for (const Facet& facet : facets) {
    hull.triangles.push_back(
        {corner_of_point[facet.corners[0]], corner_of_point[facet.corners[1]], corner_of_point[facet.corners[2]]});
  }
}

// for each corner those that an edge leads to
struct Neighbors {
  std::vector<std::uint32_t> starts;
  std::vector<std::uint32_t> corners;
};

Neighbors neighbors_of(const ConvexHull& hull) {
  Neighbors neighbors{.starts = std::vector<std::uint32_t>(hull.corners.size() + 2), .corners = {}};
  for (const auto& triangle : hull.triangles) {
    for (const std::uint32_t corner : triangle) ++neighbors.starts[corner + 2];
  }
  for (std::size_t i = 1; i < neighbors.starts.size(); ++i) neighbors.starts[i] += neighbors.starts[i - 1];
  neighbors.corners.resize(neighbors.starts.back());
  for (const auto& triangle : hull.triangles) {
    for (std::size_t i = 0; i < 3; ++i) {
      neighbors.corners[neighbors.starts[triangle[i] + 1]++] = triangle[(i + 1) % 3];
    }
  }
  return neighbors;
}

// The corner that lies farthest against a normal. On a convex solid, a corner below all its neighbors is below all.
std::uint32_t lowest_corner(const ConvexHull& hull, const Neighbors& neighbors, const Eigen::Vector3d& normal,
                            std::uint32_t start) {
  std::uint32_t lowest = start;
  // heights are numbers of their own, so that the walk only ever goes down, whatever the rounding
  double lowest_height = normal.dot(hull.corners[start]);
  for (bool moved = true; moved;) {
    moved = false;
    const std::uint32_t from = lowest;
    for (std::uint32_t i = neighbors.starts[from]; i < neighbors.starts[from + 1]; ++i) {
      const std::uint32_t next = neighbors.corners[i];
      const double height = normal.dot(hull.corners[next]);
      if (height >= lowest_height) continue;
      lowest = next;
      lowest_height = height;
      moved = true;
    }
  }
  return lowest;
}

void set_thickness(ConvexHull& hull, const std::vector<Facet>& facets) {
  const Neighbors neighbors = neighbors_of(hull);
  hull.thickness = std::numeric_limits<double>::infinity();
  std::uint32_t lowest = 0;
  for (std::size_t i = 0; i < facets.size(); ++i) {
    lowest = lowest_corner(hull, neighbors, facets[i].normal, lowest);
    const double width = facets[i].normal.dot(hull.corners[hull.triangles[i][0]] - hull.corners[lowest]);
    // the margin lets the first of equals win, whatever the rounding
    if (width >= hull.thickness * (1 - flat_part)) continue;
    hull.thickness = width;
    hull.thickness_normal = facets[i].normal;
  }
}

}  // namespace

ConvexHull convex_hull(std::span<const Eigen::Vector3d> points) {
  ScaledPoints scaled_points = scaled(points);
  ConvexHull hull;
  hull.kind = kind_of(scaled_points);
  if (hull.kind != HullKind::Solid) return hull;
  const QhullResult result = run_qhull(scaled_points);
  if (result.facets.size() < 4) {
    hull.kind = result.exit_code == qh_ERRsingular ? HullKind::Plane : HullKind::Unknown;
    return hull;
  }
  set_corners(hull, points, scaled_points, result.facets);
  hull.solid = integrals_of(hull.corners, hull.triangles);
  set_thickness(hull, result.facets);
  return hull;
}

}  // namespace assay::geometry
