#pragma once

#include <Eigen/Geometry>

namespace assay::geometry {

/// Integrals over a solid. Moments are kept about the centroid, so that they stay exact far from the origin. A volume
/// below 0 is that of a solid whose surface faces inwards, with the second moment negated likewise.
struct ShapeIntegrals {
  double volume = 0;                                        // integral of dV [m^3]
  Eigen::Vector3d centroid = Eigen::Vector3d::Zero();       // integral of x dV over the volume [m]
  Eigen::Matrix3d second_moment = Eigen::Matrix3d::Zero();  // integral of (x - centroid)(x - centroid)^T dV [m^5]
};

/// Integral of (x - point)(x - point)^T dV [m^5]. Source: parallel axis theorem.
Eigen::Matrix3d second_moment_about(const ShapeIntegrals& integrals, const Eigen::Vector3d& point);

/// Integrals of the image of a solid under x -> A x + t; a map that mirrors keeps the sign of the volume. Source:
/// change of variables, dV' = |det A| dV.
ShapeIntegrals transformed(const ShapeIntegrals& integrals, const Eigen::Affine3d& map);

/// Integrals over two solids together; where they overlap counts twice. Where the volumes cancel out, all is 0.
ShapeIntegrals sum(const ShapeIntegrals& first, const ShapeIntegrals& second);

/// Integrals over the first solid less those over the second, which lies within it.
ShapeIntegrals difference(const ShapeIntegrals& first, const ShapeIntegrals& second);

}  // namespace assay::geometry
