#pragma once

#include "assay/extract/physics/reading.h"
#include "assay/geometry/bounds.h"

namespace assay::extract {

/// The geometry of a prim as a collider, and the solid that it is under the prim's world scale.
struct ReadShape {
  model::Shape shape;
  model::VolumeMethod method = model::VolumeMethod::None;
  geometry::ShapeIntegrals solid;  // [m] in world axes about the world's origin
  geometry::Bounds bounds;         // [m] in the world
};

/// The map from a prim's own coordinates [stage units] to the world [m].
Eigen::Affine3d world_from_coordinates(const Reading& reading, const PhysicsPrim& prim);

/// Reads the shape of a prim with PhysicsCollisionAPI. A round shape under unequal scale takes the largest of the
/// factors that make its radius. Source: UsdPhysics parse utilities.
ReadShape read_shape(Reading& reading, const PhysicsPrim& prim, const WorldParts& parts,
                     std::string_view approximation);

/// The attribute `points` [stage units]; empty where it holds none.
std::vector<Eigen::Vector3d> read_points(Reading& reading, const PhysicsPrim& prim);

}  // namespace assay::extract
