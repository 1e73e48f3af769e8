#pragma once

#include "assay/base/result.h"
#include "assay/model/model.h"
#include "assay/model/physics.h"
#include "assay/schema/profile.h"
#include "assay/stage/chosen_variant.h"

#include <functional>
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

/// What the extraction of all selections leaves behind: the tables that they share.
class PhysicsSelections {
 public:
  PhysicsSelections();
  ~PhysicsSelections();
  PhysicsSelections(PhysicsSelections&&) noexcept;
  PhysicsSelections& operator=(PhysicsSelections&&) noexcept;

  model::Model model;
  std::string opened_as;        // the selection that the asset opens with
  int composition_count = 0;    // compositions of the whole asset that were made
  double composition_time = 0;  // that they took [s]

  /// The site of an opinion, with its line and column where the layer is text.
  Site locate(const model::Place& place) const;

 private:
  friend Result<PhysicsSelections> extract_physics_selections(
      const std::string& path, const schema::Profile& profile,
      const std::function<void(const model::Model&, const model::Physics&)>& visit);
  struct Sources;
  std::unique_ptr<Sources> sources_;
};

/// Opens the asset at an absolute path and calls `visit` with the physics of each of its selections, the same as
/// `extract_physics` makes it: standard, the runtimes that the asset has, and authored where it is another. What
/// `visit` gets lasts until it returns: selections that differ in the vendors' data and in the shapes of colliders
/// share all else; where that is not exact each is composed and read. `start` must have been called.
Result<PhysicsSelections> extract_physics_selections(
    const std::string& path, const schema::Profile& profile,
    const std::function<void(const model::Model&, const model::Physics&)>& visit);

/// Opens the asset at an absolute path, composes it for one selection and extracts its physics. Odd content never stops
/// it. `start` must have been called.
Result<PhysicsExtraction> extract_physics(const std::string& path, const PhysicsOptions& options);

}  // namespace assay::extract
