#include "assay/geometry/convex_distance.h"

#include "assay/geometry/test_solids.h"

#include <gtest/gtest.h>

#include <limits>
#include <random>

namespace assay::geometry {
namespace {

using std::numbers::pi;
using std::numbers::sqrt2;

constexpr double tolerance = 1e-9;

Eigen::Affine3d at(double x, double y, double z) { return Eigen::Affine3d(Eigen::Translation3d(x, y, z)); }

Eigen::Affine3d turned(double angle, const Eigen::Vector3d& axis) {
  return Eigen::Affine3d(Eigen::AngleAxisd(angle, axis));
}

const Box unit_box{{1, 1, 1}};

// how far the shapes reach over each other along a direction: an upper bound of the depth, and less the gap
double reach(const PlacedShape& a, const PlacedShape& b, const Eigen::Vector3d& direction) {
  return direction.dot(support_point(a, direction) - support_point(b, -direction));
}

// The answer proves itself: the points are as far apart as it says, and a slab of that width lies between the shapes
// (or, when they overlap, no narrower overlap is found in any direction).
void expect_proof(const PlacedShape& a, const PlacedShape& b, const ConvexDistance& found, double limit) {
  EXPECT_NEAR(found.normal.norm(), 1, 1e-12);
  EXPECT_LE((found.point_b - found.point_a - found.distance * found.normal).norm(), limit);
  EXPECT_NEAR(-reach(a, b, found.normal), found.distance, limit);
  // both points lie in their shapes as far as the normal can tell
  EXPECT_LE(found.normal.dot(found.point_a - support_point(a, found.normal)), limit);
  EXPECT_GE(found.normal.dot(found.point_b - support_point(b, -found.normal)), -limit);
  if (found.distance >= 0) return;
  for (int i = 0; i < 500; ++i) {
    const double z = 1 - (2 * i + 1.0) / 500;
    const double angle = 2 * pi * i / std::numbers::phi;
    const Eigen::Vector3d direction(std::sqrt(1 - z * z) * std::cos(angle), std::sqrt(1 - z * z) * std::sin(angle), z);
    EXPECT_GE(reach(a, b, direction), -found.distance - limit);
  }
}

// a normal is known to the root of the part to which the distance is
constexpr double proof_limit = 1e-7;

ConvexDistance required(const PlacedShape& a, const PlacedShape& b, double limit = tolerance) {
  const ConvexDistance found = convex_distance(a, b).value();
  const ConvexDistance swapped = convex_distance(b, a).value();
  EXPECT_NEAR(found.distance, swapped.distance, limit);
  expect_proof(a, b, found, proof_limit);
  EXPECT_LE(found.uncertainty, limit);
  return found;
}

double distance(const PlacedShape& a, const PlacedShape& b) { return required(a, b).distance; }

TEST(convex_distance, spheres) {
  EXPECT_NEAR(distance({Sphere{1}}, {Sphere{2}, at(3, 4, 0)}), 2, tolerance);
  EXPECT_NEAR(distance({Sphere{1}}, {Sphere{2}, at(1, 0, 0)}), -2, tolerance);
  EXPECT_NEAR(distance({Sphere{1}}, {Sphere{2}, at(3, 0, 0)}), 0, tolerance);
  const ConvexDistance found = required({Sphere{1}}, {Sphere{2}, at(0, 0, 5)});
  EXPECT_LE((found.point_a - Eigen::Vector3d(0, 0, 1)).norm(), tolerance);
  EXPECT_LE((found.point_b - Eigen::Vector3d(0, 0, 3)).norm(), tolerance);
  EXPECT_LE((found.normal - Eigen::Vector3d(0, 0, 1)).norm(), tolerance);
}

TEST(convex_distance, spheres_with_one_center) {
  EXPECT_NEAR(distance({Sphere{1}}, {Sphere{2}}), -3, tolerance);
  EXPECT_NEAR(distance({Sphere{1}}, {Sphere{2}, at(1e-13, 0, 0)}), -3, tolerance);
  EXPECT_NEAR(distance({Sphere{0}}, {Sphere{0}}), 0, tolerance);
}

TEST(convex_distance, boxes_face_to_face) {
  EXPECT_NEAR(distance({unit_box}, {unit_box, at(3.5, 0.2, -0.1)}), 1.5, tolerance);
  EXPECT_NEAR(distance({unit_box}, {unit_box, at(1.9, 0.2, -0.1)}), -0.1, tolerance);
  EXPECT_NEAR(distance({unit_box}, {unit_box, at(2, 0, 0)}), 0, tolerance);
  EXPECT_NEAR(distance({unit_box}, {unit_box}), -2, tolerance);
  const ConvexDistance found = required({unit_box}, {unit_box, at(1.9, 0.2, -0.1)});
  EXPECT_LE((found.normal - Eigen::Vector3d::UnitX()).norm(), tolerance);
}

TEST(convex_distance, boxes_corner_to_corner) {
  EXPECT_NEAR(distance({unit_box}, {unit_box, at(3, 4, 5)}), std::sqrt(1.0 + 4 + 9), tolerance);
}

// the edge of one along z meets that of the other, across it, on the diagonal of x and y
TEST(convex_distance, boxes_edge_to_edge) {
  const Eigen::Vector3d diagonal = Eigen::Vector3d(1, 1, 0) / sqrt2;
  Eigen::Matrix3d axes;
  axes.col(0) = Eigen::Vector3d(1, -1, 0) / sqrt2;
  axes.col(1) = (diagonal + Eigen::Vector3d::UnitZ()) / sqrt2;
  axes.col(2) = axes.col(0).cross(axes.col(1));
  for (const double gap : {0.5, 1e-4, -1e-4, -0.3}) {
    Eigen::Affine3d place(axes);
    place.pretranslate(Eigen::Vector3d((2 * sqrt2 + gap) * diagonal));
    const ConvexDistance found = required({unit_box}, {unit_box, place});
    EXPECT_NEAR(found.distance, gap, tolerance);
    EXPECT_LE((found.normal - diagonal).norm(), 1e-7);
  }
}

TEST(convex_distance, sphere_and_box) {
  EXPECT_NEAR(distance({unit_box}, {Sphere{0.5}, at(0.3, -0.2, 3)}), 1.5, tolerance);
  EXPECT_NEAR(distance({unit_box}, {Sphere{0.5}, at(2, 3, 0)}), std::sqrt(5.0) - 0.5, tolerance);
  EXPECT_NEAR(distance({unit_box}, {Sphere{0.5}, at(1.2, 1.2, 1.2)}), std::sqrt(0.12) - 0.5, tolerance);
  // center inside: to the nearest face and the radius more
  EXPECT_NEAR(distance({unit_box}, {Sphere{0.5}, at(0.9, 0, 0.1)}), -0.6, tolerance);
}

TEST(convex_distance, capsules) {
  const TaperedCapsule shape = capsule(0.5, 4);
  EXPECT_NEAR(distance({shape}, {shape, at(3, 0, 1)}), 2, tolerance);
  EXPECT_NEAR(distance({shape}, {shape, at(0, 0, 6)}), 1, tolerance);
  EXPECT_NEAR(distance({shape}, {shape, at(3, 0, 8)}), 5 - 1, tolerance);
  // crossing segments: both radii, across both
  const Eigen::Affine3d across = at(0.1, 0, 0.7) * turned(pi / 2, Eigen::Vector3d::UnitX());
  const ConvexDistance crossing = required({shape}, {shape, across});
  EXPECT_NEAR(crossing.distance, 0.1 - 1, tolerance);
  EXPECT_NEAR(std::abs(crossing.normal.x()), 1, 1e-8);
  EXPECT_NEAR(distance({shape}, {shape, turned(pi / 2, Eigen::Vector3d::UnitX())}), -1, tolerance);
  EXPECT_NEAR(distance({shape}, {shape, at(0, 0, 0.5)}), -1, tolerance);
}

TEST(convex_distance, capsule_and_box) {
  const TaperedCapsule shape = capsule(0.5, 4, Axis::Y);
  EXPECT_NEAR(distance({unit_box}, {shape, at(0, 0, 3)}), 1.5, tolerance);
  EXPECT_NEAR(distance({unit_box}, {shape, at(3, 0, 4)}), std::sqrt(4.0 + 9) - 0.5, tolerance);
  EXPECT_NEAR(distance({unit_box}, {shape, at(0, 0, 1.2)}), -0.3, tolerance);
  EXPECT_NEAR(distance({unit_box}, {shape, at(0, 0, 0.2)}), -1.3, tolerance);
}

TEST(convex_distance, cylinders) {
  const Frustum shape = cylinder(1, 2);
  EXPECT_NEAR(distance({shape}, {shape, at(2, 2, 0.5)}), 2 * sqrt2 - 2, tolerance);
  EXPECT_NEAR(distance({shape}, {shape, at(0.3, 0, 2.5)}), 0.5, tolerance);
  EXPECT_NEAR(distance({shape}, {shape, at(1.9, 0, 0.1)}), -0.1, 1e-8);
  EXPECT_NEAR(distance({shape}, {shape, at(0.2, 0, 1.9)}), -0.1, tolerance);
  // the rim of a leaning cylinder over a face
  const Eigen::Affine3d leaning = at(0, 0, 4) * turned(pi / 4, Eigen::Vector3d::UnitX());
  EXPECT_NEAR(distance({Box{{9, 9, 1}}}, {shape, leaning}), 3 - sqrt2, tolerance);
}

// the apex of a cone, and the foot of a point on its flank: sin and cos of the flank's slope are 2 and 1 over sqrt(5)
TEST(convex_distance, cone) {
  const Frustum shape = cone(1, 2);
  EXPECT_NEAR(distance({shape}, {Sphere{0.25}, at(0, 0, 3)}), 1.75, tolerance);
  EXPECT_NEAR(distance({shape}, {Sphere{0.25}, at(0, 0, -3)}), 1.75, tolerance);
  const double from_flank = 1.5 * 2 / std::sqrt(5.0);
  EXPECT_NEAR(distance({shape}, {Sphere{0.25}, at(2, 0, 0)}), from_flank - 0.25, tolerance);
  // negative twin: with the cone upside down the apex is below
  EXPECT_NEAR(distance({shape, turned(pi, Eigen::Vector3d::UnitX())}, {Sphere{0.25}, at(0, 0, -3)}), 1.75, tolerance);
  EXPECT_GT(distance({shape}, {Sphere{0.1}, at(0.8, 0, 0.9)}), distance({shape}, {Sphere{0.1}, at(0.8, 0, -0.9)}));
}

// the flank is the tangent to both balls: its normal has the sine (b - t) / height along the axis
TEST(convex_distance, tapered_capsule) {
  const TaperedCapsule shape{1, 0.4, 2};
  const double sine = 0.3;
  const double cosine = std::sqrt(1 - sine * sine);
  const double from_flank = 3 * cosine + 0.1 * sine - (1 - sine);
  EXPECT_NEAR(distance({shape}, {Sphere{0.5}, at(3, 0, 0.1)}), from_flank - 0.5, tolerance);
  EXPECT_NEAR(distance({shape}, {Sphere{0.5}, at(0, 0, 4)}), 4 - 1.4 - 0.5, tolerance);
  EXPECT_NEAR(distance({shape}, {Sphere{0.5}, at(0, 0, -4)}), 4 - 2 - 0.5, tolerance);
  const double shallow = 1 * cosine + 0.1 * sine - (1 - sine);
  EXPECT_NEAR(distance({shape}, {Sphere{0.5}, at(1, 0, 0.1)}), shallow - 0.5, tolerance);
  // one ball in the other: a ball of radius 2 about (0, 0, -0.5)
  EXPECT_NEAR(distance({TaperedCapsule{2, 0.5, 1}}, {Sphere{0.5}, at(0, 0, -0.5)}), -2.5, tolerance);
  EXPECT_NEAR(distance({TaperedCapsule{0.5, 2, 1}}, {Sphere{0.5}, at(0, 0, 4)}), 1, tolerance);
}

TEST(convex_distance, scaled_shapes) {
  // an even scale keeps balls round
  EXPECT_NEAR(distance({Sphere{1}, Eigen::Affine3d(Eigen::Scaling(2.0))}, {Sphere{1}, at(0.5, 0, 0)}), -2.5, tolerance);
  // an ellipsoid with half axes 1, 2, 3 and balls on its axes
  const PlacedShape ellipsoid{Sphere{1}, Eigen::Affine3d(Eigen::Scaling(1.0, 2.0, 3.0))};
  EXPECT_NEAR(distance(ellipsoid, {Sphere{0.5}, at(4, 0, 0)}), 2.5, 1e-8);
  EXPECT_NEAR(distance(ellipsoid, {Sphere{0.5}, at(0, 0, -4)}), 0.5, 1e-8);
  EXPECT_NEAR(distance(ellipsoid, {Sphere{0.5}, at(1.4, 0, 0)}), -0.1, 1e-8);
  EXPECT_NEAR(distance(ellipsoid, {Sphere{0.5}}), -1.5, 1e-8);
  // a mirrored cone points the other way
  EXPECT_NEAR(distance({cone(1, 2), Eigen::Affine3d(Eigen::Scaling(1.0, 1.0, -1.0))}, {Sphere{0.25}, at(0, 0, -3)}),
              1.75, tolerance);
  // a box that was pressed flat
  EXPECT_NEAR(distance({unit_box, Eigen::Affine3d(Eigen::Scaling(1.0, 1.0, 0.0))}, {Sphere{0.25}, at(0, 0, 1)}), 0.75,
              tolerance);
}

TEST(convex_distance, points_are_their_hull) {
  const std::vector<Eigen::Vector3d> corners = cube_corners();
  EXPECT_NEAR(distance({PointSet{corners}}, {unit_box, at(3.5, 0.2, 0)}), 1.5, tolerance);
  EXPECT_NEAR(distance({PointSet{corners}}, {unit_box, at(1.5, 0.2, 0)}), -0.5, tolerance);
  const std::vector<Eigen::Vector3d> triangle{{-1, -1, 0}, {1, -1, 0}, {0, 2, 0}};
  EXPECT_NEAR(distance({PointSet{triangle}}, {Sphere{0.5}, at(0, 0, 2)}), 1.5, tolerance);
  EXPECT_NEAR(distance({PointSet{triangle}}, {Sphere{0.5}, at(0, 0, 0.1)}), -0.4, tolerance);
  // two triangles of one plane that overlap are as deep as they are thick
  EXPECT_NEAR(distance({PointSet{triangle}}, {PointSet{triangle}, at(0.1, 0, 0)}), 0, tolerance);
  EXPECT_NEAR(distance({PointSet{triangle}}, {PointSet{triangle}, at(5, 0, 0)}), 3 + 0, 1);
}

TEST(convex_distance, far_from_the_origin) {
  const Eigen::Affine3d far = at(1e4, -2e4, 3e4) * turned(0.8, Eigen::Vector3d(1, 2, 3).normalized());
  EXPECT_NEAR(required({unit_box, far}, {capsule(0.5, 4, Axis::Y), far * at(0, 0, 1.2)}, 1e-8).distance, -0.3, 1e-8);
  EXPECT_NEAR(required({unit_box, far}, {unit_box, far * at(3, 4, 5)}, 1e-8).distance, std::sqrt(14.0), 1e-8);
}

TEST(convex_distance, what_is_no_shape_has_no_distance) {
  const double none = std::numeric_limits<double>::quiet_NaN();
  const std::vector<Eigen::Vector3d> not_finite{{none, 0, 0}};
  EXPECT_FALSE(convex_distance({Sphere{-1}}, {Sphere{1}}));
  EXPECT_FALSE(convex_distance({Sphere{1}}, {PointSet{}}));
  EXPECT_FALSE(convex_distance({Sphere{1}}, {PointSet{not_finite}}));
  EXPECT_FALSE(convex_distance({Sphere{1}, at(none, 0, 0)}, {Sphere{1}}));
}

Eigen::Affine3d random_place(std::mt19937& random, double spread) {
  const auto number = [&] { return static_cast<double>(random()) / 4294967296.0 * 2 - 1; };
  const Eigen::Quaterniond rotation(number(), number(), number(), number());
  Eigen::Affine3d place(rotation.normalized());
  place.pretranslate(Eigen::Vector3d(spread * number(), spread * number(), spread * number()));
  return place;
}

// apart and deep in each other, each answer with its proof
TEST(convex_distance, random_pairs_prove_themselves) {
  std::mt19937 random(3);  // NOLINT(bugprone-random-generator-seed): the same numbers in each run
  const std::vector<Eigen::Vector3d> points = icosahedron_corners();
  const std::vector<ConvexShape> shapes{Sphere{1},       Box{{1, 0.5, 2}},          cylinder(1, 2),   cone(1, 2),
                                        capsule(0.5, 2), TaperedCapsule{1, 0.3, 2}, Frustum{1, 2, 1}, PointSet{points}};
  int overlaps = 0;
  for (int round = 0; round < 2000; ++round) {
    const PlacedShape a{shapes[random() % shapes.size()], random_place(random, 2)};
    const PlacedShape b{shapes[random() % shapes.size()], random_place(random, 2)};
    const ConvexDistance found = convex_distance(a, b).value();
    expect_proof(a, b, found, proof_limit);
    EXPECT_LE(found.uncertainty, tolerance);
    if (found.distance < 0) ++overlaps;
    if (HasFailure()) {
      ADD_FAILURE() << "round " << round << ", shapes " << a.shape.index() << " and " << b.shape.index()
                    << ", distance " << found.distance;
      break;
    }
  }
  EXPECT_GT(overlaps, 200);
  EXPECT_LT(overlaps, 1900);
}

}  // namespace
}  // namespace assay::geometry
