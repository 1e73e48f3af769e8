#pragma once

#include "assay/geometry/convex_hull.h"
#include "assay/geometry/mesh_integrals.h"
#include "assay/stage/openusd.h"

#include <deque>
#include <mutex>
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

/// What a mesh encloses, in its own coordinates. What is computed is so once, by the first thread that asks.
struct MeshSolid {
  explicit MeshSolid(const MeshArrays& arrays) : mesh(arrays) {}

  MeshArrays mesh;
  geometry::MeshIntegrals integrals;
  geometry::ConvexHull hull;  // use hull_of
  std::once_flag has_integrals;
  std::once_flag has_hull;
};

/// The solids of meshes, each computed once however many prims have the same arrays, byte by byte. Any thread may ask.
class MeshSolids {
 public:
  /// The solid of a mesh with its integrals; it stays where it is.
  MeshSolid& find(const MeshArrays& mesh);

 private:
  MeshSolid& entry_of(const MeshArrays& mesh);

  std::mutex mutex_;
  std::deque<MeshSolid> solids_;
  std::unordered_multimap<std::size_t, MeshSolid*> by_hash_;
};

/// The hull of a mesh's points.
const geometry::ConvexHull& hull_of(MeshSolid& solid);

}  // namespace assay::extract
