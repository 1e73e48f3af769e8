// The targets begin with OpenUSD ready.

#include "assay/stage/start.h"
#include "fuzz/require.h"

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  assay::require(static_cast<bool>(assay::stage::start_openusd(1)), "OpenUSD starts");
  return 0;
}
