#pragma once

#include "assay/geometry/bounds.h"
#include "assay/geometry/mesh_integrals.h"
#include "assay/model/mass.h"
#include "assay/model/pose.h"

#include <string>
#include <vector>

namespace assay::model {

enum class ShapeKind : std::uint8_t {
  Sphere,
  Box,
  Capsule,
  Cylinder,
  Cone,
  TaperedCapsule,
  TaperedCylinder,
  Plane,
  Mesh,
  Points,
  Other,  // a prim that UsdPhysics gives no shape
};

/// How the volume of a shape is known.
enum class VolumeMethod : std::uint8_t {
  ClosedForm,  // of a primitive under its world scale
  ClosedMesh,  // the divergence theorem over faces that enclose a volume
  OpenMesh,    // the same over faces that do not: the number depends on where the holes are
  ConvexHull,  // of the points, since the collider is approximated by it
  None,        // planes, points, unreadable shapes
};

/// The geometry of a collider in the axes of its prim, its dimensions as they are drawn.
struct Shape {
  ShapeKind kind = ShapeKind::Other;
  std::string axis = "Z";                                  // of capsules, cylinders, cones and planes
  Eigen::Vector3d half_extents = Eigen::Vector3d::Zero();  // [m] of a box, before world scale
  double radius = 0;                                       // [m] before world scale; at the top where tapered
  double bottom_radius = 0;                                // [m] likewise
  double half_height = 0;                                  // [m] likewise, without caps
  std::size_t point_count = 0;
  std::size_t face_count = 0;
  geometry::MeshFacts mesh;  // of a mesh
};

/// Faces of a mesh that are bound to a material of their own: a UsdGeomSubset of the family materialBind.
struct MaterialSubset {
  NameIndex path = 0;
  std::size_t face_count = 0;
  MaterialIndex material = 0;  // that the subset itself binds for the purpose `physics`
};

/// A prim with PhysicsCollisionAPI.
struct Collider {
  NameIndex path = 0;
  NameIndex type = 0;
  Field<bool> enabled{.value = true};
  Shape shape;
  Field<NameIndex> approximation;  // of a mesh; `none` where PhysicsMeshCollisionAPI does not say
  Pose world_from_shape;           // the prim's frame without scale
  Eigen::Vector3d world_scale = Eigen::Vector3d::Ones();
  Eigen::Matrix3d world_from_shape_linear = Eigen::Matrix3d::Identity();  // the prim's axes, scale and shear included
  std::optional<BodyIndex> body;          // the nearest enabled body from here up; none for static colliders
  std::optional<MaterialIndex> material;  // bound for the purpose `physics`
  std::vector<MaterialSubset> subsets;    // of a mesh
  NameIndex purpose = 0;
  bool is_visible = true;
  bool is_drawn = true;  // purpose default, render or proxy, and visible
  bool is_in_instance = false;
  geometry::Bounds bounds;  // of the effective shape in the world [m]; of a mesh those of its points; none of a plane
  geometry::Bounds drawn_bounds;  // [m] in the world where an image shows the prim; empty where it does not
  VolumeMethod volume_method = VolumeMethod::None;
  geometry::ShapeIntegrals solid;  // of the shape under its world scale [m], in the axes and origin of the body
                                   // that owns it, else of the world
  AuthoredMass authored_mass;
};

}  // namespace assay::model
