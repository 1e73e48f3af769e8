#include "assay/extract/physics/read_shape.h"

#include "assay/geometry/convex_shape.h"
#include "assay/geometry/primitive_integrals.h"
#include "assay/model/effective_shape.h"

#include <array>
#include <utility>

namespace assay::extract {
namespace {

using namespace pxr;
using model::ShapeKind;

// source: UsdGeom
constexpr std::array<std::pair<std::string_view, ShapeKind>, 10> shape_kinds = {
    {{"Sphere", ShapeKind::Sphere},
     {"Cube", ShapeKind::Box},
     {"Capsule", ShapeKind::Capsule},
     {"Capsule_1", ShapeKind::TaperedCapsule},
     {"Cylinder", ShapeKind::Cylinder},
     {"Cylinder_1", ShapeKind::TaperedCylinder},
     {"Cone", ShapeKind::Cone},
     {"Plane", ShapeKind::Plane},
     {"Mesh", ShapeKind::Mesh},
     {"Points", ShapeKind::Points}}};

ShapeKind kind_of(const Reading& reading, const PhysicsPrim& prim) {
  for (const auto& [type, kind] : shape_kinds) {
    if (is_a(reading, prim, type)) return kind;
  }
  return ShapeKind::Other;
}

double length(Reading& reading, const PhysicsPrim& prim, std::string_view name, double fallback) {
  return read_number(reading, prim, name, fallback).value * reading.meters_per_unit();
}

std::size_t axis_index(std::string_view axis) { return axis == "X" ? 0 : axis == "Y" ? 1 : 2; }

/// The dimensions that the prim states, as they are drawn without scale.
void read_dimensions(Reading& reading, const PhysicsPrim& prim, model::Shape& shape) {
  switch (shape.kind) {
    case ShapeKind::Sphere:
      shape.radius = length(reading, prim, "radius", 1);
      return;
    case ShapeKind::Box:
      shape.half_extents.setConstant(length(reading, prim, "size", 2) / 2);
      return;
    case ShapeKind::Capsule:
    case ShapeKind::Cylinder:
    case ShapeKind::Cone:
      shape.radius = shape.bottom_radius = length(reading, prim, "radius", 1);
      shape.half_height = length(reading, prim, "height", 2) / 2;
      break;
    case ShapeKind::TaperedCapsule:
    case ShapeKind::TaperedCylinder:
      shape.radius = length(reading, prim, "radiusTop", 1);
      shape.bottom_radius = length(reading, prim, "radiusBottom", 1);
      shape.half_height = length(reading, prim, "height", 2) / 2;
      break;
    case ShapeKind::Plane:
      break;
    default:
      return;
  }
  const model::Field<model::NameIndex> axis = read_token(reading, prim, "axis", "Z");
  shape.axis = reading.recorder.model().text(axis.value);
}

/// The primitive that a shape is under world scale, in the prim's rigid frame.
std::optional<geometry::Primitive> scaled_primitive(const model::Shape& shape, const Eigen::Vector3d& scale) {
  const model::EffectiveShape effective = model::effective_shape(shape, scale);
  const auto axis = static_cast<geometry::Axis>(axis_index(shape.axis));
  const double height = 2 * effective.half_height;
  switch (shape.kind) {
    case ShapeKind::Sphere:
      return geometry::Sphere{effective.radius};
    case ShapeKind::Box:
      return geometry::Box{effective.half_extents};
    case ShapeKind::Cylinder:
    case ShapeKind::TaperedCylinder:
      return geometry::Frustum{effective.bottom_radius, effective.radius, height, axis};
    case ShapeKind::Cone:
      return geometry::cone(effective.radius, height, axis);
    case ShapeKind::Capsule:
    case ShapeKind::TaperedCapsule:
      return geometry::TaperedCapsule{effective.bottom_radius, effective.radius, height, axis};
    default:
      return std::nullopt;
  }
}

VtIntArray integers(Reading& reading, const PhysicsPrim& prim, std::string_view name) {
  const VtValue value = read_value(reading, prim, name).value;
  return value.IsHolding<VtIntArray>() ? value.UncheckedGet<VtIntArray>() : VtIntArray();
}

VtVec3fArray points_of(Reading& reading, const PhysicsPrim& prim) {
  const VtValue value = read_value(reading, prim, "points").value;
  return value.IsHolding<VtVec3fArray>() ? value.UncheckedGet<VtVec3fArray>() : VtVec3fArray();
}

MeshArrays read_mesh(Reading& reading, const PhysicsPrim& prim) {
  MeshArrays mesh{points_of(reading, prim), integers(reading, prim, "faceVertexCounts"),
                  integers(reading, prim, "faceVertexIndices"), false};
  const model::Field<model::NameIndex> orientation = read_token(reading, prim, "orientation", "rightHanded");
  mesh.is_left_handed = reading.recorder.model().text(orientation.value) == "leftHanded";
  return mesh;
}

/// A solid whose surface faces inwards, because it was mirrored or wound that way, as the solid that is meant.
geometry::ShapeIntegrals outward(geometry::ShapeIntegrals solid) {
  if (solid.volume >= 0) return solid;
  solid.volume = -solid.volume;
  solid.second_moment = -solid.second_moment;
  return solid;
}

/// Bounds of points under a map.
geometry::Bounds bounds_under(const Eigen::Affine3d& map, const VtVec3fArray& points) {
  geometry::Bounds bounds;
  for (const GfVec3f& each : points) {
    const Eigen::Vector3d point(each[0], each[1], each[2]);
    if (point.allFinite()) bounds.extend(map * point);
  }
  return bounds;
}

/// Bounds of points that are balls of UsdGeomPoints' widths.
geometry::Bounds bounds_of_balls(Reading& reading, const PhysicsPrim& prim, const WorldParts& parts) {
  const Eigen::Affine3d map = world_from_coordinates(reading, prim);
  const double radius_per_width = parts.scale.cwiseAbs().maxCoeff() * reading.meters_per_unit() / 2;
  const std::vector<Eigen::Vector3d> points = read_points(reading, prim);
  const VtValue value = read_value(reading, prim, "widths").value;
  const VtFloatArray widths = value.IsHolding<VtFloatArray>() ? value.UncheckedGet<VtFloatArray>() : VtFloatArray();
  geometry::Bounds bounds;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double radius = i < widths.size() ? widths[i] * radius_per_width : 0;
    const Eigen::Vector3d center = map * points[i];
    if (center.allFinite()) bounds.extend(geometry::Bounds(center.array() - radius, center.array() + radius));
  }
  return bounds;
}

void read_mesh_shape(Reading& reading, const PhysicsPrim& prim, ReadShape& read) {
  MeshSolid& mesh = reading.mesh_solids.find(read_mesh(reading, prim));
  read.shape.point_count = mesh.mesh.points.size();
  read.shape.face_count = mesh.mesh.counts.size();
  read.shape.mesh = mesh.integrals.facts;
  read.bounds = bounds_under(world_from_coordinates(reading, prim), mesh.mesh.points);
  read.mesh = &mesh;
}

}  // namespace

std::vector<Eigen::Vector3d> read_points(Reading& reading, const PhysicsPrim& prim) {
  return vectors_of(points_of(reading, prim));
}

Eigen::Affine3d world_from_coordinates(const Reading& reading, const PhysicsPrim& prim) {
  const double meters = reading.meters_per_unit();
  const GfVec3d translation = prim.inherited.world_from_prim.ExtractTranslation() * meters;
  Eigen::Affine3d map = Eigen::Affine3d::Identity();
  map.linear() = linear_part(prim.inherited.world_from_prim) * meters;
  map.translation() = Eigen::Vector3d(translation[0], translation[1], translation[2]);
  return map;
}

ShapeVolume mesh_volume(MeshSolid& mesh, const Eigen::Affine3d& world_from_points, std::string_view approximation) {
  if (approximation == "convexHull") {
    const geometry::ConvexHull& hull = hull_of(mesh);
    if (hull.kind != geometry::HullKind::Solid) return {};
    return {model::VolumeMethod::ConvexHull, outward(geometry::transformed(hull.solid, world_from_points))};
  }
  const geometry::MeshIntegrals& integrals = mesh.integrals;
  if (mesh.mesh.points.empty() || integrals.facts.readable_face_count == 0) return {};
  const bool is_closed = integrals.facts.bounds_volume_after_weld();
  return {is_closed ? model::VolumeMethod::ClosedMesh : model::VolumeMethod::OpenMesh,
          outward(geometry::transformed(integrals.solid, world_from_points))};
}

ReadShape read_shape(Reading& reading, const PhysicsPrim& prim, const WorldParts& parts) {
  ReadShape read;
  read.shape.kind = kind_of(reading, prim);
  read_dimensions(reading, prim, read.shape);
  if (read.shape.kind == ShapeKind::Mesh) {
    read_mesh_shape(reading, prim, read);
    return read;
  }
  if (read.shape.kind == ShapeKind::Points) {
    read.shape.point_count = points_of(reading, prim).size();
    read.bounds = bounds_of_balls(reading, prim, parts);
  }
  const std::optional<geometry::Primitive> primitive = scaled_primitive(read.shape, parts.scale);
  const std::optional<geometry::ShapeIntegrals> solid = primitive ? geometry::integrals_of(*primitive) : std::nullopt;
  if (!solid) return read;
  Eigen::Affine3d map = Eigen::Affine3d::Identity();
  map.linear() = parts.world_from_prim.rotation.toRotationMatrix();
  map.translation() = parts.world_from_prim.position;
  read.volume = {model::VolumeMethod::ClosedForm, geometry::transformed(*solid, map)};
  const auto placed = [&map](const auto& shape) { return geometry::PlacedShape{shape, map}; };
  read.bounds = geometry::bounds_of(std::visit(placed, *primitive)).value_or(geometry::Bounds());
  return read;
}

}  // namespace assay::extract
