#include "assay/geometry/mesh_integrals.h"

#include "assay/geometry/bounds.h"
#include "assay/geometry/tetrahedron_sum.h"
#include "assay/geometry/weld_points.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace assay::geometry {
namespace {

constexpr double degenerate_area = 1e-12;

std::span<const int> corners_of(const MeshView& mesh, const MeshFace& face) {
  return mesh.face_vertex_indices.subspan(face.first_corner, face.corner_count);
}

const Eigen::Vector3d& point_at(const MeshView& mesh, int index) {
  return mesh.points[static_cast<std::size_t>(index)];
}

Bounds bounds_of(const MeshView& mesh, std::span<const MeshFace> faces) {
  Bounds bounds;
  for (const MeshFace& face : faces) {
    for (const int corner : corners_of(mesh, face)) bounds.extend(point_at(mesh, corner));
  }
  return bounds;
}

// adds the area of a face, and counts it when it has none
void add_area(const MeshView& mesh, const MeshFace& face, MeshFacts& facts) {
  const std::span<const int> corners = corners_of(mesh, face);
  const Eigen::Vector3d& first = point_at(mesh, corners[0]);
  Eigen::Vector3d doubled = Eigen::Vector3d::Zero();
  double diagonal_squared = 0;
  for (std::size_t i = 2; i < corners.size(); ++i) {
    const Eigen::Vector3d a = point_at(mesh, corners[i - 1]) - first;
    const Eigen::Vector3d b = point_at(mesh, corners[i]) - first;
    doubled += a.cross(b);
    diagonal_squared = std::max({diagonal_squared, a.squaredNorm(), b.squaredNorm()});
  }
  const double area = doubled.norm() / 2;
  facts.area += area;
  if (area > degenerate_area * diagonal_squared) return;
  ++facts.degenerate_face_count;
  if (!facts.first_degenerate_face) facts.first_degenerate_face = face.index;
}

// the tetrahedra of a face's fan; returns their signed volume
double add_face(const MeshView& mesh, const MeshFace& face, TetrahedronSum& sum) {
  const std::span<const int> corners = corners_of(mesh, face);
  double volume = 0;
  for (std::size_t i = 2; i < corners.size(); ++i) {
    const Eigen::Vector3d& second = point_at(mesh, corners[i - 1]);
    const Eigen::Vector3d& third = point_at(mesh, corners[i]);
    volume += mesh.is_left_handed ? sum.add(point_at(mesh, corners[0]), third, second)
                                  : sum.add(point_at(mesh, corners[0]), second, third);
  }
  return volume;
}

bool changes_anything(std::span<const std::uint32_t> firsts) {
  for (std::size_t i = 0; i < firsts.size(); ++i) {
    if (firsts[i] != i) return true;
  }
  return false;
}

}  // namespace

MeshIntegrals integrals_of(const MeshView& mesh) {
  MeshIntegrals result;
  const MeshFaces faces = read_faces(mesh);
  MeshFacts& facts = result.facts;
  facts.faults = faces.faults;
  facts.readable_face_count = faces.readable.size();

  const Bounds bounds = bounds_of(mesh, faces.readable);
  const Eigen::Vector3d apex = bounds.isEmpty() ? Eigen::Vector3d::Zero() : Eigen::Vector3d(bounds.center());
  TetrahedronSum sum(apex);
  std::vector<double> volumes;
  volumes.reserve(faces.readable.size());
  for (const MeshFace& face : faces.readable) {
    add_area(mesh, face, facts);
    volumes.push_back(add_face(mesh, face, sum));
  }
  result.solid = sum.integrals(facts.area, diameter(bounds));
  facts.signed_volume = result.solid.volume;

  std::vector<std::uint32_t> own_indices(mesh.points.size());
  std::iota(own_indices.begin(), own_indices.end(), 0U);
  facts.surface = surface_facts(mesh, faces.readable, own_indices, volumes);
  const std::vector<std::uint32_t> firsts = weld_points(mesh.points);
  if (changes_anything(firsts)) facts.welded = surface_facts(mesh, faces.readable, firsts, volumes);
  return result;
}

ShapeIntegrals integrals_of(std::span<const Eigen::Vector3d> points, const Triangles& triangles) {
  const Bounds bounds = bounds_of(points);
  TetrahedronSum sum(bounds.isEmpty() ? Eigen::Vector3d::Zero() : Eigen::Vector3d(bounds.center()));
  double area = 0;
  for (const std::array<std::uint32_t, 3>& corners : triangles) {
    const Eigen::Vector3d& first = points[corners[0]];
    area += (points[corners[1]] - first).cross(points[corners[2]] - first).norm() / 2;
    sum.add(first, points[corners[1]], points[corners[2]]);
  }
  return sum.integrals(area, diameter(bounds));
}

}  // namespace assay::geometry
