#pragma once

#include "assay/stage/composed.h"

#include <vector>

namespace assay::stage {

/// The metadata fields that some spec of a prim authors, or of its property `property` where one is named, sorted. Left
/// out are arcs, variants, clips, values, targets and children: what composition itself consumes.
std::vector<pxr::TfToken> authored_metadata(const std::vector<SpecSite>& sites, const pxr::TfToken& property = {});

/// The composed value of a field, in stage terms; empty when no spec authors it. List ops are composed into an explicit
/// one and dictionaries are merged key by key; of anything else the strongest opinion holds. The asset's resolver
/// context must be bound.
pxr::VtValue resolve_metadata(const std::vector<SpecSite>& sites, const pxr::TfToken& field,
                              const pxr::TfToken& property = {});

/// The metadata of the stage itself: session layer over root layer, never sublayers.
std::vector<SpecSite> stage_sites(const Asset& asset, const Composed& composed);

/// The names of the properties that some spec of a prim has, in dictionary order with the composed propertyOrder
/// applied.
std::vector<pxr::TfToken> property_names(const std::vector<SpecSite>& sites);

/// Brings names of properties that specs of a prim have, each once, into that order.
void order_properties(const std::vector<SpecSite>& sites, std::vector<pxr::TfToken>& names);

/// What the specs of a property declare.
struct PropertyDeclaration {
  bool is_relationship = false;
  pxr::TfToken type;  // value type of an attribute, as authored
  pxr::SdfVariability variability = pxr::SdfVariabilityVarying;
  bool is_custom = false;
};

/// The strongest type, the weakest variability, and custom where any spec says so.
PropertyDeclaration declaration_of(const std::vector<SpecSite>& sites, const pxr::TfToken& name);

}  // namespace assay::stage
