#pragma once

#include <Eigen/Geometry>

#include <span>

namespace assay::geometry {

/// Box along the axes of its frame; empty until something is added (`isEmpty`).
using Bounds = Eigen::AlignedBox3d;

/// Bounds of the points, in their unit and frame; points that are not finite are left out.
Bounds bounds_of(std::span<const Eigen::Vector3d> points);

/// Smallest bounds of the image of the whole box under a map; of an empty box empty. Source: J. Arvo, "Transforming
/// Axis-Aligned Bounding Boxes", Graphics Gems (1990).
Bounds transformed(const Bounds& bounds, const Eigen::Affine3d& map);

/// Length of the box's diagonal; 0 when it is empty.
double diameter(const Bounds& bounds);

}  // namespace assay::geometry
