#pragma once

#include <string_view>

namespace assay {

/// Assay's own version.
inline constexpr std::string_view version = "0.1.0";

/// The OpenUSD that reads and composes.
inline constexpr std::string_view openusd_version = "26.8";

}  // namespace assay
