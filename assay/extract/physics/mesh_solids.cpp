#include "assay/extract/physics/mesh_solids.h"

#include <cstring>

namespace assay::extract {
namespace {

using namespace pxr;

template <class T>
std::string_view bytes_of(const VtArray<T>& array) {
  return {reinterpret_cast<const char*>(array.cdata()), array.size() * sizeof(T)};
}

std::size_t hash_of(const MeshArrays& mesh) {
  const std::hash<std::string_view> hash;
  return TfHash::Combine(hash(bytes_of(mesh.points)), hash(bytes_of(mesh.counts)), hash(bytes_of(mesh.indices)),
                         mesh.is_left_handed);
}

bool is_same(const MeshArrays& first, const MeshArrays& second) {
  return bytes_of(first.points) == bytes_of(second.points) && bytes_of(first.counts) == bytes_of(second.counts) &&
         bytes_of(first.indices) == bytes_of(second.indices) && first.is_left_handed == second.is_left_handed;
}

geometry::MeshIntegrals integrals_of(const MeshArrays& mesh) {
  const std::vector<Eigen::Vector3d> points = vectors_of(mesh.points);
  return geometry::integrals_of({points,
                                 {mesh.counts.cdata(), mesh.counts.size()},
                                 {mesh.indices.cdata(), mesh.indices.size()},
                                 mesh.is_left_handed});
}

}  // namespace

std::vector<Eigen::Vector3d> vectors_of(const VtVec3fArray& points) {
  std::vector<Eigen::Vector3d> vectors;
  vectors.reserve(points.size());
  for (const GfVec3f& point : points) vectors.emplace_back(point[0], point[1], point[2]);
  return vectors;
}

MeshSolid& MeshSolids::find(const MeshArrays& mesh) {
  MeshSolid& solid = entry_of(mesh);
  std::call_once(solid.has_integrals, [&solid] { solid.integrals = integrals_of(solid.mesh); });
  return solid;
}

MeshSolid& MeshSolids::entry_of(const MeshArrays& mesh) {
  const std::size_t hash = hash_of(mesh);
  const std::lock_guard lock(mutex_);
  const auto [first, last] = by_hash_.equal_range(hash);
  for (auto known = first; known != last; ++known) {
    if (is_same(known->second->mesh, mesh)) return *known->second;
  }
  solids_.emplace_back(mesh);
  by_hash_.emplace(hash, &solids_.back());
  return solids_.back();
}

const geometry::ConvexHull& hull_of(MeshSolid& solid) {
  std::call_once(solid.has_hull, [&solid] { solid.hull = geometry::convex_hull(vectors_of(solid.mesh.points)); });
  return solid.hull;
}

}  // namespace assay::extract
