#pragma once

#include "assay/model/model.h"
#include "assay/model/physics.h"
#include "assay/schema/effects.h"

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace assay::inspect {

/// What a document is to hold.
struct DocumentOptions {
  std::string asset;                     // name of the root layer
  std::string prim = "/";                // only what is this prim, lies below it or is joined to it
  const schema::Reader* lens = nullptr;  // adds what this reader makes of the asset
  std::size_t most_pairs = 10'000;
};

/// The document `assay.inspect/1`: SI units and radians, prims by path. `model` has the names and opinions of
/// `physics`.
nlohmann::ordered_json document_of(const model::Model& model, const model::Physics& physics,
                                   const DocumentOptions& options);

/// Whether anything of the physics is this prim or lies below it.
bool has_physics(const model::Model& model, const model::Physics& physics, const std::string& prim);

/// The prims with physics, in stage order, each once.
std::vector<std::string> prims_of(const model::Model& model, const model::Physics& physics);

}  // namespace assay::inspect
