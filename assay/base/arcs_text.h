#pragma once

#include "assay/base/finding.h"

#include <string>
#include <vector>

namespace assay {

/// The way from the root layer to an opinion in one line: `asset.usda </Root> → payload arm.usda </Arm>`.
std::string arcs_text(const std::vector<Arc>& arcs);

}  // namespace assay
