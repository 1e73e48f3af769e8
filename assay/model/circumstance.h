#pragma once

#include "assay/model/provenance.h"

namespace assay::model {

/// A fact beside the physics itself that some runtime reacts to. Each names the prim that it is about.
enum class CircumstanceKind : std::uint8_t {
  AnimatedBody,        // a transform at or above the body, up to a reset of the stack, has time samples or a spline
  BoundedPlane,        // a plane collider states a width or length
  EmptyScale,          // a drawn shape that is no collider is scaled to nothing in the world
  FlatMesh,            // the points of a mesh, collider or drawn, lie in a plane
  JointState,          // PhysicsJointStateAPI is applied
  MassAlone,           // PhysicsMassAPI is applied to what is neither a body nor a collider
  MergedInInstance,    // PhysxMeshMergeCollisionAPI is applied inside an instance
  PhysicsMaterial,     // a collider's material for the purpose physics is another than the one for all purposes
  PrototypePhysics,    // a prototype of a PointInstancer has physics
  ProxyOfCollider,     // a drawn Gprim has a proxyPrim, and it or that prim collides
  SubsetMaterial,      // a GeomSubset of a collider binds a physics material
  TextureWithoutFile,  // a UsdUVTexture has no inputs:file
};

struct Circumstance {
  NameIndex prim = 0;
  CircumstanceKind kind = CircumstanceKind::AnimatedBody;
};

}  // namespace assay::model
