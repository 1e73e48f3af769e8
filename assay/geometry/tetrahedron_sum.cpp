#include "assay/geometry/tetrahedron_sum.h"

#include <cmath>

namespace assay::geometry {
namespace {

// of area times size: the rounding of one cross product, many times over
constexpr double rounding_of_volume = 1e-14;

}  // namespace

double TetrahedronSum::add(const Eigen::Vector3d& first, const Eigen::Vector3d& second, const Eigen::Vector3d& third) {
  const Eigen::Vector3d a = first - apex_;
  const Eigen::Vector3d b = second - apex_;
  const Eigen::Vector3d c = third - apex_;
  const double volume = a.dot(b.cross(c)) / 6;
  // over a tetrahedron with one corner at 0: x dV is volume / 4 times the corners' sum s, and x x^T dV is volume / 20
  // times the sum of the corners' v v^T and s s^T
  const Eigen::Vector3d s = a + b + c;
  const Eigen::Matrix3d second_moment = a * a.transpose() + b * b.transpose() + c * c.transpose() + s * s.transpose();
  volume_ += volume;
  first_ += (volume / 4 * s).cast<long double>();
  for (Eigen::Index column = 0; column < 3; ++column) {
    for (Eigen::Index row = 0; row <= column; ++row) second_(row, column) += volume / 20 * second_moment(row, column);
  }
  return volume;
}

ShapeIntegrals TetrahedronSum::integrals(double area, double size) const {
  if (std::abs(static_cast<double>(volume_)) <= rounding_of_volume * area * size) return {.centroid = apex_};
  const Eigen::Vector<long double, 3> offset = first_ / volume_;
  const Eigen::Matrix<long double, 3, 3> about_apex = second_.selfadjointView<Eigen::Upper>();
  const Eigen::Matrix<long double, 3, 3> about_centroid = about_apex - volume_ * offset * offset.transpose();
  return {.volume = static_cast<double>(volume_),
          .centroid = apex_ + offset.cast<double>(),
          .second_moment = about_centroid.cast<double>()};
}

}  // namespace assay::geometry
