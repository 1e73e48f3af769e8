#pragma once

#include "assay/base/edit.h"
#include "assay/stage/openusd.h"

#include <optional>
#include <string>
#include <vector>

namespace assay::extract {

/// A layer as edits name it.
struct NamedLayer {
  pxr::SdfLayerRefPtr layer;
  std::string name;
};

/// Edits that take everything but the payload out of a variant section and write it into the payload's layer, below the
/// prim that the payload targets. Nothing when part of it cannot move: arcs, other metadata, paths that lead outside of
/// the prim, names of files, or a section that is not text.
std::optional<std::vector<Edit>> edits_to_payload(const NamedLayer& source, const pxr::SdfPath& section,
                                                  const NamedLayer& payload, const pxr::SdfPath& target);

}  // namespace assay::extract
