#include "assay/geometry/box_fit.h"

#include "assay/geometry/bounds.h"
#include "assay/geometry/mass_properties.h"
#include "assay/geometry/principal_axes.h"

namespace assay::geometry {
namespace {

// the moment of inertia is least about the axis along which a solid is longest
std::optional<PrincipalAxes> axes_of(const ShapeIntegrals& solid) {
  return principal_axes(with_mass(solid, 1).inertia);
}

// the points as a solid of volume 1
ShapeIntegrals moments_of(std::span<const Eigen::Vector3d> points) {
  ShapeIntegrals moments;
  double count = 0;
  for (const Eigen::Vector3d& point : points) {
    if (!point.allFinite()) continue;
    // running mean and squares about it, exact far from the origin (Welford 1962)
    ++count;
    const Eigen::Vector3d from_old_mean = point - moments.centroid;
    moments.centroid += from_old_mean / count;
    moments.second_moment += from_old_mean * (point - moments.centroid).transpose();
  }
  if (count == 0) return {};
  moments.volume = 1;
  moments.second_moment /= count;
  return moments;
}

}  // namespace

std::optional<OrientedBox> box_along(const Eigen::Matrix3d& axes, std::span<const Eigen::Vector3d> points) {
  Bounds bounds;
  // from the first point on, so that turning loses no digits far from the origin
  std::optional<Eigen::Vector3d> start;
  for (const Eigen::Vector3d& point : points) {
    if (!point.allFinite()) continue;
    if (!start) start = point;
    bounds.extend(axes.transpose() * (point - *start));
  }
  if (!start) return std::nullopt;
  return OrientedBox{.center = *start + axes * bounds.center(), .axes = axes, .half_extents = bounds.sizes() / 2};
}

std::optional<OrientedBox> principal_box(const ShapeIntegrals& solid, std::span<const Eigen::Vector3d> points) {
  const std::optional<PrincipalAxes> principal = axes_of(solid);
  if (!principal) return std::nullopt;
  return box_along(principal->axes, points);
}

std::optional<OrientedBox> principal_box(std::span<const Eigen::Vector3d> points) {
  return principal_box(moments_of(points), points);
}

std::optional<OrientedBox> equal_inertia_box(const ShapeIntegrals& solid) {
  if (solid.volume == 0) return std::nullopt;
  const std::optional<PrincipalAxes> principal = axes_of(solid);
  if (!principal) return std::nullopt;
  const Eigen::Matrix3d along_axes =
      principal->axes.transpose() * (solid.second_moment / solid.volume) * principal->axes;
  return OrientedBox{.center = solid.centroid,
                     .axes = principal->axes,
                     .half_extents = (3 * along_axes.diagonal()).cwiseMax(0).cwiseSqrt()};
}

}  // namespace assay::geometry
