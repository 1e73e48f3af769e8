#pragma once

#include "assay/geometry/convex_shape.h"

namespace assay::geometry {

/// A point of the Minkowski difference of two shapes, with the point of each that it comes from.
struct DifferencePoint {
  Eigen::Vector3d on_a = Eigen::Vector3d::Zero();
  Eigen::Vector3d on_b = Eigen::Vector3d::Zero();
  Eigen::Vector3d difference() const { return on_a - on_b; }
};

/// All differences between points of two shapes, known by how far it reaches in any direction; it holds the origin
/// where they touch..
struct DifferenceSupport {
  const PlacedShape& a;
  const PlacedShape& b;

  DifferencePoint operator()(const Eigen::Vector3d& direction) const {
    return {support_point(a, direction), support_point(b, -direction)};
  }
};

}  // namespace assay::geometry
