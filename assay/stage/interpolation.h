#pragma once

#include "assay/stage/openusd.h"

namespace assay::stage {

/// The value between two time samples, `alpha` in [0, 1] of the way: linear for half, float, double, time codes,
/// vectors and matrices of these, spherical for quaternions, and so for arrays of equal size; `lower` for anything
/// else. Source: UsdStage::SetInterpolationType, its default.
pxr::VtValue interpolated(const pxr::VtValue& lower, const pxr::VtValue& upper, double alpha);

/// The value of a layer's time samples at a time of that layer [time codes]: held before the first and after the last.
/// A block for a blocked sample, empty without samples.
pxr::VtValue sampled_value(const pxr::SdfLayer& layer, const pxr::SdfPath& path, double time);

}  // namespace assay::stage
