#include "assay/geometry/mesh_faces.h"

#include <algorithm>

namespace assay::geometry {
namespace {

using Corners = std::span<const int>;

bool names_points(Corners corners, std::size_t point_count) {
  return std::ranges::all_of(corners,
                             [&](int corner) { return corner >= 0 && static_cast<std::size_t>(corner) < point_count; });
}

bool is_finite(const MeshView& mesh, Corners corners) {
  return std::ranges::all_of(corners,
                             [&](int corner) { return mesh.points[static_cast<std::size_t>(corner)].allFinite(); });
}

// counts the first fault of a face; false when it has one
bool has_no_fault(const MeshView& mesh, Corners corners, FaceFaults& faults) {
  if (corners.size() < 3) {
    ++faults.small_face_count;
  } else if (!names_points(corners, mesh.points.size())) {
    ++faults.out_of_range_face_count;
  } else if (!is_finite(mesh, corners)) {
    ++faults.nonfinite_face_count;
  } else {
    return true;
  }
  return false;
}

}  // namespace

MeshFaces read_faces(const MeshView& mesh) {
  MeshFaces faces;
  faces.readable.reserve(mesh.face_vertex_counts.size());
  FaceFaults& faults = faces.faults;
  std::size_t first = 0;
  for (std::uint32_t face = 0; face < mesh.face_vertex_counts.size(); ++face) {
    const int signed_count = mesh.face_vertex_counts[face];
    const auto count = static_cast<std::size_t>(std::max(signed_count, 0));
    const std::size_t available = std::min(count, mesh.face_vertex_indices.size() - first);
    bool is_readable = false;
    if (signed_count < 0) {
      ++faults.negative_count_face_count;
    } else if (available < count) {
      faults.missing_index_count += count - available;
    } else {
      is_readable = has_no_fault(mesh, mesh.face_vertex_indices.subspan(first, count), faults);
    }
    if (is_readable) {
      faces.readable.push_back({face, static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(count)});
    } else if (!faults.first_face) {
      faults.first_face = face;
    }
    first += available;
  }
  faults.surplus_index_count = mesh.face_vertex_indices.size() - first;
  return faces;
}

}  // namespace assay::geometry
