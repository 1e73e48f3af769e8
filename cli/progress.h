#pragma once

#include <string>

namespace assay::cli {

/// Draws a bar over the assets done on a terminal's standard error; nothing elsewhere.
void draw_progress(int done, int count, const std::string& last);

/// Takes the bar away.
void clear_progress();

}  // namespace assay::cli
