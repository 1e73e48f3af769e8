#include "assay/extract/physics/owner_of.h"
#include "assay/extract/physics/read_authored_mass.h"
#include "assay/extract/physics/read_each.h"
#include "assay/extract/physics/read_physics.h"
#include "assay/extract/physics/read_shape.h"

namespace assay::extract {
namespace {

using namespace pxr;

std::optional<model::MaterialIndex> material_of(Reading& reading, const PhysicsPrim& prim) {
  if (reading.materials.empty()) return std::nullopt;
  const std::optional<stage::MaterialBinding> binding = material_bindings(reading).bound_material(prim.path, "physics");
  if (!binding) return std::nullopt;
  const auto material = reading.materials.find(binding->material);
  if (material == reading.materials.end()) return std::nullopt;
  return material->second;
}

/// What a GeomSubset of a mesh binds; nothing where it is of another family or binds nothing itself. Source:
/// UsdShadeMaterialBindingAPI::GetMaterialBindSubsets.
std::optional<model::MaterialSubset> read_subset(Reading& reading, const PhysicsPrim& prim) {
  const std::string family = reading.recorder.model().text(read_token(reading, prim, "familyName", "").value);
  const std::string element = reading.recorder.model().text(read_token(reading, prim, "elementType", "face").value);
  if (family != "materialBind" || element != "face") return std::nullopt;
  const std::optional<stage::MaterialBinding> binding = material_bindings(reading).bound_material(prim.path, "physics");
  if (!binding || binding->relationship.GetPrimPath() != prim.path) return std::nullopt;
  const auto material = reading.materials.find(binding->material);
  if (material == reading.materials.end()) return std::nullopt;
  const VtValue indices = read_value(reading, prim, "indices").value;
  return model::MaterialSubset{prim.name, indices.GetArraySize(), material->second};
}

void read_subsets(Reading& reading) {
  if (reading.materials.empty()) return;
  auto is_subset = type_question(reading, "GeomSubset");
  for (const PhysicsPrim& prim : reading.prims) {
    if (!prim.parent || !is_subset(prim)) continue;
    const std::optional<model::ColliderIndex> collider = reading.prims[*prim.parent].collider;
    if (!collider) continue;
    if (const auto subset = read_subset(reading, prim)) reading.physics.colliders[*collider].subsets.push_back(*subset);
  }
}

/// A solid of the world seen from the body that owns a collider; as it is where none does.
geometry::ShapeIntegrals in_owner(const Reading& reading, const geometry::ShapeIntegrals& solid,
                                  const model::Collider& collider) {
  if (!collider.body) return solid;
  const model::Pose body_from_world = inverse(reading.physics.bodies[*collider.body].world_from_body);
  Eigen::Affine3d map = Eigen::Affine3d::Identity();
  map.linear() = body_from_world.rotation.toRotationMatrix();
  map.translation() = body_from_world.position;
  return geometry::transformed(solid, map);
}

}  // namespace

Approximated read_approximated(Reading& reading, const PhysicsPrim& prim, const model::Collider& collider,
                               MeshSolid* mesh) {
  Approximated read;
  read.approximation = read_token(reading, prim, "physics:approximation", "none");
  if (mesh == nullptr) return read;
  const std::string& approximation = reading.recorder.model().text(read.approximation.value);
  const ShapeVolume volume = mesh_volume(*mesh, world_from_coordinates(reading, prim), approximation);
  read.volume_method = volume.method;
  read.solid = in_owner(reading, volume.solid, collider);
  return read;
}

void exchange(model::Collider& collider, const MeshSolid* mesh, Approximated& approximated) {
  std::swap(collider.approximation, approximated.approximation);
  if (mesh == nullptr) return;
  std::swap(collider.volume_method, approximated.volume_method);
  std::swap(collider.solid, approximated.solid);
}

namespace {

/// Reads the shape of a collider whose owner is known.
void read_collider_shape(Reading& reading, const PhysicsPrim& prim, const WorldParts& parts, model::Collider& collider,
                         MeshSolid*& mesh) {
  ReadShape read = read_shape(reading, prim, parts);
  collider.shape = std::move(read.shape);
  collider.bounds = read.bounds;
  collider.volume_method = read.volume.method;
  if (read.mesh == nullptr) collider.solid = in_owner(reading, read.volume.solid, collider);
  Approximated approximated = read_approximated(reading, prim, collider, read.mesh);
  exchange(collider, read.mesh, approximated);
  mesh = read.mesh;
}

model::Collider read_collider(Reading& reading, const PhysicsPrim& prim, MeshSolid*& mesh) {
  model::Collider collider;
  collider.path = prim.name;
  collider.type = reading.recorder.name(prim.type);
  collider.enabled = read_flag(reading, prim, "physics:collisionEnabled", true);
  const WorldParts parts = world_parts(reading, prim.inherited.world_from_prim);
  collider.world_from_shape = parts.world_from_prim;
  collider.world_scale = parts.scale;
  collider.world_from_shape_linear = linear_part(prim.inherited.world_from_prim);
  collider.body = owner_of(reading, prim);
  read_collider_shape(reading, prim, parts, collider, mesh);
  collider.material = material_of(reading, prim);
  collider.purpose = reading.recorder.name(prim.inherited.purpose());
  collider.is_visible = prim.inherited.is_visible;
  collider.is_drawn = is_drawn(prim);
  collider.is_in_instance = prim.is_in_instance;
  collider.authored_mass = read_authored_mass(reading, prim, parts.scale);
  return collider;
}

}  // namespace

void read_colliders(Reading& reading) {
  auto is_collider = schema_question(reading, "PhysicsCollisionAPI");
  std::vector<const PhysicsPrim*> prims;
  for (PhysicsPrim& prim : reading.prims) {
    if (!is_collider(prim)) continue;
    prim.collider = static_cast<model::ColliderIndex>(prims.size());
    prims.push_back(&prim);
  }
  std::vector<model::Collider>& colliders = reading.physics.colliders;
  colliders.resize(prims.size());
  reading.collider_meshes.resize(prims.size());
  read_each(reading, prims,
            [&](std::size_t i) { colliders[i] = read_collider(reading, *prims[i], reading.collider_meshes[i]); });
  for (model::ColliderIndex i = 0; i < colliders.size(); ++i) {
    if (colliders[i].body) reading.physics.bodies[*colliders[i].body].colliders.push_back(i);
  }
  read_subsets(reading);
}

}  // namespace assay::extract
