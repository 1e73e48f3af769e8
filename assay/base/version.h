#pragma once

#include <string_view>

namespace assay {

/// Assay's own version.
inline constexpr std::string_view version = "0.1.0";

}  // namespace assay
