#pragma once

#include "assay/base/result.h"

#include <span>
#include <string>

namespace assay::stage {

/// What a file is to hold.
struct NewContent {
  std::string path;
  std::string bytes;
};

/// Replaces the content of files that are there. All new content is on the disk before the first file changes; each
/// then changes at once, so that whoever reads it finds the old bytes or the new ones. Modes are kept. On failure all
/// files are as they were, and nothing is left behind.
Result<bool> replace_files(std::span<const NewContent> contents);

}  // namespace assay::stage
