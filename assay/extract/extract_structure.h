#pragma once

#include "assay/extract/recorder.h"

namespace assay::extract {

/// Records default prim and SimReady's variant metadata. Source: the root layer alone, since layer metadata does not
/// compose.
void extract_root_layer(Recorder& recorder);

/// Whether a layer of the asset, and not only our selection, has something to say of a prim.
bool has_prim(const stage::Composed& composed, const pxr::SdfPath& path);

/// Adds what one composition shows of the variant sets on a prim: options and sections in every layer, the default
/// selection. Sections that another composition showed are kept once.
void extract_variant_sets(Recorder& recorder, const stage::Composed& composed, const pxr::SdfPath& prim);

/// Settles for each Enabled payload whether its file could be opened, after all compositions were made.
void settle_payloads(Recorder& recorder);

}  // namespace assay::extract
