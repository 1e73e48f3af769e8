#pragma once

#include "assay/base/result.h"
#include "assay/model/model.h"
#include "assay/model/physics.h"
#include "assay/schema/profile.h"
#include "assay/stage/chosen_variant.h"

#include <memory>
#include <string>
#include <vector>

namespace assay::extract {

/// What the extraction of physics is asked for.
struct PhysicsOptions {
  const schema::Profile* profile = nullptr;
  std::string selection = "authored";        // standard, physx, newton, mujoco or authored
  std::vector<stage::ChosenVariant> chosen;  // further variants
  bool wants_circumstances = false;
};

/// The physics of one selection, with the tables that its opinions and names point into.
class PhysicsExtraction {
 public:
  PhysicsExtraction();
  ~PhysicsExtraction();
  PhysicsExtraction(PhysicsExtraction&&) noexcept;
  PhysicsExtraction& operator=(PhysicsExtraction&&) noexcept;

  model::Model model;
  model::Physics physics;

  /// The site of an opinion, with its line and column where the layer is text.
  Site locate(const model::Place& place) const;

 private:
  friend Result<PhysicsExtraction> extract_physics(const std::string& path, const PhysicsOptions& options);
  struct Sources;
  std::unique_ptr<Sources> sources_;
};

/// Opens the asset at an absolute path, composes it for one selection and extracts its physics. Odd content never stops
/// it. `start` must have been called.
Result<PhysicsExtraction> extract_physics(const std::string& path, const PhysicsOptions& options);

}  // namespace assay::extract
