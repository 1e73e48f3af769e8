#pragma once

#include "assay/geometry/shape_integrals.h"

namespace assay::geometry {

/// Integrals over a closed surface's inside, from the signed tetrahedra between its triangles and one apex near it.
/// Sums are kept in long double, so that a million triangles cost no digits. Source: C. Zhang, T. Chen 2001, "Efficient
/// feature extraction for 2D/3D objects in mesh representation"; F. Tonon 2004, "Explicit exact formulas for the 3-D
/// tetrahedron inertia tensor".
class TetrahedronSum {
 public:
  explicit TetrahedronSum(const Eigen::Vector3d& apex) : apex_(apex) {}

  /// Adds a triangle, counter-clockwise as seen from outside; returns the signed volume of its tetrahedron.
  double add(const Eigen::Vector3d& first, const Eigen::Vector3d& second, const Eigen::Vector3d& third);

  /// The integrals; all 0 when the volume is no more than what rounding leaves of a flat surface of this `area` and
  /// `size`, the largest distance between its points.
  ShapeIntegrals integrals(double area, double size) const;

 private:
  Eigen::Vector3d apex_;
  long double volume_ = 0;
  Eigen::Vector<long double, 3> first_ = Eigen::Vector<long double, 3>::Zero();
  Eigen::Matrix<long double, 3, 3> second_ = Eigen::Matrix<long double, 3, 3>::Zero();
};

}  // namespace assay::geometry
