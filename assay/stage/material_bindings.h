#pragma once

#include "assay/stage/collections.h"
#include "assay/stage/composed.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace assay::stage {

/// The purpose that a binding without a purpose serves.
inline constexpr std::string_view all_purpose = "";

/// The material of a prim and the relationship that binds it.
struct MaterialBinding {
  pxr::SdfPath material;
  pxr::SdfPath relationship;  // on the prim or one above it
  pxr::SdfPath collection;    // through which it is bound; empty for a direct binding
};

/// A relationship that binds a material to a prim, to what is below it, or to a collection.
struct BindingRelationship {
  pxr::TfToken name;
  pxr::SdfPathVector targets;
  bool is_stronger_than_descendants = false;  // hides the bindings of the prims below
};

/// Finds the materials of the prims of a composition; what prims have in common is looked up once.
class MaterialBindings {
 public:
  explicit MaterialBindings(const Composed& composed) : composed_(composed) {}

  /// The material that is bound to a prim for a purpose (`physics`, `preview`, `full` or all_purpose), else for all
  /// purposes: the nearest binding from the prim up, unless one above it is strongerThanDescendants; on one prim a
  /// collection binding before a direct one. Source: UsdShadeMaterialBindingAPI::ComputeBoundMaterial.
  std::optional<MaterialBinding> bound_material(const pxr::SdfPath& prim, std::string_view purpose);

 private:
  const std::vector<BindingRelationship>& relationships_of(const pxr::SdfPath& prim);
  const Collection& collection_at(const pxr::SdfPath& path);
  std::optional<MaterialBinding> collection_binding(const pxr::SdfPath& holder, std::string_view purpose,
                                                    const pxr::SdfPath& prim, bool& is_stronger);
  std::optional<MaterialBinding> binding_for(const pxr::SdfPath& prim, std::string_view purpose);

  const Composed& composed_;
  std::unordered_map<pxr::SdfPath, std::vector<BindingRelationship>, pxr::SdfPath::Hash> relationships_;  // by prim
  std::map<pxr::SdfPath, Collection> collections_;
};

}  // namespace assay::stage
