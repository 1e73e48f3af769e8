#include "assay/extract/physics/read_physics.h"
#include "assay/extract/physics/read_shape.h"
#include "assay/model/extents.h"
#include "assay/stage/metadata.h"

#include <unordered_set>

namespace assay::extract {
namespace {

using namespace pxr;

constexpr std::size_t most_instancers_in_each_other = 2;

template <class Array>
Array array_of(Reading& reading, const PhysicsPrim& prim, std::string_view name) {
  const VtValue value = read_value(reading, prim, name).value;
  return value.IsHolding<Array>() ? value.UncheckedGet<Array>() : Array();
}

using Ids = std::unordered_set<std::int64_t>;

Ids inactive_ids(const PhysicsPrim& prim) {
  static const TfToken field("inactiveIds");
  const VtValue value = stage::resolve_metadata(prim.sites, field);
  if (!value.IsHolding<SdfInt64ListOp>()) return {};
  const auto& items = value.UncheckedGet<SdfInt64ListOp>().GetExplicitItems();
  return {items.begin(), items.end()};
}

/// What the attributes of a PointInstancer say of its instances. Source: UsdGeomPointInstancer.
struct Instances {
  VtIntArray prototypes;  // index of each
  std::vector<bool> is_inactive;
  std::vector<bool> is_invisible;  // and active

  bool is_shown(std::size_t index) const { return !is_inactive[index] && !is_invisible[index]; }
};

Instances read_instances(Reading& reading, const PhysicsPrim& prim) {
  Instances instances;
  instances.prototypes = array_of<VtIntArray>(reading, prim, "protoIndices");
  const auto ids = array_of<VtInt64Array>(reading, prim, "ids");
  const auto invisible_ids = array_of<VtInt64Array>(reading, prim, "invisibleIds");
  const Ids invisible(invisible_ids.begin(), invisible_ids.end());
  const Ids inactive = inactive_ids(prim);
  const bool has_ids = ids.size() == instances.prototypes.size();
  for (std::size_t i = 0; i < instances.prototypes.size(); ++i) {
    const std::int64_t id = has_ids ? ids[i] : static_cast<std::int64_t>(i);
    instances.is_inactive.push_back(inactive.contains(id));
    instances.is_invisible.push_back(!instances.is_inactive.back() && invisible.contains(id));
  }
  return instances;
}

/// The rotation matrix of an instance; quaternions are taken as they are, also where their norm is not 1.
GfMatrix4d rotation_of(const VtQuatfArray& fine, const VtQuathArray& coarse, std::size_t index) {
  GfMatrix4d matrix(1.0);
  if (!fine.empty()) matrix.SetRotate(GfQuatd(fine[index]));
  if (!coarse.empty()) matrix.SetRotate(GfQuatd(coarse[index]));
  return matrix;
}

/// The transforms of the instances, without those of their prototypes; none where the arrays do not fit each other.
/// Source: UsdGeomPointInstancer::ComputeInstanceTransformsAtTime.
std::vector<GfMatrix4d> instance_transforms(Reading& reading, const PhysicsPrim& prim, std::size_t count) {
  const auto positions = array_of<VtVec3fArray>(reading, prim, "positions");
  const auto scales = array_of<VtVec3fArray>(reading, prim, "scales");
  const auto fine = array_of<VtQuatfArray>(reading, prim, "orientationsf");
  const auto coarse = fine.empty() ? array_of<VtQuathArray>(reading, prim, "orientations") : VtQuathArray();
  const auto fits = [count](const auto& array) { return array.empty() || array.size() == count; };
  if (positions.size() != count || !fits(scales) || !fits(fine) || !fits(coarse)) return {};
  std::vector<GfMatrix4d> transforms;
  for (std::size_t i = 0; i < count; ++i) {
    const GfMatrix4d scale = GfMatrix4d(1.0).SetScale(scales.empty() ? GfVec3d(1) : GfVec3d(scales[i]));
    const GfMatrix4d translation = GfMatrix4d(1.0).SetTranslate(GfVec3d(positions[i]));
    transforms.push_back(scale * rotation_of(fine, coarse, i) * translation);
  }
  return transforms;
}

/// A prototype with its box in its own axes [stage units] and its transform.
struct ReadPrototype {
  model::Prototype prototype;
  geometry::Bounds bounds;
  GfMatrix4d instance_from_prototype{1.0};
};

ReadPrototype read_prototype(Reading& reading, const SdfPath& path) {
  ReadPrototype read;
  read.prototype.path = reading.recorder.path(path);
  model::Physics inside;
  inside.units.meters_per_unit.value = 1;
  Reading below{.recorder = reading.recorder,
                .composed = reading.composed,
                .profile = reading.profile,
                .physics = inside,
                .mesh_solids = reading.mesh_solids};
  below.instancers_above = reading.instancers_above + 1;
  read_prims(below, path);
  if (below.prims.empty()) return read;
  read.prototype.exists = true;
  read.instance_from_prototype = stage::local_transform(below.prims.front().sites, std::nullopt).parent_from_prim;
  for (const PhysicsPrim& prim : below.prims) {
    if (has_schema(below, prim, "PhysicsRigidBodyAPI")) read.prototype.bodies.push_back(prim.name);
    if (has_schema(below, prim, "PhysicsCollisionAPI")) read.prototype.colliders.push_back(prim.name);
  }
  read_instancers(below);
  read_drawn(below);
  read.bounds = model::extents_of(inside, [](model::NameIndex /*path*/) { return true; }).drawn;
  return read;
}

Eigen::Affine3d map_of(const GfMatrix4d& matrix) {
  const GfVec3d translation = matrix.ExtractTranslation();
  Eigen::Affine3d map = Eigen::Affine3d::Identity();
  map.linear() = linear_part(matrix);
  map.translation() = Eigen::Vector3d(translation[0], translation[1], translation[2]);
  return map;
}

/// The box around the instances that are shown, in the instancer's axes [stage units]; empty where UsdGeom finds none.
geometry::Bounds extent_of(const Instances& instances, const std::vector<GfMatrix4d>& transforms,
                           const std::vector<ReadPrototype>& prototypes) {
  geometry::Bounds bounds;
  for (std::size_t i = 0; i < transforms.size(); ++i) {
    if (!instances.is_shown(i)) continue;
    const ReadPrototype& prototype = prototypes.at(static_cast<std::size_t>(instances.prototypes[i]));
    bounds.extend(geometry::transformed(prototype.bounds, map_of(prototype.instance_from_prototype * transforms[i])));
  }
  return bounds;
}

void read_instancer(Reading& reading, const PhysicsPrim& prim) {
  const Instances instances = read_instances(reading, prim);
  std::vector<ReadPrototype> prototypes;
  for (const SdfPath& path : read_targets(reading, prim, "prototypes"))
    prototypes.push_back(read_prototype(reading, path));
  model::Instancer instancer;
  instancer.path = prim.name;
  instancer.instance_count = instances.prototypes.size();
  for (std::size_t i = 0; i < instances.prototypes.size(); ++i) {
    const int index = instances.prototypes[i];
    const bool is_known = index >= 0 && static_cast<std::size_t>(index) < prototypes.size();
    if (instances.is_inactive[i]) {
      ++instancer.inactive_count;
    } else if (instances.is_invisible[i]) {
      ++instancer.invisible_count;
    } else if (is_known) {
      ++prototypes[static_cast<std::size_t>(index)].prototype.instance_count;
    } else {
      ++instancer.unknown_count;
    }
  }
  const std::vector<GfMatrix4d> transforms = instance_transforms(reading, prim, instances.prototypes.size());
  if (instancer.unknown_count == 0)
    reading.instancer_extents.emplace(prim.path, extent_of(instances, transforms, prototypes));
  if (transforms.size() != instances.prototypes.size())
    note_oddity(reading, prim, "positions", "positions, orientations or scales are not as many as protoIndices");
  for (ReadPrototype& read : prototypes) instancer.prototypes.push_back(std::move(read.prototype));
  reading.physics.instancers.push_back(std::move(instancer));
}

}  // namespace

void read_instancers(Reading& reading) {
  if (reading.instancers_above > most_instancers_in_each_other) return;
  auto is_instancer = type_question(reading, "PointInstancer");
  for (std::size_t i = 0; i < reading.prims.size(); ++i) {
    if (is_instancer(reading.prims[i])) read_instancer(reading, reading.prims[i]);
  }
}

}  // namespace assay::extract
