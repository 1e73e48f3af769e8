#pragma once

#include "assay/model/model.h"
#include "assay/model/physics.h"
#include "assay/schema/effects.h"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

namespace assay::inspect {

/// The prims that use a feature, in the order of the lists of `physics`, each once; `/` where it is the stage. Some
/// features are used by what the reader does not own. `physics` must have its circumstances.
std::vector<std::string> uses_of(const model::Model& model, const model::Physics& physics, const schema::Reader& reader,
                                 std::string_view feature);

/// The features that an asset uses at or below a prim, with what a reader makes of each and of the colliders' shapes.
nlohmann::ordered_json losses_json(const model::Model& model, const model::Physics& physics,
                                   const schema::Reader& reader, const std::string& prim);

}  // namespace assay::inspect
