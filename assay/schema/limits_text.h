#pragma once

#include <string_view>

namespace assay::schema {

/// The text of data/limits.toml.
std::string_view built_in_limits_text();

}  // namespace assay::schema
