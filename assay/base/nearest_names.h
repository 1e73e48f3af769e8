#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace assay {

/// The names that somebody who wrote `name` may have meant, the nearest first: those that hold all of it, differ in a
/// few letters, or are paths that end in the same name.
std::vector<std::string> nearest_names(std::string_view name, const std::vector<std::string>& known);

}  // namespace assay
