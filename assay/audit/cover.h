#pragma once

#include "assay/audit/manifest.h"

#include <string_view>
#include <unordered_map>
#include <vector>

namespace assay::audit {

/// The path above; empty above a prim at the root.
std::string_view parent_path(std::string_view path);

/// Which part covers a prim: the nearest from the prim up. Of parts with one path, the first.
class Cover {
 public:
  explicit Cover(const std::vector<Part>& parts);

  /// Null where no part covers the prim.
  const Part* part_of(std::string_view path) const;

 private:
  std::unordered_map<std::string_view, const Part*> parts_;
};

}  // namespace assay::audit
