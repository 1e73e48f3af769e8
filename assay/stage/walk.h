#pragma once

#include "assay/stage/composed.h"

#include <functional>
#include <vector>

namespace assay::stage {

/// One composed prim as a walk meets it.
struct PrimVisit {
  pxr::SdfPath path;
  const pxr::PcpPrimIndex* index = nullptr;
  std::vector<SpecSite> sites;  // strongest first
  pxr::SdfSpecifier specifier = pxr::SdfSpecifierOver;
  bool is_active = true;
  bool is_defined = true;    // it and all prims above it have a defining specifier
  bool is_abstract = false;  // it or a prim above it is a class
  bool is_instance = false;
  bool is_instance_proxy = false;  // below an instance
};

/// Calls `visit` with each composed prim at and below `root` but the pseudo-root, parents first, siblings in composed
/// order; prims inside instances come under each instance, inactive prims without what is below them. What lies above
/// `root` counts as defined and concrete.
void walk_prims(const Composed& composed, const std::function<void(const PrimVisit&)>& visit,
                const pxr::SdfPath& root = pxr::SdfPath::AbsoluteRootPath());

/// The composed specifier: the strongest `def`, or `class` that no direct inherit brings; then any `class`; else
/// `over`.
pxr::SdfSpecifier specifier_of(const std::vector<SpecSite>& sites);

}  // namespace assay::stage
