#pragma once

#include "assay/extract/physics/reading.h"
#include "assay/geometry/bounds.h"

namespace assay::extract {

/// The box that a Boundable fills in its own axes [stage units]: its attribute `extent`, else what UsdGeom computes for
/// its type at the default time; empty where there is neither. PointInstancers must have been read. Source:
/// UsdGeomBoundable::ComputeExtent.
geometry::Bounds read_extent(Reading& reading, const PhysicsPrim& prim);

}  // namespace assay::extract
