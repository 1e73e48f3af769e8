#pragma once

#include "assay/model/field.h"
#include "assay/model/names.h"
#include "assay/stage/composed.h"
#include "assay/stage/transforms.h"

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace assay::extract {

/// Hash of a text that a table can be asked for without making a string of it.
struct TextHash {
  using is_transparent = void;  // NOLINT(readability-identifier-naming): the name that the standard asks for
  std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
};
template <class T>
using ByText = std::unordered_map<std::string, T, TextHash, std::equal_to<>>;

/// A property that prims of a class are asked for, with the value that their type or schemas give it.
struct AskedProperty {
  pxr::TfToken name;
  pxr::VtValue fallback;
};

/// What the prims of a class were asked for, with the answers.
struct Asked {
  ByText<bool> schemas;
  ByText<bool> types;
  ByText<AskedProperty> properties;
};

/// What prims of one type with one list of applied schemas have in common.
struct PrimClass {
  pxr::TfToken type;
  std::vector<stage::AppliedSchema> applied;  // sources are those of some prim of the class
  Asked asked = {};                           // by all threads, see gather_asked
};

/// A property of one of a prim's specs.
struct PropertySpec {
  pxr::TfToken name;
  std::uint32_t site = 0;  // index into PhysicsPrim::sites
};

/// A composed prim that runtimes see: active, defined and not abstract, also below instances, but not below a
/// PointInstancer, whose prototypes are no prims of the scene.
struct PhysicsPrim {
  pxr::SdfPath path;
  model::NameIndex name = 0;  // of the path
  const pxr::PcpPrimIndex* index = nullptr;
  std::optional<std::size_t> parent;  // index into Reading::prims; none below the root
  std::vector<stage::SpecSite> sites;
  pxr::TfToken type;
  std::vector<stage::AppliedSchema> applied;  // as composed, without what schemas build in
  bool only_prepends = true;                  // what the specs say of schemas
  std::size_t prim_class = 0;                 // index into Reading::classes
  std::vector<PropertySpec> properties;       // strongest spec first, in each in its order
  std::size_t first_opinion = 0;              // index into Reading::opinions of that of the strongest spec
  stage::InheritedValues inherited;           // at the default time
  bool is_xformable = false;
  bool is_in_instance = false;  // below an instance
  // its records, once they are read
  std::optional<model::BodyIndex> body = {};
  std::optional<model::ColliderIndex> collider = {};
  std::optional<model::JointIndex> joint = {};
};

/// Tells the classes of prims apart.
class ClassIndices {
 public:
  /// The index of a prim's class, which is added when it is new.
  std::size_t index_of(std::vector<PrimClass>& classes, const PhysicsPrim& prim);

 private:
  std::unordered_map<std::string, std::size_t> indices_;
  std::string key_;
};

}  // namespace assay::extract
