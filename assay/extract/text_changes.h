#pragma once

#include "assay/extract/apply_fixes.h"

#include <vector>

namespace assay::extract {

/// What each order, carried out alone, changes in the text of its layers, which are named by the paths of their files:
/// the very changes that apply_fixes makes. Empty for an order that would be refused, and for one that would write a
/// layer anew.
std::vector<std::vector<LayerChange>> text_changes(const std::vector<FixOrder>& orders);

}  // namespace assay::extract
