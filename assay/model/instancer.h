#pragma once

#include "assay/model/provenance.h"

#include <cstddef>
#include <vector>

namespace assay::model {

/// What a PointInstancer repeats.
struct Prototype {
  NameIndex path = 0;
  bool exists = false;             // a composed prim
  std::size_t instance_count = 0;  // that are shown
  std::vector<NameIndex> bodies;   // prims with PhysicsRigidBodyAPI, itself included
  std::vector<NameIndex> colliders;
};

/// A UsdGeomPointInstancer. Its prototypes are no prims of the scene: their bodies and colliders stand here alone.
struct Instancer {
  NameIndex path = 0;
  std::size_t instance_count = 0;   // entries of protoIndices
  std::size_t inactive_count = 0;   // of these by inactiveIds
  std::size_t invisible_count = 0;  // of the others by invisibleIds
  std::size_t unknown_count = 0;    // of the others, whose index names no prototype
  std::vector<Prototype> prototypes;
};

}  // namespace assay::model
