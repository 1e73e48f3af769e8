#pragma once

#include "assay/base/result.h"

#include <string>
#include <vector>

namespace assay::stage {

/// Makes OpenUSD ready in this process: no output of its own, `threads` worker threads, no settings from the
/// environment. Fails when the runtime beside the executable is incomplete, since then apiSchemas would read as empty
/// without a word.
Result<bool> start_openusd(int threads);

}  // namespace assay::stage
