#pragma once

#include "assay/schema/effects.h"

#include <string>
#include <vector>

namespace assay::cli {

/// What `assay effects` prints.
struct EffectsChoice {
  std::vector<const schema::Feature*> features;
  std::vector<const schema::Reader*> readers;
  std::vector<const schema::RuntimeDefault*> defaults;
};

/// The document assay.effects/1.
std::string effects_json(const EffectsChoice& choice);

}  // namespace assay::cli
