#include "assay/model/extents.h"

namespace assay::model {

Extents extents_of(const Physics& physics, const std::function<bool(NameIndex path)>& holds) {
  Extents extents;
  for (const DrawnPrim& drawn : physics.drawn) {
    if (holds(drawn.path)) extents.drawn.extend(drawn.bounds);
  }
  for (const Collider& collider : physics.colliders) {
    if (collider.enabled.value && holds(collider.path)) extents.collision.extend(collider.bounds);
  }
  return extents;
}

}  // namespace assay::model
