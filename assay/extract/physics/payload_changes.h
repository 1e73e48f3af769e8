#pragma once

#include "assay/extract/physics/payload.h"
#include "assay/extract/physics/reading.h"

#include <optional>
#include <vector>

namespace assay::extract {

/// A prim of the base as it is under the payload.
struct Touched {
  std::size_t prim = 0;  // index into Reading::prims
  const PayloadPrim* payload = nullptr;
  std::size_t prim_class = 0;
  bool is_reshaped = false;
  PhysicsPrim overlaid;
};

/// A prim that only the payload has, in the order of the stage.
struct Added {
  std::size_t position = 0;  // before this prim of the base
  std::size_t depth = 0;     // of the prim of the base that it is below
  PhysicsPrim prim;
};

/// What a payload does to the prims of the base.
struct Changes {
  std::vector<Touched> touched;
  std::vector<Added> added;
};

/// What a payload does to the prims of the base, or nothing where it does more than can be read over it; the cases
/// stand in overlaid_physics.cpp. The base's tables of classes, opinions and names grow.
std::optional<Changes> find_changes(Reading& base, const Payload& payload);

}  // namespace assay::extract
