#pragma once

/// Stops the process with the place and the condition when a fact that our own code guarantees does not hold.
/// Never for what a user's asset may contain. Exit code 70.
#define ASSAY_CHECK(condition) \
  ((condition) ? static_cast<void>(0) : ::assay::check_failed(#condition, __FILE__, __LINE__))

namespace assay {
[[noreturn]] void check_failed(const char* condition, const char* file, int line);
}
