#pragma once

#include "assay/inspect/lens_cases.h"

namespace assay::inspect {

inline std::vector<Case> collider_cases() {
  const auto on_kinematic = [](SampleAsset& asset) { arm(asset).kinematic.value = true; };
  const auto ends = [](double bottom) {
    return [bottom](SampleAsset& asset) {
      box(asset).shape.kind = ShapeKind::TaperedCapsule;
      box(asset).shape.radius = 1;
      box(asset).shape.bottom_radius = bottom;
    };
  };
  const Texts box_path = {"/Robot/arm/box"};
  return {
      {"shape-cone", shape(ShapeKind::Cone), box_path, shape(ShapeKind::Cylinder)},
      {"shape-cylinder-axis", shape(ShapeKind::Cylinder, "X"), box_path, shape(ShapeKind::Cylinder)},
      {"shape-cylinder-exact", shape(ShapeKind::Cylinder), box_path, shape(ShapeKind::Capsule)},
      {"shape-tapered", ends(2), box_path, ends(1)},
      {"shape-points", shape(ShapeKind::Points), box_path, shape(ShapeKind::Mesh)},
      {"shape-plane-axis", shape(ShapeKind::Plane, "Y"), box_path, shape(ShapeKind::Plane)},
      {"plane-on-dynamic", shape(ShapeKind::Plane), box_path, both(shape(ShapeKind::Plane), on_kinematic)},
      {"round-nonuniform-scale", scaled(ShapeKind::Sphere, 1, 2, 1), box_path, scaled(ShapeKind::Sphere, 2, -2, 2)},
      {"round-nonuniform-scale", scaled(ShapeKind::Cylinder, 1, 2, 1), box_path, scaled(ShapeKind::Cylinder, 2, 2, 5)},
      {"round-nonuniform-scale", scaled(ShapeKind::Capsule, 1, 1, 2), box_path, scaled(ShapeKind::Box, 1, 2, 3)},
      {"trigger-mesh", both(mesh("none"), schema("/Robot/arm/box", "PhysxTriggerAPI")), box_path,
       both(mesh("convexHull"), schema("/Robot/arm/box", "PhysxTriggerAPI"))},
      {"contact-margin-split", value("/Robot/arm/box", "mjc:margin", "0.1"), box_path,
       value("/Robot/arm/box", "mjc:margins", "0.1")},
      {"visibility-hidden", [](SampleAsset& asset) { box(asset).is_visible = false; }, box_path,
       [](SampleAsset& asset) { box(asset).is_drawn = false; }},
      {"instanced-collider", [](SampleAsset& asset) { box(asset).is_in_instance = true; }, box_path},
      {"default-friction", [](SampleAsset& asset) { box(asset).material.reset(); }, box_path},
      {"mesh-triangles-dynamic", mesh("none"), box_path, mesh("none", true)},
      {"mesh-triangles-dynamic", mesh("meshSimplification"), box_path, mesh("convexHull")},
      {"mesh-triangles-static", mesh("none", true), box_path, mesh("none")},
      {"mesh-triangles-static", both(mesh("none"), on_kinematic), box_path, both(mesh("sdf"), on_kinematic)},
      {"mesh-decomposition", mesh("convexDecomposition"), box_path, mesh("convexHull")},
      {"mesh-bounding", mesh("boundingCube"), box_path, mesh("convexHull")},
      {"mesh-bounding", mesh("boundingSphere"), box_path,
       [](SampleAsset& asset) { box(asset).approximation.value = asset.name("boundingSphere"); }},
      {"mesh-sdf", mesh("sdf"), box_path, mesh("none")},
      {"mesh-sdf", both(mesh("none"), schema("/Robot/arm/box", "PhysxSDFMeshCollisionAPI")), box_path,
       schema("/Robot/arm/box", "PhysxConvexHullCollisionAPI")},
      {"mesh-sphere-fill", mesh("sphereFill"), box_path, mesh("sdf")},
      {"approximation-unknown", mesh("convexhull"), box_path, mesh("convexHull")},
      {"collider-principal-axes",
       [](SampleAsset& asset) {
         box(asset).authored_mass.principal_axes = asset.authored(Eigen::Vector4d(1, 0, 0, 0));
       },
       box_path,
       [](SampleAsset& asset) {
         box(asset).authored_mass.principal_axes = asset.authored(Eigen::Vector4d(0, 0, 0, 0));
       }},
  };
}

inline std::vector<Case> material_cases() {
  const auto frictions = [](double stuck, double sliding) {
    return [=](SampleAsset& asset) {
      rubber(asset).static_friction.value = stuck;
      rubber(asset).dynamic_friction.value = sliding;
    };
  };
  const Texts path = {"/Robot/rubber"};
  return {
      {"static-friction", frictions(0.5, 0.4), path, frictions(0.5, 0.499)},
      {"restitution", [](SampleAsset& asset) { rubber(asset).restitution.value = 0.1; }, path},
      {"friction-combine", value("/Robot/rubber", "physxMaterial:frictionCombineMode", "\"max\""), path,
       value("/Robot/rubber", "physxMaterial:compliantContactStiffness", "1")},
  };
}

}  // namespace assay::inspect
