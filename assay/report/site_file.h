#pragma once

#include "assay/base/finding.h"

#include <string>
#include <vector>

namespace assay::report {

/// A layer as a file on disk.
struct SiteFile {
  std::string path;    // relative like the root layer's path that it was made from
  std::string member;  // path inside the package; empty when the layer is the file itself
};

/// Where a layer that findings name is, seen from where the path of the asset's root layer starts.
SiteFile site_file(const std::string& root_layer, const std::string& layer);

/// The path of a prim with the property's name, where there is one.
std::string object_path(const std::string& prim, const std::string& property);

/// `1 error`, `2 errors`.
std::string counted(std::size_t count, const std::string& noun);

}  // namespace assay::report
