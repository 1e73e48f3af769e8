#pragma once

#include "assay/geometry/primitives.h"
#include "assay/geometry/shape_integrals.h"

#include <optional>

namespace assay::geometry {

/// Integrals over a primitive in its own frame, in closed form; nothing when a length is negative or not finite.
/// Source: CRC Standard Mathematical Tables, "Moments of inertia", for sphere, box and frustum; balls cut by planes for
/// the capsule.
std::optional<ShapeIntegrals> integrals_of(const Primitive& primitive);

}  // namespace assay::geometry
