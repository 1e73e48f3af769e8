#pragma once

#include "assay/stage/composed.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace assay::extract {

/// What a selection chooses on the default prim: all runtime sets Disabled but that of the runtime it is named after;
/// nothing for `authored`, and where there is no default prim.
std::vector<stage::ChosenVariant> runtime_choices(std::string_view selection, const std::string& default_prim);

/// The option that is selected of each runtime variant set that the default prim has.
std::map<std::string, std::string> runtime_options(const stage::Composed& composed, const std::string& default_prim);

/// Every runtime Enabled at once.
std::vector<stage::ChosenVariant> all_enabled(const std::string& default_prim);

}  // namespace assay::extract
