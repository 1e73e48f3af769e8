#pragma once

#include "assay/stage/composed.h"

#include <string>
#include <vector>

namespace assay::stage {

/// A composition error in the words of a report.
struct ArcError {
  std::string kind;     // sublayer, reference, payload, inherit, specialize, cycle, …
  std::string subject;  // asset path, prim path or ring
  std::string detail;
  bool loses_content = true;
  pxr::SdfPath prim;                     // composed prim
  const pxr::SdfLayer* layer = nullptr;  // where the arc is authored; null when unknown
  pxr::SdfPath spec_path;                // its spec there
  std::string field;                     // references, payload, subLayers, …
};

/// The composition errors of one selection, each once, in a stable order.
std::vector<ArcError> arc_errors(const Asset& asset, const Composed& composed);

}  // namespace assay::stage
