#pragma once

#include "assay/geometry/mesh.h"
#include "assay/geometry/primitives.h"
#include "assay/geometry/shape_integrals.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

// Solids for the tests of this room.
namespace assay::geometry {

/// A mesh that owns what it shows.
struct SolidMesh {
  std::vector<Eigen::Vector3d> points;
  std::vector<int> counts;
  std::vector<int> indices;

  MeshView view() const { return {points, counts, indices}; }

  void add_face(const std::vector<int>& corners) {
    counts.push_back(static_cast<int>(corners.size()));
    indices.insert(indices.end(), corners.begin(), corners.end());
  }

  void reverse_face(std::size_t face) {
    std::size_t first = 0;
    for (std::size_t i = 0; i < face; ++i) first += static_cast<std::size_t>(counts[i]);
    const auto begin = indices.begin() + static_cast<std::ptrdiff_t>(first);
    std::reverse(begin, begin + counts[face]);
  }

  void remove_last_face() {
    indices.resize(indices.size() - static_cast<std::size_t>(counts.back()));
    counts.pop_back();
  }

  void append(const SolidMesh& other) {
    const int offset = static_cast<int>(points.size());
    points.insert(points.end(), other.points.begin(), other.points.end());
    counts.insert(counts.end(), other.counts.begin(), other.counts.end());
    for (const int index : other.indices) indices.push_back(index + offset);
  }
};

inline SolidMesh mapped(SolidMesh mesh, const Eigen::Affine3d& map) {
  for (Eigen::Vector3d& point : mesh.points) point = map * point;
  return mesh;
}

/// Each face with points of its own.
inline SolidMesh with_split_points(const SolidMesh& mesh) {
  SolidMesh split;
  split.counts = mesh.counts;
  for (const int index : mesh.indices) {
    split.indices.push_back(static_cast<int>(split.points.size()));
    split.points.push_back(mesh.points[static_cast<std::size_t>(index)]);
  }
  return split;
}

/// The convex polyhedron of these points whose faces lie farthest along the normals, counter-clockwise from outside.
inline SolidMesh convex_mesh(const std::vector<Eigen::Vector3d>& points, const std::vector<Eigen::Vector3d>& normals) {
  SolidMesh mesh{.points = points, .counts = {}, .indices = {}};
  for (const Eigen::Vector3d& normal : normals) {
    double farthest = -1e300;
    for (const Eigen::Vector3d& point : points) farthest = std::max(farthest, normal.dot(point));
    std::vector<int> corners;
    Eigen::Vector3d center = Eigen::Vector3d::Zero();
    for (std::size_t i = 0; i < points.size(); ++i) {
      if (normal.dot(points[i]) < farthest - 1e-9) continue;
      corners.push_back(static_cast<int>(i));
      center += points[i];
    }
    center /= static_cast<double>(corners.size());
    const Eigen::Vector3d u = normal.unitOrthogonal();
    const Eigen::Vector3d v = normal.normalized().cross(u);
    std::ranges::sort(corners, {}, [&](int corner) {
      const Eigen::Vector3d offset = points[static_cast<std::size_t>(corner)] - center;
      return std::atan2(offset.dot(v), offset.dot(u));
    });
    mesh.add_face(corners);
  }
  return mesh;
}

inline std::vector<Eigen::Vector3d> cube_corners() {
  std::vector<Eigen::Vector3d> corners;
  for (const double x : {-1.0, 1.0}) {
    for (const double y : {-1.0, 1.0}) {
      for (const double z : {-1.0, 1.0}) corners.emplace_back(x, y, z);
    }
  }
  return corners;
}

inline std::vector<Eigen::Vector3d> octahedron_corners() {
  return {Eigen::Vector3d::UnitX(),  -Eigen::Vector3d::UnitX(), Eigen::Vector3d::UnitY(),
          -Eigen::Vector3d::UnitY(), Eigen::Vector3d::UnitZ(),  -Eigen::Vector3d::UnitZ()};
}

/// Edges of length 2 sqrt(2).
inline std::vector<Eigen::Vector3d> tetrahedron_corners() { return {{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}}; }

/// Edges of length 2.
inline std::vector<Eigen::Vector3d> icosahedron_corners() {
  std::vector<Eigen::Vector3d> corners;
  for (const double one : {-1.0, 1.0}) {
    for (const double golden : {-std::numbers::phi, std::numbers::phi}) {
      corners.emplace_back(0, one, golden);
      corners.emplace_back(one, golden, 0);
      corners.emplace_back(golden, 0, one);
    }
  }
  return corners;
}

/// Edges of length 2 / phi.
inline std::vector<Eigen::Vector3d> dodecahedron_corners() {
  std::vector<Eigen::Vector3d> corners = cube_corners();
  for (const Eigen::Vector3d& corner : icosahedron_corners()) {
    // 0, ±1, ±phi becomes 0, ±phi, ±1 / phi: the cyclic order that fits the cube
    Eigen::Vector3d turned = Eigen::Vector3d::Zero();
    for (Eigen::Index i = 0; i < 3; ++i) {
      if (corner[i] == 0) continue;
      turned[i] = std::abs(corner[i]) == 1 ? corner[i] * std::numbers::phi
                                           : corner[i] / (std::numbers::phi * std::numbers::phi);
    }
    corners.push_back(turned);
  }
  return corners;
}

inline SolidMesh box_mesh(const Eigen::Vector3d& half_extents) {
  SolidMesh mesh = convex_mesh(cube_corners(), octahedron_corners());
  return mapped(mesh, Eigen::Affine3d(Eigen::Scaling(half_extents)));
}

/// Solid of revolution about z; the profile runs from the lower end of the axis to the upper one, as (radius, z).
inline SolidMesh revolved_mesh(const std::vector<Eigen::Vector2d>& profile, int segments) {
  SolidMesh mesh;
  std::vector<int> starts;
  for (const Eigen::Vector2d& ring : profile) {
    starts.push_back(static_cast<int>(mesh.points.size()));
    for (int i = 0; i < (ring.x() == 0 ? 1 : segments); ++i) {
      const double angle = 2 * std::numbers::pi * i / segments;
      mesh.points.emplace_back(ring.x() * std::cos(angle), ring.x() * std::sin(angle), ring.y());
    }
  }
  for (std::size_t ring = 0; ring + 1 < profile.size(); ++ring) {
    const bool lower_is_point = profile[ring].x() == 0;
    const bool upper_is_point = profile[ring + 1].x() == 0;
    for (int i = 0; i < segments; ++i) {
      const int next = (i + 1) % segments;
      std::vector<int> face{starts[ring] + (lower_is_point ? 0 : i)};
      if (!lower_is_point) face.push_back(starts[ring] + next);
      face.push_back(starts[ring + 1] + (upper_is_point ? 0 : next));
      if (!upper_is_point) face.push_back(starts[ring + 1] + i);
      mesh.add_face(face);
    }
  }
  return mesh;
}

/// Arc of a circle about (0, center) between two latitudes, both included.
inline void append_arc(std::vector<Eigen::Vector2d>& profile, double radius, double center, double from, double to,
                       int steps) {
  for (int i = 0; i <= steps; ++i) {
    const double latitude = from + (to - from) * i / steps;
    const bool is_pole = std::abs(std::abs(latitude) - std::numbers::pi / 2) < 1e-12;
    profile.emplace_back(is_pole ? 0 : radius * std::cos(latitude), center + radius * std::sin(latitude));
  }
}

inline SolidMesh sphere_mesh(double radius, int segments) {
  std::vector<Eigen::Vector2d> profile;
  append_arc(profile, radius, 0, -std::numbers::pi / 2, std::numbers::pi / 2, segments / 2);
  return revolved_mesh(profile, segments);
}

inline SolidMesh frustum_mesh(const Frustum& frustum, int segments) {
  const double half = frustum.height / 2;
  std::vector<Eigen::Vector2d> profile{{0, -half}};
  if (frustum.radius_bottom > 0) profile.emplace_back(frustum.radius_bottom, -half);
  if (frustum.radius_top > 0) profile.emplace_back(frustum.radius_top, half);
  profile.emplace_back(0, half);
  return revolved_mesh(profile, segments);
}

inline SolidMesh capsule_mesh(const TaperedCapsule& capsule, int segments) {
  const double latitude = std::asin((capsule.radius_bottom - capsule.radius_top) / capsule.height);
  std::vector<Eigen::Vector2d> profile;
  append_arc(profile, capsule.radius_bottom, -capsule.height / 2, -std::numbers::pi / 2, latitude, segments / 4);
  append_arc(profile, capsule.radius_top, capsule.height / 2, latitude, std::numbers::pi / 2, segments / 4);
  return revolved_mesh(profile, segments);
}

/// Torus about z with a section of `around` corners, turned in `segments` steps.
inline SolidMesh torus_mesh(double major, double minor, int segments, int around) {
  SolidMesh mesh;
  for (int i = 0; i < segments; ++i) {
    const double turn = 2 * std::numbers::pi * i / segments;
    for (int j = 0; j < around; ++j) {
      const double angle = 2 * std::numbers::pi * j / around;
      const double distance = major + minor * std::cos(angle);
      mesh.points.emplace_back(distance * std::cos(turn), distance * std::sin(turn), minor * std::sin(angle));
    }
  }
  for (int i = 0; i < segments; ++i) {
    const int next = (i + 1) % segments;
    for (int j = 0; j < around; ++j) {
      const int up = (j + 1) % around;
      mesh.add_face({i * around + j, next * around + j, next * around + up, i * around + up});
    }
  }
  return mesh;
}

/// A rotation that is along no axis.
inline Eigen::Matrix3d odd_rotation() {
  return Eigen::AngleAxisd(0.7, Eigen::Vector3d(1, -2, 0.5).normalized()).toRotationMatrix();
}

/// Expects two integrals to agree to a part of the volume and of the largest moment, and centroids to a part of the
/// size.
inline void expect_near(const ShapeIntegrals& found, const ShapeIntegrals& expected, double tolerance) {
  EXPECT_NEAR(found.volume, expected.volume, tolerance * std::abs(expected.volume));
  const double size = std::cbrt(std::abs(expected.volume));
  EXPECT_LE((found.centroid - expected.centroid).norm(), tolerance * size)
      << found.centroid.transpose() << " for " << expected.centroid.transpose();
  const double moment = expected.second_moment.cwiseAbs().maxCoeff();
  EXPECT_LE((found.second_moment - expected.second_moment).cwiseAbs().maxCoeff(), tolerance * moment)
      << found.second_moment << "\nfor\n"
      << expected.second_moment;
}

}  // namespace assay::geometry
