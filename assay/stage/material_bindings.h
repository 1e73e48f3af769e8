#pragma once

#include "assay/stage/composed.h"

#include <optional>
#include <string_view>

namespace assay::stage {

/// The purpose that a binding without a purpose serves.
inline constexpr std::string_view all_purpose = "";

/// The material of a prim and the relationship that binds it.
struct MaterialBinding {
  pxr::SdfPath material;
  pxr::SdfPath relationship;  // on the prim or one above it
  pxr::SdfPath collection;    // through which it is bound; empty for a direct binding
};

/// The material that is bound to a prim for a purpose (`physics`, `preview`, `full` or all_purpose), else for all
/// purposes: the nearest binding from the prim up, unless one above it is strongerThanDescendants; on one prim a
/// collection binding before a direct one. Source: UsdShadeMaterialBindingAPI::ComputeBoundMaterial.
std::optional<MaterialBinding> bound_material(const Composed& composed, const pxr::SdfPath& prim,
                                              std::string_view purpose);

}  // namespace assay::stage
