#include "assay/geometry/bounds.h"

namespace assay::geometry {

Bounds bounds_of(std::span<const Eigen::Vector3d> points) {
  Bounds bounds;
  for (const Eigen::Vector3d& point : points) {
    if (point.allFinite()) bounds.extend(point);
  }
  return bounds;
}

Bounds transformed(const Bounds& bounds, const Eigen::Affine3d& map) {
  if (bounds.isEmpty()) return {};
  const Eigen::Vector3d center = map * bounds.center();
  const Eigen::Vector3d half_extents = map.linear().cwiseAbs() * (bounds.sizes() / 2);
  return {center - half_extents, center + half_extents};
}

double diameter(const Bounds& bounds) { return bounds.isEmpty() ? 0 : bounds.diagonal().norm(); }

}  // namespace assay::geometry
