#include "assay/audit/asset_size.h"

#include "assay/geometry/bounds.h"

#include <cmath>

namespace assay::audit {
namespace {

void extend(geometry::Bounds& bounds, const Eigen::Vector3d& point) {
  if (point.allFinite()) bounds.extend(point);
}

/// Adds the box with the moments of a solid: along each axis its variance is a third of its half edge squared.
void extend_by_solid(geometry::Bounds& bounds, const geometry::ShapeIntegrals& solid,
                     const model::Pose& world_from_solid) {
  if (solid.volume == 0 || !std::isfinite(solid.volume)) return;
  const Eigen::Matrix3d rotation = world_from_solid.rotation.toRotationMatrix();
  const Eigen::Matrix3d variance = rotation * (solid.second_moment / solid.volume) * rotation.transpose();
  const Eigen::Vector3d half_edges = (3 * variance.diagonal()).cwiseMax(0).cwiseSqrt();
  const Eigen::Vector3d center = world_from_solid * solid.centroid;
  extend(bounds, center - half_edges);
  extend(bounds, center + half_edges);
}

}  // namespace

double asset_size(const model::Physics& physics) {
  geometry::Bounds bounds;
  for (const model::Body& body : physics.bodies) {
    extend(bounds, body.world_from_body.position);
    extend(bounds, body.world_from_body * body.mass.center_of_mass);
  }
  for (const model::Joint& joint : physics.joints) {
    for (const model::JointSide& side : joint.sides) extend(bounds, side.world_from_joint.position);
  }
  for (const model::Collider& collider : physics.colliders) {
    const model::Pose pose = collider.body ? physics.bodies[*collider.body].world_from_body : model::Pose{};
    extend_by_solid(bounds, collider.solid, pose);
  }
  const double size = bounds.isEmpty() ? 0 : geometry::diameter(bounds);
  return size > 0 ? size : 1;
}

}  // namespace assay::audit
