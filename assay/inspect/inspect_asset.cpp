#include "assay/inspect/inspect_asset.h"

#include "assay/base/nearest_names.h"
#include "assay/extract/physics/extract_physics.h"
#include "assay/inspect/document.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <filesystem>

namespace assay::inspect {
namespace {

/// The error for a prim without physics at or below it, with the nearest that have some.
Error no_physics(const std::string& prim, const std::vector<std::string>& known) {
  const std::vector<std::string> near = nearest_names(prim, known);
  const std::string hint = near.empty() ? "`assay inspect` without a prim shows what has physics"
                                        : fmt::format("did you mean {}?", fmt::join(near, ", "));
  return {ErrorCode::NotFound, fmt::format("nothing at or below <{}> has physics in this selection; {}", prim, hint),
          "", 0, 0};
}

}  // namespace

Result<std::string> inspect_asset(const std::string& path, const InspectOptions& options) {
  const Result<extract::PhysicsExtraction> extracted =
      extract::extract_physics(path, {options.profile, options.selection, options.chosen, options.lens != nullptr});
  if (!extracted) return extracted.error();
  const model::Model& model = extracted.value().model;
  const model::Physics& physics = extracted.value().physics;
  if (options.prim != "/" && !has_physics(model, physics, options.prim))
    return no_physics(options.prim, prims_of(model, physics));
  const DocumentOptions wanted{std::filesystem::path(path).filename().string(), options.prim, options.lens};
  return document_of(model, physics, wanted).dump(1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) +
         "\n";
}

}  // namespace assay::inspect
