#pragma once

namespace assay::stage {

/// Makes OpenUSD open regular files alone, for this process: a pipe would hold it until somebody writes, a device might
/// never end. To be called before OpenUSD resolves its first path.
void open_regular_files_only();

}  // namespace assay::stage
