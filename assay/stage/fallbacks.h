#pragma once

#include "assay/schema/catalog.h"
#include "assay/stage/composed.h"

#include <vector>

namespace assay::stage {

/// The definition of a prim's property by its type, else by the first of its applied schemas that has it, built-in ones
/// included, in the versions that the profile pins. Null when none of them defines it.
const schema::PropertyDefinition* find_definition(const schema::Profile& profile, const pxr::TfToken& type,
                                                  const std::vector<AppliedSchema>& applied,
                                                  const pxr::TfToken& property);

/// The fallback of a definition; empty when it has none or there is no definition.
pxr::VtValue fallback_value(const schema::PropertyDefinition* definition);

/// Whether a type is, or derives from, a typed schema such as Xformable. Types of families without a catalog (lights,
/// volumes, skeletons) are known by name.
bool is_derived_from(const schema::Profile& profile, const pxr::TfToken& type, std::string_view base);

}  // namespace assay::stage
