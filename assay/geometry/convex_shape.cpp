#include "assay/geometry/convex_shape.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace assay::geometry {
namespace {

constexpr double conformal_part = 1e-6;

// the farthest point in a shape's own frame
Eigen::Vector3d local_support(const Sphere& sphere, const Eigen::Vector3d& direction) {
  return sphere.radius * direction.stableNormalized();
}

Eigen::Vector3d local_support(const Box& box, const Eigen::Vector3d& direction) {
  Eigen::Vector3d corner = box.half_extents;
  for (Eigen::Index i = 0; i < 3; ++i) {
    if (direction[i] < 0) corner[i] *= -1;
  }
  return corner;
}

Eigen::Vector3d local_support(const Frustum& frustum, const Eigen::Vector3d& direction) {
  const Eigen::Matrix3d rotation = shape_from_z(frustum.axis);
  const Eigen::Vector3d along_z = rotation.transpose() * direction;
  const double across = std::hypot(along_z.x(), along_z.y());
  const Eigen::Vector2d outwards =
      across > 0 ? Eigen::Vector2d(along_z.head<2>() / across) : Eigen::Vector2d(Eigen::Vector2d::Zero());
  const double half = frustum.height / 2;
  const bool is_top =
      frustum.radius_top * across + half * along_z.z() >= frustum.radius_bottom * across - half * along_z.z();
  const double radius = is_top ? frustum.radius_top : frustum.radius_bottom;
  return rotation * Eigen::Vector3d(radius * outwards.x(), radius * outwards.y(), is_top ? half : -half);
}

Eigen::Vector3d local_support(const TaperedCapsule& capsule, const Eigen::Vector3d& direction) {
  const Eigen::Vector3d axis = shape_from_z(capsule.axis).col(2);
  const Eigen::Vector3d outwards = direction.stableNormalized();
  const double along = outwards.dot(axis);
  const double half = capsule.height / 2;
  const bool is_top = capsule.radius_top + half * along >= capsule.radius_bottom - half * along;
  return is_top ? Eigen::Vector3d(half * axis + capsule.radius_top * outwards)
                : Eigen::Vector3d(-half * axis + capsule.radius_bottom * outwards);
}

Eigen::Vector3d local_support(const PointSet& set, const Eigen::Vector3d& direction) {
  const Eigen::Vector3d* best = set.points.data();
  double best_height = best->dot(direction);
  for (const Eigen::Vector3d& point : set.points) {
    const double height = point.dot(direction);
    if (height <= best_height) continue;
    best_height = height;
    best = &point;
  }
  return *best;
}

bool is_valid_shape(const PointSet& set) {
  return !set.points.empty() && std::ranges::all_of(set.points, [](const auto& point) { return point.allFinite(); });
}

template <class Shape>
bool is_valid_shape(const Shape& shape) {
  return is_valid(Primitive(shape));
}

// by how much a map scales every ball; nothing when it makes ellipsoids of them
std::optional<double> uniform_scale(const Eigen::Matrix3d& linear) {
  const double scale = std::cbrt(std::abs(linear.determinant()));
  const Eigen::Matrix3d stretch = linear.transpose() * linear;
  const Eigen::Matrix3d difference = stretch - scale * scale * Eigen::Matrix3d::Identity();
  if (difference.cwiseAbs().maxCoeff() > conformal_part * scale * scale) return std::nullopt;
  return scale;
}

template <class Shape>
double take_margin(Shape& /*shape*/, Eigen::Affine3d& /*world_from_shape*/) {
  return 0;
}

// these leave the core of a shape in its place and return the radius taken from it, in its frame
double take_margin(Sphere& sphere, Eigen::Affine3d& /*world_from_shape*/) { return std::exchange(sphere.radius, 0); }

double take_margin(TaperedCapsule& capsule, Eigen::Affine3d& world_from_shape) {
  const double difference = capsule.radius_bottom - capsule.radius_top;
  if (std::abs(difference) >= capsule.height) {
    // one ball holds the other: its center is the core
    const double offset = (difference >= 0 ? -capsule.height : capsule.height) / 2;
    world_from_shape.translate(Eigen::Vector3d(offset * shape_from_z(capsule.axis).col(2)));
    const double radius = std::max(capsule.radius_bottom, capsule.radius_top);
    capsule = {.radius_bottom = 0, .radius_top = 0, .height = 0, .axis = capsule.axis};
    return radius;
  }
  const double margin = std::min(capsule.radius_bottom, capsule.radius_top);
  capsule.radius_bottom -= margin;
  capsule.radius_top -= margin;
  return margin;
}

}  // namespace

bool is_valid(const PlacedShape& placed) {
  return placed.world_from_shape.matrix().allFinite() &&
         std::visit([](const auto& shape) { return is_valid_shape(shape); }, placed.shape);
}

Eigen::Vector3d support_point(const PlacedShape& placed, const Eigen::Vector3d& direction) {
  const Eigen::Vector3d local = placed.world_from_shape.linear().transpose() * direction;
  return placed.world_from_shape *
         std::visit([&](const auto& shape) { return local_support(shape, local); }, placed.shape);
}

std::optional<Bounds> bounds_of(const PlacedShape& placed) {
  if (!is_valid(placed)) return std::nullopt;
  Bounds bounds;
  for (Eigen::Index i = 0; i < 3; ++i) {
    bounds.min()[i] = support_point(placed, -Eigen::Vector3d::Unit(i))[i];
    bounds.max()[i] = support_point(placed, Eigen::Vector3d::Unit(i))[i];
  }
  return bounds;
}

RoundedShape rounded(const PlacedShape& placed) {
  RoundedShape result{.core = placed};
  const std::optional<double> scale = uniform_scale(placed.world_from_shape.linear());
  if (!scale) return result;
  result.margin = *scale * std::visit([&](auto& shape) { return take_margin(shape, result.core.world_from_shape); },
                                      result.core.shape);
  return result;
}

}  // namespace assay::geometry
