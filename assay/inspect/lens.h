#pragma once

#include "assay/model/model.h"
#include "assay/model/physics.h"
#include "assay/schema/effects.h"

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <string>
#include <vector>

namespace assay::inspect {

/// The prims that use a feature, in the order of the lists of `physics`, each once; `/` where it is the stage. Nothing
/// where the model does not tell whether the asset uses it.
std::optional<std::vector<std::string>> uses_of(const model::Model& model, const model::Physics& physics,
                                                std::string_view feature);

/// The features that an asset uses at or below a prim, with what a reader makes of each, and those that the model does
/// not tell about.
nlohmann::ordered_json losses_json(const model::Model& model, const model::Physics& physics,
                                   const schema::Reader& reader, const std::string& prim);

}  // namespace assay::inspect
