#pragma once

#include "assay/geometry/shape_integrals.h"

#include <optional>
#include <span>

namespace assay::geometry {

/// Box with axes of its own.
struct OrientedBox {
  Eigen::Vector3d center = Eigen::Vector3d::Zero();        // [m]
  Eigen::Matrix3d axes = Eigen::Matrix3d::Identity();      // column i is the axis of half extent i; right-handed
  Eigen::Vector3d half_extents = Eigen::Vector3d::Zero();  // [m]
};

/// Smallest box along given axes, a rotation, that holds all finite points; nothing when there is none.
std::optional<OrientedBox> box_along(const Eigen::Matrix3d& axes, std::span<const Eigen::Vector3d> points);

/// Box of the points along the principal axes of a solid, its longest axis first. Not the smallest box of all.
std::optional<OrientedBox> principal_box(const ShapeIntegrals& solid, std::span<const Eigen::Vector3d> points);

/// Box of the points along the principal axes of the points themselves, each of the same weight, longest axis first.
/// The axes turn when points are repeated or set closer on one side; those of a solid do not.
std::optional<OrientedBox> principal_box(std::span<const Eigen::Vector3d> points);

/// The box that has the inertia of a solid of the same mass, its longest axis first; nothing when the volume is 0.
/// Source: integral of x x dV over a box is its volume times a third of the half extent squared.
std::optional<OrientedBox> equal_inertia_box(const ShapeIntegrals& solid);

}  // namespace assay::geometry
