#pragma once

#include "assay/stage/composed.h"

namespace assay::stage {

/// The offset that takes a time in a spec's layer to stage time [time codes]: of its arcs and of its sublayer, rates of
/// time codes included.
pxr::SdfLayerOffset stage_from_layer(const SpecSite& site);

/// Brings a value out of the layer of its spec: asset paths are evaluated, anchored to the layer and resolved, time
/// codes become stage time; in arrays, edits of arrays and dictionaries too. The asset's resolver context must be
/// bound.
void bring_to_stage(const SpecSite& site, pxr::VtValue& value);

}  // namespace assay::stage
