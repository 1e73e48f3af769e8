#pragma once

#include "assay/base/result.h"
#include "assay/model/model.h"
#include "assay/model/physics.h"

#include <string>
#include <vector>

namespace assay::audit {

/// The manifest of an asset as it is, with comments; auditing the asset against it finds nothing. `title` names the
/// asset in the first comment. Fails where there is nothing to audit or a number is not finite.
Result<std::string> manifest_of(const model::Model& model, const model::Physics& physics, const std::string& title);

}  // namespace assay::audit
