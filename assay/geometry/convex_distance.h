#pragma once

#include "assay/geometry/convex_shape.h"

#include <optional>

namespace assay::geometry {

/// How two convex shapes lie to each other; all in the world.
struct ConvexDistance {
  double distance = 0;  // of a gap; below 0, less the shortest way that the second has to move to leave the first [m]
  Eigen::Vector3d point_a = Eigen::Vector3d::Zero();  // of the first shape, nearest to the second or deepest in it [m]
  Eigen::Vector3d point_b = Eigen::Vector3d::Zero();  // of the second shape: point_a + distance * normal [m]
  Eigen::Vector3d normal = Eigen::Vector3d::Zero();   // unit, from the first to the second
  double uncertainty = 0;                             // the true distance differs by no more than this and rounding [m]
};

/// Distance or penetration depth of two convex shapes; nothing when one is not valid. Exact to 1e-9 of their size but
/// where round shapes without a margin (cylinders, cones, ellipsoids) lie deep in one another: `uncertainty` says how
/// exact it is. Source: Gilbert, Johnson, Keerthi 1988, "A fast procedure for computing the distance between complex
/// objects", on the cores of rounded shapes.
std::optional<ConvexDistance> convex_distance(const PlacedShape& a, const PlacedShape& b);

}  // namespace assay::geometry
