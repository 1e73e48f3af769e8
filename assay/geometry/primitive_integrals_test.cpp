#include "assay/geometry/primitive_integrals.h"

#include "assay/geometry/mass_properties.h"
#include "assay/geometry/mesh_integrals.h"
#include "assay/geometry/test_solids.h"

#include <gtest/gtest.h>

#include <functional>
#include <limits>

namespace assay::geometry {
namespace {

using std::numbers::pi;

constexpr double exact = 1e-12;

ShapeIntegrals required(const Primitive& primitive) { return integrals_of(primitive).value(); }

// expects volume, centroid along z, and inertia over mass across and along z; these formulas are those of books
void expect_solid(const Primitive& primitive, double volume, double centroid, double across, double along) {
  const ShapeIntegrals integrals = required(primitive);
  EXPECT_NEAR(integrals.volume, volume, exact * volume);
  EXPECT_NEAR(integrals.centroid.z(), centroid, exact * std::cbrt(volume));
  EXPECT_TRUE(integrals.centroid.head<2>().isZero());
  const Eigen::Matrix3d inertia = with_mass(integrals, 1).inertia;
  EXPECT_NEAR(inertia(0, 0), across, exact * across);
  EXPECT_NEAR(inertia(1, 1), across, exact * across);
  EXPECT_NEAR(inertia(2, 2), along, exact * along);
  EXPECT_TRUE((inertia - Eigen::Matrix3d(inertia.diagonal().asDiagonal())).isZero());
}

// Meriam, Kraige, "Engineering Mechanics: Dynamics", table D/4, "Properties of homogeneous solids", for all up to the
// cone
TEST(primitive_integrals, sphere) {
  expect_solid(Sphere{2.5}, 4.0 / 3 * pi * 2.5 * 2.5 * 2.5, 0, 2.0 / 5 * 6.25, 2.0 / 5 * 6.25);
}

TEST(primitive_integrals, box) {
  const MassProperties box = with_mass(required(Box{{1, 2, 3}}), 7);
  EXPECT_DOUBLE_EQ(required(Box{{1, 2, 3}}).volume, 48);
  EXPECT_DOUBLE_EQ(box.inertia(0, 0), 7.0 / 12 * (16 + 36));
  EXPECT_DOUBLE_EQ(box.inertia(1, 1), 7.0 / 12 * (4 + 36));
  EXPECT_DOUBLE_EQ(box.inertia(2, 2), 7.0 / 12 * (4 + 16));
  expect_near(required(cube(3)), required(Box{{1.5, 1.5, 1.5}}), exact);
}

TEST(primitive_integrals, cylinder) {
  const double r = 1.5;
  const double h = 4;
  expect_solid(cylinder(r, h), pi * r * r * h, 0, r * r / 4 + h * h / 12, r * r / 2);
}

TEST(primitive_integrals, cone_has_its_base_below) {
  const double r = 1.5;
  const double h = 4;
  expect_solid(cone(r, h), pi * r * r * h / 3, -h / 4, 3 * r * r / 20 + 3 * h * h / 80, 3 * r * r / 10);
}

// a cone is what is left of the larger cone when the smaller one of the same flank is taken from its tip
TEST(primitive_integrals, frustum_is_a_cone_without_its_tip) {
  const double tip_height = 3;
  const ShapeIntegrals whole = required(cone(2, 3 + tip_height));
  const ShapeIntegrals tip = required(cone(1, tip_height));
  Eigen::Affine3d to_tip = Eigen::Affine3d::Identity();
  to_tip.translate(Eigen::Vector3d(0, 0, 1.5));
  Eigen::Affine3d to_center = Eigen::Affine3d::Identity();
  to_center.translate(Eigen::Vector3d(0, 0, 1.5));
  expect_near(required(Frustum{2, 1, 3}), transformed(difference(whole, transformed(tip, to_tip)), to_center), exact);
}

// the cylinder and two half balls, whose centroids are 3/8 of the radius beyond its ends
TEST(primitive_integrals, capsule) {
  const double r = 0.7;
  const double h = 2;
  const double tube = pi * r * r * h;
  const double ball = 4.0 / 3 * pi * r * r * r;
  const double volume = tube + ball;
  const double along = (tube * r * r / 2 + ball * 2 * r * r / 5) / volume;
  const double across = (tube * (r * r / 4 + h * h / 12) + ball * (2 * r * r / 5 + h * h / 4 + 3 * h * r / 8)) / volume;
  expect_solid(capsule(r, h), volume, 0, across, along);
}

// Discs of the radius that the outline has at z, by Gauss's rule of five points, which is exact for r^4 z^2 on each
// piece
ShapeIntegrals from_outline(const std::vector<double>& breaks, const std::function<double(double)>& squared_radius) {
  const double near = std::sqrt(5 - 2 * std::sqrt(10.0 / 7)) / 3;
  const double far = std::sqrt(5 + 2 * std::sqrt(10.0 / 7)) / 3;
  const double near_weight = (322 + 13 * std::sqrt(70.0)) / 900;
  const double far_weight = (322 - 13 * std::sqrt(70.0)) / 900;
  double volume = 0;
  double first = 0;
  double along = 0;
  double across = 0;
  for (std::size_t i = 0; i + 1 < breaks.size(); ++i) {
    const double middle = (breaks[i] + breaks[i + 1]) / 2;
    const double half = (breaks[i + 1] - breaks[i]) / 2;
    for (const auto& [place, weight] : {std::pair{0.0, 128.0 / 225},
                                        {near, near_weight},
                                        {-near, near_weight},
                                        {far, far_weight},
                                        {-far, far_weight}}) {
      const double z = middle + half * place;
      const double area = pi * squared_radius(z);
      volume += half * weight * area;
      first += half * weight * area * z;
      along += half * weight * area * z * z;
      across += half * weight * area * squared_radius(z) / 4;
    }
  }
  const double center = first / volume;
  return {.volume = volume,
          .centroid = {0, 0, center},
          .second_moment = Eigen::Vector3d(across, across, along - volume * center * center).asDiagonal()};
}

TEST(primitive_integrals, frustum_agrees_with_its_outline) {
  for (const Frustum& frustum : {Frustum{2, 0.5, 3}, {0.1, 4, 0.2}, {0, 1, 2}, {1, 1, 5}}) {
    const auto squared_radius = [&](double z) {
      const double radius =
          frustum.radius_bottom + (frustum.radius_top - frustum.radius_bottom) * (z / frustum.height + 0.5);
      return radius * radius;
    };
    expect_near(required(frustum), from_outline({-frustum.height / 2, frustum.height / 2}, squared_radius), exact);
  }
}

// outline of two balls and the tangent cone between, from where the tangent touches: the point of each circle whose
// radius is across the tangent
ShapeIntegrals from_tangent_outline(const TaperedCapsule& shape) {
  const double b = shape.radius_bottom;
  const double t = shape.radius_top;
  const double half = shape.height / 2;
  const double sine = (b - t) / shape.height;
  const double low = -half + b * sine;
  const double high = half + t * sine;
  const double slope = -sine / std::sqrt(1 - sine * sine);
  const double radius_low = b * std::sqrt(1 - sine * sine);
  return from_outline({-half - b, low, high, half + t}, [&](double z) {
    if (z < low) return b * b - (z + half) * (z + half);
    if (z > high) return t * t - (z - half) * (z - half);
    return std::pow(radius_low + slope * (z - low), 2);
  });
}

TEST(primitive_integrals, tapered_capsule_agrees_with_its_outline) {
  for (const TaperedCapsule& shape :
       {TaperedCapsule{1, 0.4, 2}, {0.4, 1, 2}, {1, 1, 3}, {1, 0, 1.5}, {2, 0.1, 1.9001}}) {
    expect_near(required(shape), from_tangent_outline(shape), exact);
  }
  // negative twin: half balls on a frustum, which is what the height alone would say, are another solid
  const ShapeIntegrals wrong = from_outline({-2, -1, 1, 1.4}, [](double z) {
    if (z < -1) return 1 - (z + 1) * (z + 1);
    if (z > 1) return 0.16 - (z - 1) * (z - 1);
    return std::pow(0.7 - 0.3 * z, 2);
  });
  EXPECT_GT(std::abs(required(TaperedCapsule{1, 0.4, 2}).volume / wrong.volume - 1), 0.01);
}

TEST(primitive_integrals, ball_that_holds_the_other_is_the_capsule) {
  ShapeIntegrals ball = required(Sphere{2});
  ball.centroid.z() = -0.5;
  expect_near(required(TaperedCapsule{2, 0.5, 1}), ball, exact);
  ball.centroid.z() = 0.5;
  expect_near(required(TaperedCapsule{0.5, 2, 1}), ball, exact);
  expect_near(required(capsule(2, 0)), required(Sphere{2}), exact);
  // no jump where the smaller ball begins to show
  expect_near(required(TaperedCapsule{2, 1, 1 + 1e-12}), required(TaperedCapsule{2, 1, 1}), 1e-9);
}

TEST(primitive_integrals, axis_turns_the_solid) {
  for (const auto& [axis, index] : {std::pair{Axis::X, 0}, {Axis::Y, 1}, {Axis::Z, 2}}) {
    const ShapeIntegrals turned = required(Frustum{2, 1, 3, axis});
    const ShapeIntegrals upright = required(Frustum{2, 1, 3});
    EXPECT_EQ(turned.centroid[index], upright.centroid.z());
    EXPECT_EQ(turned.second_moment(index, index), upright.second_moment(2, 2));
    EXPECT_EQ(turned.second_moment((index + 1) % 3, (index + 1) % 3), upright.second_moment(0, 0));
    EXPECT_EQ(required(capsule(1, 3, axis)).second_moment(index, index), required(capsule(1, 3)).second_moment(2, 2));
  }
}

TEST(primitive_integrals, length_that_is_none_gives_nothing) {
  EXPECT_FALSE(integrals_of(Sphere{-1}));
  EXPECT_FALSE(integrals_of(Box{{1, -1, 1}}));
  EXPECT_FALSE(integrals_of(Box{{1, 1, std::numeric_limits<double>::quiet_NaN()}}));
  EXPECT_FALSE(integrals_of(Frustum{1, -0.1, 1}));
  EXPECT_FALSE(integrals_of(cylinder(1, std::numeric_limits<double>::infinity())));
  EXPECT_FALSE(integrals_of(capsule(1, -1)));
}

TEST(primitive_integrals, flat_solid_has_no_volume) {
  for (const Primitive& primitive : {Primitive(Sphere{0}), Primitive(cylinder(0, 1)), Primitive(cylinder(1, 0)),
                                     Primitive(cone(0, 0)), Primitive(capsule(0, 1)), Primitive(Box{})}) {
    const ShapeIntegrals integrals = required(primitive);
    EXPECT_EQ(integrals.volume, 0);
    EXPECT_TRUE(integrals.second_moment.isZero());
  }
}

// A curved solid and its mesh of n segments differ by a number times 1/n^2: twice as many leave a quarter.
void expect_second_order(const Primitive& primitive, const std::function<SolidMesh(int)>& mesh_of) {
  const ShapeIntegrals expected = required(primitive);
  std::vector<double> volume_errors;
  std::vector<double> moment_errors;
  for (const int segments : {32, 64, 128}) {
    const MeshIntegrals found = integrals_of(mesh_of(segments).view());
    EXPECT_TRUE(found.facts.surface.bounds_volume());
    volume_errors.push_back(std::abs(found.solid.volume / expected.volume - 1));
    moment_errors.push_back((found.solid.second_moment - expected.second_moment).norm() /
                            expected.second_moment.norm());
  }
  EXPECT_LT(volume_errors[2], 2e-3);
  for (const std::size_t i : {0U, 1U}) {
    EXPECT_NEAR(volume_errors[i] / volume_errors[i + 1], 4, 0.1);
    EXPECT_NEAR(moment_errors[i] / moment_errors[i + 1], 4, 0.1);
  }
}

TEST(primitive_integrals, meshes_of_primitives_approach_them) {
  expect_second_order(Sphere{2}, [](int segments) { return sphere_mesh(2, segments); });
  for (const Frustum& frustum : {cylinder(1, 3), cone(1, 3), Frustum{2, 0.5, 1}}) {
    expect_second_order(frustum, [&](int segments) { return frustum_mesh(frustum, segments); });
  }
  for (const TaperedCapsule& shape : {capsule(1, 2), TaperedCapsule{1, 0.3, 2}, TaperedCapsule{0.5, 1.5, 1.2}}) {
    expect_second_order(shape, [&](int segments) { return capsule_mesh(shape, segments); });
  }
}

}  // namespace
}  // namespace assay::geometry
