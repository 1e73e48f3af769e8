#pragma once

#include "assay/extract/recorder.h"
#include "assay/model/physics.h"
#include "assay/schema/profile.h"
#include "assay/stage/resolve_value.h"
#include "assay/stage/transforms.h"

#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

namespace assay::extract {

/// What prims of one type with one list of applied schemas have in common; found out once.
struct PrimClass {
  pxr::TfToken type;
  std::vector<stage::AppliedSchema> applied;  // sources are those of some prim of the class
  std::map<std::string, bool, std::less<>> schemas = {};
  std::map<std::string, bool, std::less<>> types = {};
  std::map<std::string, pxr::VtValue, std::less<>> fallbacks = {};
};

/// A composed prim that runtimes see: active, defined and not abstract, also below instances, but not below a
/// PointInstancer, whose prototypes are no prims of the scene.
struct PhysicsPrim {
  pxr::SdfPath path;
  const pxr::PcpPrimIndex* index = nullptr;
  std::optional<std::size_t> parent;  // index into Reading::prims; none below the root
  std::vector<stage::SpecSite> sites;
  pxr::TfToken type;
  std::vector<stage::AppliedSchema> applied;  // as composed, without what schemas build in
  std::size_t prim_class = 0;                 // index into Reading::classes
  stage::InheritedValues inherited;           // at the default time
  bool is_xformable = false;
  bool is_in_instance = false;  // below an instance
};

/// One selection while its physics is read.
struct Reading {
  Recorder& recorder;
  const stage::Composed& composed;
  const schema::Profile& profile;
  model::Physics& physics;
  std::vector<PhysicsPrim> prims = {};  // in stage order
  std::unordered_map<pxr::SdfPath, std::size_t, pxr::SdfPath::Hash> prim_indices = {};
  mutable std::vector<PrimClass> classes = {};

  std::size_t instancers_above = 0;  // PointInstancers that the prims are prototypes of
  std::unordered_map<pxr::SdfPath, geometry::Bounds, pxr::SdfPath::Hash> instancer_extents = {};  // [stage units]

  // where the records of a prim stand
  std::unordered_map<pxr::SdfPath, model::SceneIndex, pxr::SdfPath::Hash> scenes = {};
  std::unordered_map<pxr::SdfPath, model::BodyIndex, pxr::SdfPath::Hash> bodies = {};
  std::unordered_map<pxr::SdfPath, model::ColliderIndex, pxr::SdfPath::Hash> colliders = {};
  std::unordered_map<pxr::SdfPath, model::JointIndex, pxr::SdfPath::Hash> joints = {};
  std::unordered_map<pxr::SdfPath, model::MaterialIndex, pxr::SdfPath::Hash> materials = {};

  const PhysicsPrim* prim_at(const pxr::SdfPath& path) const;
  double meters_per_unit() const { return physics.units.meters_per_unit.value; }
  double kilograms_per_unit() const { return physics.units.kilograms_per_unit.value; }
};

/// Fills `prims`: all, or a prim and those below it as they are in the axes of that prim, shown whatever is above.
void read_prims(Reading& reading, const pxr::SdfPath& root = pxr::SdfPath::AbsoluteRootPath());

/// Whether the prim applies the schema, or its type or another of its schemas builds it in. Of a multiple-apply schema
/// without an instance name, whether any instance is applied.
bool has_schema(const Reading& reading, const PhysicsPrim& prim, std::string_view schema);

/// The instance names with which a multiple-apply schema is applied, in the order of the composed list.
std::vector<std::string> instances_of(const PhysicsPrim& prim, std::string_view schema);

/// Whether the prim's type is, or derives from, a typed schema.
bool is_a(const Reading& reading, const PhysicsPrim& prim, std::string_view type);

/// Whether an image shows the prim, if there is something to see: visible, and of purpose default, render or proxy.
bool is_drawn(const PhysicsPrim& prim);

/// The value of an attribute at the default time, in the layer's units: the winning opinion, else the fallback that the
/// prim's type and schemas give it. Empty where there is neither.
model::Field<pxr::VtValue> read_value(Reading& reading, const PhysicsPrim& prim, std::string_view name);

/// The same as a number, truth, word, vector or quaternion (not normalised). A value of another type is an oddity and
/// reads as `fallback`, as does a value that neither an opinion nor a catalog gives.
model::Field<double> read_number(Reading& reading, const PhysicsPrim& prim, std::string_view name, double fallback);
model::Field<bool> read_flag(Reading& reading, const PhysicsPrim& prim, std::string_view name, bool fallback);
model::Field<model::NameIndex> read_token(Reading& reading, const PhysicsPrim& prim, std::string_view name,
                                          std::string_view fallback);
model::Field<Eigen::Vector3d> read_vector(Reading& reading, const PhysicsPrim& prim, std::string_view name,
                                          const Eigen::Vector3d& fallback);
model::Field<Eigen::Vector4d> read_quaternion(Reading& reading, const PhysicsPrim& prim, std::string_view name,
                                              const Eigen::Vector4d& fallback_wxyz);

/// The targets of a relationship in the namespace of the stage; empty where the prim has none.
pxr::SdfPathVector read_targets(const Reading& reading, const PhysicsPrim& prim, std::string_view name);

/// A field with its value multiplied, infinities kept.
template <class T>
model::Field<T> scaled(model::Field<T> field, double factor) {
  field.value = field.value * factor;
  return field;
}

/// The nearest prim from `prim` up, itself included, for which `holds` is true; null when there is none.
template <class Holds>
const PhysicsPrim* nearest(const Reading& reading, const PhysicsPrim* prim, const Holds& holds) {
  while (prim != nullptr && !holds(*prim)) prim = prim->parent ? &reading.prims[*prim->parent] : nullptr;
  return prim;
}

/// What a world transform is made of: rotation, translation [m] and scale, as GfTransform takes them apart.
struct WorldParts {
  model::Pose world_from_prim;
  Eigen::Vector3d scale = Eigen::Vector3d::Ones();
  bool is_skewed = false;  // unequal scale along axes that are not the prim's
};
WorldParts world_parts(const Reading& reading, const pxr::GfMatrix4d& world_from_prim);

/// The linear part as a matrix for column vectors.
Eigen::Matrix3d linear_part(const pxr::GfMatrix4d& matrix);

void note_oddity(Reading& reading, const PhysicsPrim& prim, std::string_view property, std::string text);

}  // namespace assay::extract
