#pragma once

#include <string>

namespace assay::stage {

/// A variant selection that is made from outside, stronger than anything in the asset.
struct ChosenVariant {
  std::string prim;
  std::string variant_set;
  std::string option;
};

}  // namespace assay::stage
