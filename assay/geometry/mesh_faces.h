#pragma once

#include "assay/geometry/mesh.h"

#include <cstddef>
#include <optional>

namespace assay::geometry {

/// What keeps faces of a mesh from being read. Faces are named by their index.
struct FaceFaults {
  std::size_t missing_index_count = 0;  // indices that the counts ask for and the mesh does not have
  std::size_t surplus_index_count = 0;  // indices after those of the last face
  std::size_t negative_count_face_count = 0;
  std::size_t small_face_count = 0;         // with fewer than three corners
  std::size_t out_of_range_face_count = 0;  // with an index of no point
  std::size_t nonfinite_face_count = 0;     // with a point that is not finite
  std::optional<std::uint32_t> first_face;  // the first face with a fault
};

/// One face that can be read: its index in the mesh and where its corners start.
struct MeshFace {
  std::uint32_t index = 0;
  std::uint32_t first_corner = 0;  // into the mesh's indices
  std::uint32_t corner_count = 0;  // at least 3
};

/// The faces of a mesh that can be read, in order, and what keeps the others from it.
struct MeshFaces {
  std::vector<MeshFace> readable;
  FaceFaults faults;
};

MeshFaces read_faces(const MeshView& mesh);

}  // namespace assay::geometry
