#pragma once

#include "assay/geometry/convex_hull.h"
#include "assay/geometry/mesh_integrals.h"
#include "assay/stage/openusd.h"

#include <deque>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace assay::extract {

/// A mesh as the layers state it, in the units of the stage.
struct MeshArrays {
  pxr::VtVec3fArray points;
  pxr::VtIntArray counts;
  pxr::VtIntArray indices;
  bool is_left_handed = false;
};

/// Points in double precision.
std::vector<Eigen::Vector3d> vectors_of(const pxr::VtVec3fArray& points);

/// What a mesh encloses, in its own coordinates.
struct MeshSolid {
  MeshArrays mesh;
  geometry::MeshIntegrals integrals;
  std::optional<geometry::ConvexHull> hull;  // once asked for
};

/// The solids of meshes, each computed once however many prims have the same arrays, byte by byte.
class MeshSolids {
 public:
  /// The solid of a mesh; it stays where it is.
  MeshSolid& find(const MeshArrays& mesh);

 private:
  std::deque<MeshSolid> solids_;
  std::unordered_multimap<std::size_t, MeshSolid*> by_hash_;
};

/// The hull of a mesh's points.
const geometry::ConvexHull& hull_of(MeshSolid& solid);

}  // namespace assay::extract
