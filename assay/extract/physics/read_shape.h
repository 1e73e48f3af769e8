#pragma once

#include "assay/extract/physics/reading.h"
#include "assay/geometry/bounds.h"

namespace assay::extract {

/// What a shape encloses under its prim's world scale.
struct ShapeVolume {
  model::VolumeMethod method = model::VolumeMethod::None;
  geometry::ShapeIntegrals solid;  // [m] in world axes about the world's origin
};

/// The geometry of a prim as a collider.
struct ReadShape {
  model::Shape shape;
  geometry::Bounds bounds;    // [m] in the world
  MeshSolid* mesh = nullptr;  // of a mesh, whose volume depends on the collider's approximation
  ShapeVolume volume;         // of other shapes
};

/// The map from a prim's own coordinates [stage units] to the world [m].
Eigen::Affine3d world_from_coordinates(const Reading& reading, const PhysicsPrim& prim);

/// Reads the shape of a prim with PhysicsCollisionAPI. A round shape under unequal scale takes the largest of the
/// factors that make its radius. Source: UsdPhysics parse utilities.
ReadShape read_shape(Reading& reading, const PhysicsPrim& prim, const WorldParts& parts);

/// What a mesh encloses as a collider of that approximation; `world_from_points` as world_from_coordinates gives it.
ShapeVolume mesh_volume(MeshSolid& mesh, const Eigen::Affine3d& world_from_points, std::string_view approximation);

/// The attribute `points` [stage units]; empty where it holds none.
std::vector<Eigen::Vector3d> read_points(Reading& reading, const PhysicsPrim& prim);

}  // namespace assay::extract
