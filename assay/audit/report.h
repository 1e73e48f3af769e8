#pragma once

#include "assay/audit/difference.h"
#include "assay/model/physics.h"

#include <string>
#include <vector>

namespace assay::audit {

/// The outcome of an audit.
struct Audit {
  std::string asset;          // as the report names it
  std::string manifest_file;  // likewise
  double size = 1;            // [m] that lengths were compared by
  std::vector<Difference> differences;
};

/// The document assay.audit/1.
std::string audit_json(const Audit& audit, const Manifest& manifest, const model::Physics& physics);

}  // namespace assay::audit
