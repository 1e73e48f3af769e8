#include "assay/extract/physics/read_extent.h"

#include <pxr/gf/vec3f.h>
#include <pxr/vt/array.h>

#include <algorithm>
#include <optional>

namespace assay::extract {
namespace {

using namespace pxr;
using geometry::Bounds;

Eigen::Vector3d vector_of(const GfVec3f& vector) { return {vector[0], vector[1], vector[2]}; }

template <class Array>
Array array_of(Reading& reading, const PhysicsPrim& prim, std::string_view name) {
  const VtValue value = read_value(reading, prim, name).value;
  return value.IsHolding<Array>() ? value.UncheckedGet<Array>() : Array();
}

/// Box about the origin; empty for negative sizes, as UsdGeom has it.
Bounds centered(const Eigen::Vector3d& half_extents) { return {-half_extents, half_extents}; }

/// Half extents of a solid of revolution that reaches so far along its axis and across it; nothing for an axis that is
/// none.
Bounds revolved(Reading& reading, const PhysicsPrim& prim, double along, double across) {
  const model::Field<model::NameIndex> field = read_token(reading, prim, "axis", "Z");
  const std::string& axis = reading.recorder.model().text(field.value);
  if (axis != "X" && axis != "Y" && axis != "Z") return {};
  Eigen::Vector3d half_extents = Eigen::Vector3d::Constant(across);
  half_extents[axis.front() - 'X'] = along;
  return centered(half_extents);
}

double number(Reading& reading, const PhysicsPrim& prim, std::string_view name, double fallback) {
  return read_number(reading, prim, name, fallback).value;
}

Bounds plane_extent(Reading& reading, const PhysicsPrim& prim) {
  const std::string axis = reading.recorder.model().text(read_token(reading, prim, "axis", "Z").value);
  const double width = number(reading, prim, "width", 2) / 2;
  const double length = number(reading, prim, "length", 2) / 2;
  // width lies along x, or along z where the plane faces x; length along y, or along z where it faces y
  if (axis == "X") return centered({0, length, width});
  if (axis == "Y") return centered({width, 0, length});
  return axis == "Z" ? centered({width, length, 0}) : Bounds();
}

/// Box of points that are balls of these widths: one for each, one for all of a curve, or none.
Bounds points_extent(Reading& reading, const PhysicsPrim& prim) {
  const auto points = array_of<VtVec3fArray>(reading, prim, "points");
  const bool are_curves = is_a(reading, prim, "Curves");
  const bool have_widths = are_curves || is_a(reading, prim, "Points");
  const VtFloatArray widths = have_widths ? array_of<VtFloatArray>(reading, prim, "widths") : VtFloatArray();
  if (!are_curves && !widths.empty() && widths.size() != points.size()) return {};
  const double widest = are_curves && !widths.empty() ? *std::ranges::max_element(widths) : 0;
  Bounds bounds;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Eigen::Vector3d point = vector_of(points[i]);
    if (!point.allFinite()) continue;
    const double width = are_curves || widths.empty() ? widest : widths[i];
    bounds.extend(Bounds(point.array() - width / 2, point.array() + width / 2));
  }
  return bounds;
}

Bounds computed_extent(Reading& reading, const PhysicsPrim& prim) {
  const auto is = [&](std::string_view type) { return is_a(reading, prim, type); };
  const auto value = [&](std::string_view name, double fallback) { return number(reading, prim, name, fallback); };
  if (is("PointBased")) return points_extent(reading, prim);
  if (is("Cube")) return centered(Eigen::Vector3d::Constant(value("size", 2) / 2));
  if (is("Sphere")) return centered(Eigen::Vector3d::Constant(value("radius", 1)));
  if (is("Plane")) return plane_extent(reading, prim);
  if (is("Cylinder") || is("Cone")) return revolved(reading, prim, value("height", 2) / 2, value("radius", 1));
  if (is("Capsule")) {
    const double radius = value("radius", 0.5);
    return revolved(reading, prim, value("height", 1) / 2 + radius, radius);
  }
  if (!is("Capsule_1") && !is("Cylinder_1")) return {};
  const double radius = std::max(value("radiusTop", 1), value("radiusBottom", 1));
  return revolved(reading, prim, value("height", 2) / 2 + (is("Capsule_1") ? radius : 0), radius);
}

}  // namespace

Bounds read_extent(Reading& reading, const PhysicsPrim& prim) {
  // without an opinion: the model keeps no origin of it
  static const TfToken name("extent");
  const stage::ResolvedValue extent = stage::resolve_default(prim.sites, name);
  if (extent.origin == stage::ValueOrigin::Default && extent.value.IsHolding<VtVec3fArray>()) {
    const auto& corners = extent.value.UncheckedGet<VtVec3fArray>();
    if (corners.size() == 2) return {vector_of(corners[0]), vector_of(corners[1])};
  }
  const auto instancer = reading.instancer_extents.find(prim.path);
  return instancer == reading.instancer_extents.end() ? computed_extent(reading, prim) : instancer->second;
}

}  // namespace assay::extract
