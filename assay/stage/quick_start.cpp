// Linked into every executable: settings and definitions that come before those of libraries, as an executable's
// symbols do.

#include <pxr/arch/timing.h>

// jemalloc's: large pages, which spare most page faults and misses while a layer of many prims is read
extern "C" {
extern const char* malloc_conf;
const char* malloc_conf = "thp:always";  // NOLINT(readability-identifier-naming)
}

ARCH_NAMESPACE_OPEN_SCOPE

// When OpenUSD's libraries start, the trace collector measures for up to 10 ms what tracing costs. Nothing here traces.
uint64_t Arch_MeasureExecutionTime(uint64_t, bool* reached_consensus, const void*,  // NOLINT
                                   uint64_t (*)(const void*, int)) {
  if (reached_consensus != nullptr) *reached_consensus = true;
  return 1;
}

ARCH_NAMESPACE_CLOSE_SCOPE
