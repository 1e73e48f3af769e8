#pragma once

#include "assay/geometry/bounds.h"
#include "assay/model/physics.h"

#include <functional>

namespace assay::model {

/// How far prims reach along the axes of the world [m]; empty where there is nothing.
struct Extents {
  geometry::Bounds drawn;      // what an image shows
  geometry::Bounds collision;  // enabled colliders; planes have no end and do not count
};

/// What an image shows and what collides together.
inline geometry::Bounds all_of(const Extents& extents) { return extents.drawn.merged(extents.collision); }

/// The extents of the drawn prims and colliders that `holds` is true for.
Extents extents_of(const Physics& physics, const std::function<bool(NameIndex path)>& holds);

}  // namespace assay::model
