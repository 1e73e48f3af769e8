#pragma once

#include "assay/stage/composed.h"

#include <optional>
#include <span>

namespace assay::stage {

/// The targets of a relationship or the connections of an attribute, in the namespace of the composed stage.
struct Targets {
  pxr::SdfPathVector paths;
  bool has_opinions = false;   // some spec states a list, be it empty
  pxr::PcpErrorVector errors;  // targets that no arc maps, forbidden ones, …; these are not among the paths
};

/// The targets of a relationship of a composed prim.
Targets relationship_targets(const Composed& composed, const pxr::PcpPrimIndex& index, const pxr::SdfPath& property);

/// The same where the specs that have the relationship are known, strongest first.
Targets relationship_targets(const Composed& composed, const pxr::PcpPrimIndex& index, const pxr::SdfPath& property,
                             std::span<const SpecSite> specs);

/// The targets that the only spec of a relationship states, where that spec names prims which its arcs map; nothing
/// where more has to be asked than the spec, or where it is no relationship's.
std::optional<Targets> targets_of_only_spec(const SpecSite& spec, const pxr::TfToken& name);

/// The connections of an attribute of a composed prim.
Targets attribute_connections(const Composed& composed, const pxr::PcpPrimIndex& index, const pxr::SdfPath& property);

}  // namespace assay::stage
