#pragma once

#include "assay/geometry/difference_support.h"

namespace assay::geometry {

/// How far one shape has to move to leave another.
struct Penetration {
  double depth = 0;  // at least the true depth, and at most `uncertainty` more; below 0 by rounding alone [m]
  Eigen::Vector3d normal = Eigen::Vector3d::Zero();   // unit; the second shape leaves the first along it
  Eigen::Vector3d point_a = Eigen::Vector3d::Zero();  // of the first shape, deepest in the second [m]
  double uncertainty = 0;                             // [m]
};

/// Penetration of two shapes that touch at `contact`, of this size together. Grows a polytope inside the difference
/// until the face nearest to the origin lies on its surface. Source: G. van den Bergen 2001, "Proximity queries and
/// penetration depth computation on 3D game objects".
Penetration penetration(const DifferenceSupport& support, const DifferencePoint& contact, double size);

}  // namespace assay::geometry
