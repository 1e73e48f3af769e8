#pragma once

#include "assay/audit/manifest.h"
#include "assay/base/prim_path.h"

#include <string_view>
#include <unordered_map>
#include <vector>

namespace assay::audit {

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
