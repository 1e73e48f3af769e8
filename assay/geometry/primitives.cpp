#include "assay/geometry/primitives.h"

#include <cmath>

namespace assay::geometry {
namespace {

bool is_length(double value) { return std::isfinite(value) && value >= 0; }

bool has_lengths(const Sphere& sphere) { return is_length(sphere.radius); }

bool has_lengths(const Box& box) {
  return is_length(box.half_extents.x()) && is_length(box.half_extents.y()) && is_length(box.half_extents.z());
}

template <class Revolved>
bool has_lengths(const Revolved& shape) {
  return is_length(shape.radius_bottom) && is_length(shape.radius_top) && is_length(shape.height);
}

}  // namespace

Box cube(double size) { return {.half_extents = Eigen::Vector3d::Constant(size / 2)}; }

Frustum cylinder(double radius, double height, Axis axis) {
  return {.radius_bottom = radius, .radius_top = radius, .height = height, .axis = axis};
}

Frustum cone(double radius, double height, Axis axis) {
  return {.radius_bottom = radius, .radius_top = 0, .height = height, .axis = axis};
}

TaperedCapsule capsule(double radius, double height, Axis axis) {
  return {.radius_bottom = radius, .radius_top = radius, .height = height, .axis = axis};
}

bool is_valid(const Primitive& primitive) {
  return std::visit([](const auto& shape) { return has_lengths(shape); }, primitive);
}

Eigen::Matrix3d shape_from_z(Axis axis) {
  const auto turn = static_cast<Eigen::Index>(axis) + 1;  // 0 or 3 turns for Z
  Eigen::Matrix3d rotation;
  for (Eigen::Index i = 0; i < 3; ++i) rotation.col(i) = Eigen::Vector3d::Unit((i + turn) % 3);
  return rotation;
}

}  // namespace assay::geometry
