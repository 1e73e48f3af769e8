#include "assay/extract/physics/read_physics.h"
#include "assay/extract/physics/read_shape.h"
#include "assay/stage/transforms.h"
#include "assay/stage/walk.h"

#include <algorithm>
#include <cmath>

namespace assay::extract {
namespace {

using namespace pxr;
using model::CircumstanceKind;

bool is_body(const PhysicsPrim& prim) { return prim.body.has_value(); }
bool is_collider(const PhysicsPrim& prim) { return prim.collider.has_value(); }
bool is_drawn_shape(const Reading& reading, const PhysicsPrim& prim) {
  return is_drawn(prim) && is_a(reading, prim, "Gprim");
}

bool is_animated_body(Reading& reading, const PhysicsPrim& prim) {
  if (!is_body(prim)) return false;
  for (const PhysicsPrim* each = &prim; each != nullptr;
       each = each->parent ? &reading.prims[*each->parent] : nullptr) {
    if (each->is_xformable && stage::has_animated_ops(each->sites)) return true;
    if (each->inherited.resets_stack) return false;
  }
  return false;
}

bool is_bounded_plane(Reading& reading, const PhysicsPrim& prim) {
  return is_collider(prim) && is_a(reading, prim, "Plane") &&
         (read_value(reading, prim, "width").is_authored() || read_value(reading, prim, "length").is_authored());
}

bool has_empty_scale(Reading& reading, const PhysicsPrim& prim) {
  return is_drawn_shape(reading, prim) && !is_collider(prim) &&
         linear_part(prim.inherited.world_from_prim).determinant() == 0;
}

template <class Measure>
double largest(const std::vector<Eigen::Vector3d>& points, Eigen::Vector3d& farthest, const Measure& measure) {
  double largest = 0;
  for (const Eigen::Vector3d& point : points) {
    const double size = measure(point);
    if (size <= largest) continue;
    largest = size;
    farthest = point;
  }
  return largest;
}

/// Whether points lie in a plane but for what single precision rounds.
bool are_flat(const std::vector<Eigen::Vector3d>& points) {
  constexpr double rounding = 1e-6;
  if (points.empty()) return false;
  const Eigen::Vector3d& start = points.front();
  Eigen::Vector3d along = start;
  Eigen::Vector3d beside = start;
  Eigen::Vector3d above = start;
  const double size = largest(points, along, [&](const auto& point) { return (point - start).norm(); });
  const Eigen::Vector3d line = (along - start).normalized();
  const double width = largest(points, beside, [&](const auto& point) { return line.cross(point - start).norm(); });
  if (!(width > rounding * size)) return true;
  const Eigen::Vector3d normal = line.cross(beside - start).normalized();
  return !(largest(points, above, [&](const auto& point) { return std::abs(normal.dot(point - start)); }) >
           rounding * size);
}

bool is_flat_mesh(Reading& reading, const PhysicsPrim& prim) {
  return is_a(reading, prim, "Mesh") && (is_drawn(prim) || is_collider(prim)) && are_flat(read_points(reading, prim));
}

bool has_joint_state(Reading&, const PhysicsPrim& prim) { return !instances_of(prim, "PhysicsJointStateAPI").empty(); }

bool has_mass_alone(Reading& reading, const PhysicsPrim& prim) {
  return !is_body(prim) && !is_collider(prim) && has_schema(reading, prim, "PhysicsMassAPI");
}

bool is_merged_in_instance(Reading&, const PhysicsPrim& prim) {
  return prim.is_in_instance && std::ranges::any_of(prim.applied, [](const stage::AppliedSchema& applied) {
           return applied.name == "PhysxMeshMergeCollisionAPI";
         });
}

bool has_physics_material(Reading& reading, const PhysicsPrim& prim) {
  if (!is_collider(prim)) return false;
  const auto physics = material_bindings(reading).bound_material(prim.path, "physics");
  const PhysicsPrim* material = physics ? reading.prim_at(physics->material) : nullptr;
  if (material == nullptr || !is_a(reading, *material, "Material")) return false;
  const auto all = material_bindings(reading).bound_material(prim.path, stage::all_purpose);
  return !all || all->material != physics->material;
}

/// The active prims with physics, also those that runtimes see through an instancer alone. A material is none.
SdfPathVector physical_prims(const Reading& reading) {
  const auto is_physics = [](const TfToken& name) {
    return name.GetString().starts_with("Physics") && name != "PhysicsMaterialAPI";
  };
  SdfPathVector prims;
  stage::walk_prims(reading.composed, [&](const stage::PrimVisit& visit) {
    std::vector<stage::AppliedSchema> applied;
    stage::collect_applied_schemas(visit.sites, applied);
    const bool has_physics = is_physics(stage::type_name(visit.sites, nullptr)) ||
                             std::ranges::any_of(applied, is_physics, &stage::AppliedSchema::name);
    if (visit.is_active && has_physics) prims.push_back(visit.path);
  });
  return prims;
}

/// Whether a physical prim is a prototype of an instancer or lies below one.
bool has_prototype_of(const Reading& reading, const PhysicsPrim& instancer, const SdfPathVector& physical) {
  return std::ranges::any_of(read_targets(reading, instancer, "prototypes"), [&](const SdfPath& prototype) {
    return std::ranges::any_of(physical, [&](const SdfPath& prim) { return prim.HasPrefix(prototype); });
  });
}

bool has_proxy_of_collider(Reading& reading, const PhysicsPrim& prim) {
  if (!is_drawn_shape(reading, prim)) return false;
  const SdfPathVector proxies = read_targets(reading, prim, "proxyPrim");
  if (proxies.empty() || is_collider(prim)) return !proxies.empty();
  return std::ranges::any_of(reading.prims, [&](const PhysicsPrim& each) {
    return is_collider(each) &&
           std::ranges::any_of(proxies, [&](const SdfPath& proxy) { return each.path.HasPrefix(proxy); });
  });
}

bool is_subset_with_material(Reading& reading, const PhysicsPrim& prim) {
  if (!is_a(reading, prim, "GeomSubset") || !prim.parent || !is_collider(reading.prims[*prim.parent])) return false;
  const auto binding = material_bindings(reading).bound_material(prim.path, "physics");
  return binding && binding->relationship.GetPrimPath() == prim.path && reading.materials.contains(binding->material);
}

bool is_texture_without_file(Reading& reading, const PhysicsPrim& prim) {
  static const TfToken file("inputs:file");
  if (!is_a(reading, prim, "Shader")) return false;
  const VtValue id = read_value(reading, prim, "info:id").value;
  if (!id.IsHolding<TfToken>() || id.UncheckedGet<TfToken>() != "UsdUVTexture") return false;
  const stage::PropertyOpinion opinion = stage::resolve_property(prim.sites, file);
  if (opinion.source == nullptr) return true;
  const VtValue& value = opinion.default_value;
  return value.IsHolding<SdfAssetPath>() && value.UncheckedGet<SdfAssetPath>().GetAssetPath().empty();
}

/// How a circumstance is told.
struct Test {
  CircumstanceKind kind;
  bool (*holds)(Reading& reading, const PhysicsPrim& prim);
};

constexpr Test tests[] = {
    {CircumstanceKind::AnimatedBody, is_animated_body},
    {CircumstanceKind::BoundedPlane, is_bounded_plane},
    {CircumstanceKind::EmptyScale, has_empty_scale},
    {CircumstanceKind::FlatMesh, is_flat_mesh},
    {CircumstanceKind::JointState, has_joint_state},
    {CircumstanceKind::MassAlone, has_mass_alone},
    {CircumstanceKind::MergedInInstance, is_merged_in_instance},
    {CircumstanceKind::PhysicsMaterial, has_physics_material},
    {CircumstanceKind::ProxyOfCollider, has_proxy_of_collider},
    {CircumstanceKind::SubsetMaterial, is_subset_with_material},
    {CircumstanceKind::TextureWithoutFile, is_texture_without_file},
};

}  // namespace

void read_circumstances(Reading& reading) {
  const auto add = [&reading](const PhysicsPrim& prim, CircumstanceKind kind) {
    reading.physics.circumstances.push_back({prim.name, kind});
  };
  std::optional<SdfPathVector> physical;  // found out where there is an instancer
  for (const PhysicsPrim& prim : reading.prims) {
    for (const Test& test : tests) {
      if (test.holds(reading, prim)) add(prim, test.kind);
    }
    if (!is_a(reading, prim, "PointInstancer")) continue;
    if (!physical) physical = physical_prims(reading);
    if (has_prototype_of(reading, prim, *physical)) add(prim, CircumstanceKind::PrototypePhysics);
  }
}

}  // namespace assay::extract
