// Linked into every executable: drops the variables that OpenUSD's static initialisers would read, so that the
// environment cannot change a verdict. `main` is too late for that, hence .preinit_array.

#include <array>
#include <cstring>

namespace {

// the prefixes of the settings of OpenUSD, TBB and jemalloc
constexpr std::array<const char*, 21> prefixes = {
    "PXR_", "TF_", "AR_",   "SDF_",  "USD_", "USDA_",  "USDC_", "USDZ_",       "PCP_",     "PLUG_",      "VT_",
    "TS_",  "GF_", "WORK_", "ARCH_", "JS_",  "TRACE_", "TBB_",  "USDPHYSICS_", "USDGEOM_", "MALLOC_CONF"};

bool is_setting(const char* variable) {
  for (const char* prefix : prefixes) {
    if (std::strncmp(variable, prefix, std::strlen(prefix)) == 0) return true;
  }
  return false;
}

/// Compacts the environment in place; the C library takes it over afterwards, so `environ` is not set yet.
void drop_settings(int, char**, char** environment) {
  char** kept = environment;
  for (char** variable = environment; *variable != nullptr; ++variable) {
    if (!is_setting(*variable)) *kept++ = *variable;
  }
  *kept = nullptr;
}

}  // namespace

// the section must be of plain function pointers; `used` keeps the linker from dropping it
__attribute__((section(".preinit_array"),
               used)) static void (*const run_before_static_initialisers)(int, char**, char**) = drop_settings;
