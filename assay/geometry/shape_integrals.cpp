#include "assay/geometry/shape_integrals.h"

#include <cmath>

namespace assay::geometry {

Eigen::Matrix3d second_moment_about(const ShapeIntegrals& integrals, const Eigen::Vector3d& point) {
  const Eigen::Vector3d offset = integrals.centroid - point;
  return integrals.second_moment + integrals.volume * offset * offset.transpose();
}

ShapeIntegrals transformed(const ShapeIntegrals& integrals, const Eigen::Affine3d& map) {
  const Eigen::Matrix3d linear = map.linear();
  const double volume_ratio = std::abs(linear.determinant());
  return {.volume = integrals.volume * volume_ratio,
          .centroid = map * integrals.centroid,
          .second_moment = volume_ratio * linear * integrals.second_moment * linear.transpose()};
}

ShapeIntegrals sum(const ShapeIntegrals& first, const ShapeIntegrals& second) {
  const double volume = first.volume + second.volume;
  if (volume == 0) return {};
  // from the first centroid on, so that nothing is lost far from the origin
  const Eigen::Vector3d offset = (second.volume / volume) * (second.centroid - first.centroid);
  const Eigen::Vector3d centroid = first.centroid + offset;
  return {.volume = volume,
          .centroid = centroid,
          .second_moment = second_moment_about(first, centroid) + second_moment_about(second, centroid)};
}

ShapeIntegrals difference(const ShapeIntegrals& first, const ShapeIntegrals& second) {
  return sum(first, {.volume = -second.volume, .centroid = second.centroid, .second_moment = -second.second_moment});
}

}  // namespace assay::geometry
