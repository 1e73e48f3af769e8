#pragma once

#include "assay/stage/chosen_variant.h"

#include <string>
#include <string_view>
#include <vector>

namespace assay::extract {

/// What a selection chooses on the default prim: all runtime sets Disabled but that of the runtime it is named after;
/// nothing for `authored`, and where there is no default prim.
std::vector<stage::ChosenVariant> runtime_choices(std::string_view selection, const std::string& default_prim);

/// Every runtime Enabled at once.
std::vector<stage::ChosenVariant> all_enabled(const std::string& default_prim);

}  // namespace assay::extract
