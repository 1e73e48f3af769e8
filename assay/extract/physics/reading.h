#pragma once

#include "assay/extract/physics/mesh_solids.h"
#include "assay/extract/physics/physics_prim.h"
#include "assay/extract/recorder.h"
#include "assay/model/physics.h"
#include "assay/schema/profile.h"
#include "assay/stage/material_bindings.h"
#include "assay/stage/resolve_value.h"

#include <tbb/enumerable_thread_specific.h>

#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace assay::extract {

/// Where the vendors' data of a prim starts in the lists of a `Physics`.
struct VendorStart {
  std::size_t schema = 0;
  std::size_t value = 0;
};

/// A property of a vendor's schema, as prims of a class have it where nothing is authored.
struct Setting {
  std::string text;
  pxr::TfToken name;
  model::NameIndex index = 0;
  std::optional<std::vector<double>> fallback;  // none where it holds no numbers
};

/// Something odd about a prim.
struct NotedOddity {
  std::size_t position = 0;  // of the prim in the stage
  model::Oddity oddity;
};

/// What one thread notes while it reads.
struct Notes {
  std::vector<Asked> asked;                                     // by class
  std::unordered_set<pxr::SdfPath, pxr::SdfPath::Hash> missed;  // prims that were asked for, and are not there
  std::vector<NotedOddity> oddities;
  std::vector<stage::SpecSite> specs;     // of the property at hand
  ByText<std::vector<Setting>> settings;  // by class, schema and instance
  std::optional<stage::MaterialBindings> material_bindings;
};

/// One selection while its physics is read.
struct Reading {
  Recorder& recorder;
  const stage::Composed& composed;
  const schema::Profile& profile;
  model::Physics& physics;
  MeshSolids& mesh_solids;
  std::vector<PhysicsPrim> prims = {};            // in stage order
  std::vector<const PhysicsPrim*> in_order = {};  // those, and what a payload over the base adds, in stage order
  std::unordered_map<pxr::SdfPath, std::size_t, pxr::SdfPath::Hash> prim_indices = {};
  std::vector<PrimClass> classes = {};
  ClassIndices class_indices = {};
  std::vector<model::OpinionIndex> opinions = {};  // of the prims' specs
  std::vector<MeshSolid*> collider_meshes = {};    // by collider; null for other shapes

  // what threads note, and what was gathered of it
  mutable tbb::enumerable_thread_specific<Notes> notes = {};
  std::unordered_set<pxr::SdfPath, pxr::SdfPath::Hash> missed = {};
  std::vector<NotedOddity> oddities = {};  // of the step at hand

  // where the vendors' data of each prim starts
  std::vector<VendorStart> vendor_starts = {};

  std::size_t instancers_above = 0;  // PointInstancers that the prims are prototypes of
  std::unordered_map<pxr::SdfPath, geometry::Bounds, pxr::SdfPath::Hash> instancer_extents = {};  // [stage units]

  // where the records of few prims stand
  std::unordered_map<pxr::SdfPath, model::SceneIndex, pxr::SdfPath::Hash> scenes = {};
  std::unordered_map<pxr::SdfPath, model::MaterialIndex, pxr::SdfPath::Hash> materials = {};

  const PhysicsPrim* prim_at(const pxr::SdfPath& path) const;
  double meters_per_unit() const { return physics.units.meters_per_unit.value; }
  double kilograms_per_unit() const { return physics.units.kilograms_per_unit.value; }
};

/// The material bindings of the composition, as this thread knows them.
stage::MaterialBindings& material_bindings(const Reading& reading);

/// Takes over what threads were asked, into `classes` and `missed`.
void gather_asked(Reading& reading);

/// Takes over what is odd, in the order of the stage, into the physics.
void settle_oddities(Reading& reading);

/// Fills `prims`: all, or a prim and those below it as they are in the axes of that prim, shown whatever is above.
void read_prims(Reading& reading, const pxr::SdfPath& root = pxr::SdfPath::AbsoluteRootPath());

/// The name of a path, without a search in the recorder where a prim stands there.
model::NameIndex path_name(Reading& reading, const pxr::SdfPath& path);

/// Adds the opinions of a prim's specs.
void record_opinions(Reading& reading, PhysicsPrim& prim);

/// Whether a class answers all that was asked of another as that one does.
bool answers_alike(const Reading& reading, std::size_t asked, std::size_t other);

/// Whether prims of a class are nothing that was asked for: no record can be theirs, and none is drawn.
bool has_no_part(const Reading& reading, std::size_t prim_class);

/// The opinion of a spec of the prim.
model::OpinionIndex opinion_of(const Reading& reading, const PhysicsPrim& prim, const stage::SpecSite& site);

/// Fills `specs` with those of the prim that have a property, strongest first.
void collect_property_specs(const PhysicsPrim& prim, const pxr::TfToken& name, std::vector<stage::SpecSite>& specs);

/// A property as the prim's class has it.
const AskedProperty& asked_property(const Reading& reading, const PhysicsPrim& prim, std::string_view name);

/// Whether one of the prim's specs has a property.
bool has_property(const PhysicsPrim& prim, const pxr::TfToken& name);

/// Whether the prim applies the schema, or its type or another of its schemas builds it in. Of a multiple-apply schema
/// without an instance name, whether any instance is applied.
bool has_schema(const Reading& reading, const PhysicsPrim& prim, std::string_view schema);

/// Whether the prim's type is, or derives from, a typed schema.
bool is_a(const Reading& reading, const PhysicsPrim& prim, std::string_view type);

/// A question about prims that all of a class answer alike, asked once for each class.
class AskedOfClasses {
 public:
  using Ask = bool (*)(const Reading&, const PhysicsPrim&, std::string_view);

  AskedOfClasses(const Reading& reading, std::string_view name, Ask ask) : reading_(reading), name_(name), ask_(ask) {}

  bool operator()(const PhysicsPrim& prim) {
    if (prim.prim_class >= answers_.size()) answers_.resize(reading_.classes.size());
    std::optional<bool>& answer = answers_[prim.prim_class];
    if (!answer) answer = ask_(reading_, prim, name_);
    return *answer;
  }

 private:
  const Reading& reading_;
  std::string_view name_;
  Ask ask_;
  std::vector<std::optional<bool>> answers_;  // by class
};

/// Whether prims apply a schema.
inline AskedOfClasses schema_question(const Reading& reading, std::string_view schema) {
  return {reading, schema, has_schema};
}

/// Whether the type of prims derives from another.
inline AskedOfClasses type_question(const Reading& reading, std::string_view type) { return {reading, type, is_a}; }

/// The instance names with which a multiple-apply schema is applied, in the order of the composed list.
std::vector<std::string> instances_of(const PhysicsPrim& prim, std::string_view schema);

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

/// The same by the property's token, for properties that say nothing of the physics itself.
pxr::SdfPathVector property_targets(const Reading& reading, const PhysicsPrim& prim, const pxr::TfToken& name);

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
