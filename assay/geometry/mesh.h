#pragma once

#include <Eigen/Core>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace assay::geometry {

/// A polygon mesh as UsdGeomMesh writes it; any content is allowed. What it shows must outlive it.
struct MeshView {
  std::span<const Eigen::Vector3d> points;   // [m]
  std::span<const int> face_vertex_counts;   // corners of each face
  std::span<const int> face_vertex_indices;  // indices into points, face after face
  bool is_left_handed = false;               // corners run clockwise as seen from outside
};

/// Triangles by the indices of their corners, counter-clockwise as seen from outside.
using Triangles = std::vector<std::array<std::uint32_t, 3>>;

}  // namespace assay::geometry
