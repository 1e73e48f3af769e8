#pragma once

#include "assay/schema/runtime.h"

#include <cstdint>

namespace assay::extract {

/// Which of the selections that one walk records keep something, by the bit of their index.
using SelectionMask = std::uint8_t;

constexpr SelectionMask all_selections = 0x0F;  // a bit for each target

constexpr SelectionMask bit_of(Target target) {
  return static_cast<SelectionMask>(1U << static_cast<unsigned>(target));
}

}  // namespace assay::extract
