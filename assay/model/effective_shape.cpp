#include "assay/model/effective_shape.h"

#include <cmath>

namespace assay::model {
namespace {

constexpr double equal_scales = 1e-6;  // scales whose difference is a smaller part of the larger one are one scale

bool are_equal(double first, double second) {
  return std::abs(first - second) <= equal_scales * std::max(std::abs(first), std::abs(second));
}

}  // namespace

EffectiveShape effective_shape(const Shape& shape, const Eigen::Vector3d& world_scale) {
  using enum ShapeKind;
  const Eigen::Vector3d scale = world_scale.cwiseAbs();
  EffectiveShape effective;
  effective.half_extents = shape.half_extents.cwiseProduct(scale);
  if (shape.kind == Sphere) {
    effective.radius = shape.radius * scale.maxCoeff();
    effective.is_distorted = !are_equal(scale.minCoeff(), scale.maxCoeff());
    return effective;
  }
  const Eigen::Index along = shape.axis == "X" ? 0 : shape.axis == "Y" ? 1 : 2;
  const double first = scale[(along + 1) % 3];
  const double second = scale[(along + 2) % 3];
  effective.half_height = shape.half_height * scale[along];
  effective.radius = shape.radius * std::max(first, second);
  effective.bottom_radius = shape.bottom_radius * std::max(first, second);
  const bool is_capsule = shape.kind == Capsule || shape.kind == TaperedCapsule;
  const bool is_round = is_capsule || shape.kind == Cylinder || shape.kind == Cone || shape.kind == TaperedCylinder;
  effective.is_distorted = is_round && (!are_equal(first, second) || (is_capsule && !are_equal(first, scale[along])));
  return effective;
}

}  // namespace assay::model
