#include "assay/geometry/primitive_integrals.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace assay::geometry {
namespace {

using std::numbers::pi;

// integrals over a solid of revolution about z: across is that of x x and y y, along that of z z about the centroid
ShapeIntegrals revolved(double volume, double centroid, double across, double along) {
  return {.volume = volume,
          .centroid = {0, 0, centroid},
          .second_moment = Eigen::Vector3d(across, across, along).asDiagonal()};
}

ShapeIntegrals turned(const ShapeIntegrals& along_z, Axis axis) {
  return transformed(along_z, Eigen::Affine3d(shape_from_z(axis)));
}

ShapeIntegrals integrals_about_z(const Sphere& sphere) {
  const double radius = sphere.radius;
  const double volume = 4.0 / 3.0 * pi * radius * radius * radius;
  const double moment = volume * radius * radius / 5;
  return revolved(volume, 0, moment, moment);
}

ShapeIntegrals integrals_about_z(const Box& box) {
  const double volume = 8 * box.half_extents.prod();
  return {.volume = volume,
          .centroid = Eigen::Vector3d::Zero(),
          .second_moment = (volume / 3 * box.half_extents.cwiseAbs2()).asDiagonal()};
}

// r(s) = b + (t - b) s over s = 0…1, z = -height / 2 + height s: the integrals of pi r^2, pi r^2 s, pi r^2 s^2, pi r^4
// / 4
ShapeIntegrals integrals_about_z(const Frustum& frustum) {
  const double b = frustum.radius_bottom;
  const double t = frustum.radius_top;
  const double height = frustum.height;
  const double area_sum = b * b + b * t + t * t;
  if (area_sum == 0 || height == 0) return revolved(0, 0, 0, 0);
  const double volume = pi * height / 3 * area_sum;
  const double mean = (b * b + 2 * b * t + 3 * t * t) / (4 * area_sum);
  const double mean_square = (b * b + 3 * b * t + 6 * t * t) / (10 * area_sum);
  const double across =
      pi * height / 20 * (b * b * b * b + b * b * b * t + b * b * t * t + b * t * t * t + t * t * t * t);
  return revolved(volume, height * (mean - 0.5), across, volume * height * height * (mean_square - mean * mean));
}

// The part of a ball about the origin above z = radius * cut; cut is -1…1. The integrals of pi (1 - z^2), z pi (1 -
// z^2), z^2 pi (1 - z^2) and pi (1 - z^2)^2 / 4 over z = cut…1 for radius 1.
ShapeIntegrals ball_above(double radius, double cut) {
  const double cut2 = cut * cut;
  const double cut3 = cut2 * cut;
  const double cut5 = cut3 * cut2;
  const double volume = pi / 3 * (1 - cut) * (1 - cut) * (2 + cut);
  if (radius == 0 || volume == 0) return {};
  const double first = pi * (1 - cut2) * (1 - cut2) / 4;
  const double along = pi * (2.0 / 15.0 - cut3 / 3 + cut5 / 5);
  const double across = pi / 4 * (8.0 / 15.0 - cut + 2 * cut3 / 3 - cut5 / 5);
  const double centroid = first / volume;
  const double cube = radius * radius * radius;
  return revolved(cube * volume, radius * centroid, cube * radius * radius * across,
                  cube * radius * radius * (along - volume * centroid * centroid));
}

ShapeIntegrals moved_along_z(const ShapeIntegrals& integrals, double offset) {
  ShapeIntegrals moved = integrals;
  moved.centroid.z() += offset;
  return moved;
}

ShapeIntegrals mirrored_in_z(const ShapeIntegrals& integrals) {
  ShapeIntegrals mirrored = integrals;
  mirrored.centroid.z() *= -1;
  return mirrored;
}

// Two balls cut where the cone that is tangent to both touches them, and the frustum between the cuts. The tangent's
// latitude on both balls has the sine (b - t) / height.
ShapeIntegrals integrals_about_z(const TaperedCapsule& capsule) {
  const double b = capsule.radius_bottom;
  const double t = capsule.radius_top;
  const double half = capsule.height / 2;
  if (std::abs(b - t) >= capsule.height) {
    return moved_along_z(integrals_about_z(Sphere{std::max(b, t)}), b >= t ? -half : half);
  }
  const double sine = (b - t) / capsule.height;
  const double cosine = std::sqrt((1 - sine) * (1 + sine));
  const Frustum flank{
      .radius_bottom = b * cosine, .radius_top = t * cosine, .height = capsule.height * cosine * cosine};
  const double flank_center = (b + t) / 2 * sine;
  const ShapeIntegrals bottom = moved_along_z(mirrored_in_z(ball_above(b, -sine)), -half);
  const ShapeIntegrals top = moved_along_z(ball_above(t, sine), half);
  return sum(sum(bottom, moved_along_z(integrals_about_z(flank), flank_center)), top);
}

ShapeIntegrals integrals_in_shape_frame(const Sphere& sphere) { return integrals_about_z(sphere); }
ShapeIntegrals integrals_in_shape_frame(const Box& box) { return integrals_about_z(box); }
template <class Revolved>
ShapeIntegrals integrals_in_shape_frame(const Revolved& shape) {
  return turned(integrals_about_z(shape), shape.axis);
}

}  // namespace

std::optional<ShapeIntegrals> integrals_of(const Primitive& primitive) {
  if (!is_valid(primitive)) return std::nullopt;
  return std::visit([](const auto& shape) { return integrals_in_shape_frame(shape); }, primitive);
}

}  // namespace assay::geometry
