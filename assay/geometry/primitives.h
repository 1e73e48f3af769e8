#pragma once

#include <Eigen/Geometry>

#include <variant>

namespace assay::geometry {

/// The axis along which a solid of revolution lies. Source: UsdGeom's attribute `axis`.
enum class Axis { X, Y, Z };

/// Ball about the origin.
struct Sphere {
  double radius = 0;  // [m]
};

/// Box about the origin, along the axes; UsdGeomCube has three times size / 2.
struct Box {
  Eigen::Vector3d half_extents = Eigen::Vector3d::Zero();  // [m]
};

/// Part of a cone between two discs across the axis, at -height / 2 and +height / 2: UsdGeomCylinder and
/// UsdGeomCylinder_1, and UsdGeomCone, whose top is its apex.
struct Frustum {
  double radius_bottom = 0;  // [m]
  double radius_top = 0;     // [m]
  double height = 0;         // [m]
  Axis axis = Axis::Z;
};

/// Convex hull of two balls whose centres lie on the axis, at -height / 2 and +height / 2: UsdGeomCapsule and
/// UsdGeomCapsule_1. Where one ball holds the other, it is that ball. Source: UsdGeomCapsule_1, whose flank is tangent
/// to both balls, as GeomUtilCapsuleMeshGenerator draws it.
struct TaperedCapsule {
  double radius_bottom = 0;  // [m]
  double radius_top = 0;     // [m]
  double height = 0;         // between the centres [m]
  Axis axis = Axis::Z;
};

using Primitive = std::variant<Sphere, Box, Frustum, TaperedCapsule>;

/// UsdGeomCube of this edge length.
Box cube(double size);

/// UsdGeomCylinder.
Frustum cylinder(double radius, double height, Axis axis = Axis::Z);

/// UsdGeomCone: the base at -height / 2, the apex at +height / 2.
Frustum cone(double radius, double height, Axis axis = Axis::Z);

/// UsdGeomCapsule: `height` is that of its cylinder alone.
TaperedCapsule capsule(double radius, double height, Axis axis = Axis::Z);

/// Whether all lengths are finite and none is below 0.
bool is_valid(const Primitive& primitive);

/// Rotation from the frame in which a solid of revolution lies along z. Its columns are x, y, z in another order, so
/// that numbers stay what they are.
Eigen::Matrix3d shape_from_z(Axis axis);

}  // namespace assay::geometry
