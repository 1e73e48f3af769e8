#pragma once

#include "assay/base/result.h"

#include <string>
#include <vector>

namespace assay::check {

/// A file that may be an asset's root layer.
struct Candidate {
  std::string path;              // absolute
  std::string shown;             // as the user would name it
  bool found_in_folder = false;  // then it is an asset only when no other candidate uses it
};

/// What the paths on a command line stand for.
struct FoundAssets {
  std::vector<Candidate> candidates;  // each file once; a folder's files shallowest first, then by name
  std::vector<Error> errors;          // paths that stand for nothing
  std::string common_folder;          // deepest absolute folder that holds every given file and folder
};

/// Resolves files, folders (searched for USD files, hidden ones left out), globs, and @list files with a path per line.
FoundAssets find_assets(const std::vector<std::string>& paths);

}  // namespace assay::check
