#pragma once

#include "assay/geometry/mesh.h"
#include "assay/geometry/shape_integrals.h"

namespace assay::geometry {

/// What the convex hull of points is.
enum class HullKind {
  Empty,  // of no point that is finite
  Point,
  Line,
  Plane,  // flat to a part in 1e12 of its size, or thinner than what rounding lets one tell
  Solid,
  Unknown,  // qhull could not make it
};

/// Convex hull of points. All but the kind is empty or 0 where the kind is not Solid.
struct ConvexHull {
  HullKind kind = HullKind::Empty;
  std::vector<std::uint32_t> point_indices;  // of the corners, ascending
  std::vector<Eigen::Vector3d> corners;      // the points themselves [m]
  Triangles triangles;                       // of indices into corners, in an order that the points alone decide
  ShapeIntegrals solid;
  double thickness = 0;                                        // smallest width across a face [m]
  Eigen::Vector3d thickness_normal = Eigen::Vector3d::Zero();  // outward normal of that face
};

/// Convex hull of points, whatever they are; those that are not finite are left out. Faces that differ from flat by
/// rounding alone are one face, triangulated. Source: Barber, Dobkin, Huhdanpaa 1996, "The Quickhull algorithm for
/// convex hulls", by qhull.
ConvexHull convex_hull(std::span<const Eigen::Vector3d> points);

}  // namespace assay::geometry
