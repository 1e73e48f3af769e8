#pragma once

#include "assay/geometry/mesh_faces.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace assay::geometry {

/// Faces that hang together by edges.
struct SurfaceComponent {
  std::uint32_t first_face = 0;  // index of its first face in the mesh
  std::size_t face_count = 0;
  bool is_closed = true;              // see SurfaceFacts
  bool is_consistently_wound = true;  // see SurfaceFacts
  double signed_volume = 0;           // that its faces enclose; means nothing when it is open [m^3]
};

/// How the faces of a mesh meet. Corners that name one point meet; an edge is where two corners follow each other.
struct SurfaceFacts {
  std::size_t collapsed_face_count =
      0;  // fewer than three corners are left without repeated ones; not looked at further
  std::size_t edge_count = 0;
  std::size_t boundary_edge_count = 0;     // of one face alone
  std::size_t nonmanifold_edge_count = 0;  // of more than two faces
  std::size_t misoriented_edge_count = 0;  // of an even number of faces that do not run through it as often each way
  std::optional<std::uint32_t> first_boundary_face;     // a face at the first boundary edge found
  std::optional<std::uint32_t> first_nonmanifold_face;  // a face at the first such edge found
  std::size_t flipped_face_count = 0;                   // wound against most faces that they are joined with two by two
  std::optional<std::uint32_t> first_flipped_face;
  bool is_orientable = true;          // some choice of windings agrees at every edge of two faces
  bool is_closed = false;             // there are faces, and an even number of them at each edge
  bool is_consistently_wound = true;  // no edge is misoriented
  std::size_t closed_component_count = 0;
  std::vector<SurfaceComponent> components;  // by first face

  /// Whether the faces enclose a volume that does not depend on where it is measured from: the divergence theorem
  /// holds.
  bool bounds_volume() const { return is_closed && is_consistently_wound; }
};

/// Facts about faces of a mesh whose corners name `point_of_index[index]`. `face_volumes` has one signed volume for
/// each face. Linear in time, but for sorting the edges at each point.
SurfaceFacts surface_facts(const MeshView& mesh, std::span<const MeshFace> faces,
                           std::span<const std::uint32_t> point_of_index, std::span<const double> face_volumes);

}  // namespace assay::geometry
