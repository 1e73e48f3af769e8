#pragma once

#include "assay/extract/physics/reading.h"

namespace assay::extract {

/// Adds the numbers and lists of numbers that a schema of the profile defines, as the prim has them: authored or by the
/// schema. `instance` is that of a multiple-apply schema.
void read_settings(Reading& reading, const PhysicsPrim& prim, std::string_view schema, model::Settings& settings,
                   std::string_view instance = "");

/// The targets of a relationship as names.
std::vector<model::NameIndex> target_names(Reading& reading, const PhysicsPrim& prim, std::string_view relationship);

}  // namespace assay::extract
