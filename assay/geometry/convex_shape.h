#pragma once

#include "assay/geometry/bounds.h"
#include "assay/geometry/primitives.h"

#include <optional>
#include <span>

namespace assay::geometry {

/// Convex hull of points, which must outlive it.
struct PointSet {
  std::span<const Eigen::Vector3d> points;  // [m]
};

using ConvexShape = std::variant<Sphere, Box, Frustum, TaperedCapsule, PointSet>;

/// A convex shape under any affine map, mirroring, shearing and flattening ones too.
struct PlacedShape {
  ConvexShape shape;
  Eigen::Affine3d world_from_shape = Eigen::Affine3d::Identity();
};

/// Whether there is a shape: lengths are finite and not below 0, points exist, all numbers are finite.
bool is_valid(const PlacedShape& placed);

/// The point of a valid shape that lies farthest along a direction of any length, in the world [m]; of several, one.
Eigen::Vector3d support_point(const PlacedShape& placed, const Eigen::Vector3d& direction);

/// Smallest bounds of a placed shape in the world; nothing when it is not valid.
std::optional<Bounds> bounds_of(const PlacedShape& placed);

/// A shape as all points within a margin of a core. The core of a ball is a point, that of a capsule a segment.
struct RoundedShape {
  PlacedShape core;
  double margin = 0;  // in the world [m]
};

/// The roundest form of a valid shape. Margins are found where the map keeps balls round, to a part in 1e6 as maps from
/// single precision do; then the shape differs from its rounded form by as much.
RoundedShape rounded(const PlacedShape& placed);

}  // namespace assay::geometry
