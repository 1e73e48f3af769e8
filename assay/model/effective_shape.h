#pragma once

#include "assay/model/collider.h"

namespace assay::model {

/// Dimensions of a shape under its world scale [m].
struct EffectiveShape {
  Eigen::Vector3d half_extents = Eigen::Vector3d::Zero();  // of a box
  double radius = 0;                                       // at the top where tapered
  double bottom_radius = 0;
  double half_height = 0;
  bool is_distorted = false;  // the scale makes it a shape that its kind does not have, so these are of a shape near it
};

/// The dimensions that a reader of UsdPhysics takes: a sphere grows with the largest scale, other round shapes with the
/// scale of their axis and the larger one across it. Source: UsdPhysics' parsing of shapes.
EffectiveShape effective_shape(const Shape& shape, const Eigen::Vector3d& world_scale);

}  // namespace assay::model
