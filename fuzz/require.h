#pragma once

#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace assay {

/// Ends the run as a fault, with the input kept, unless a rule of the code under test holds.
inline void require(bool holds, std::string_view rule, std::string_view place = {}) {
  if (holds) return;
  std::fprintf(stderr, "broken rule: %.*s (%.*s)\n", static_cast<int>(rule.size()), rule.data(),
               static_cast<int>(place.size()), place.data());
  std::abort();
}

}  // namespace assay
