#pragma once

#include "assay/base/result.h"
#include "assay/model/model.h"
#include "assay/model/physics.h"
#include "assay/schema/profile.h"
#include "assay/stage/chosen_variant.h"

#include <string>
#include <vector>

namespace assay::extract {

/// What extraction of physics is asked for.
struct PhysicsOptions {
  const schema::Profile* profile = nullptr;
  std::string selection = "authored";        // standard, physx, newton, mujoco or authored
  std::vector<stage::ChosenVariant> chosen;  // stronger than the selection
  int threads = 1;
};

/// The physics of one selection, and the names and opinions that it refers to.
struct PhysicsExtraction {
  model::Model model;
  model::Physics physics;
};

/// Composes one selection of the asset at an absolute path and records its physics.
Result<PhysicsExtraction> extract_physics(const std::string& path, const PhysicsOptions& options);

}  // namespace assay::extract
