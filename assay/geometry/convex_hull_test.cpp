#include "assay/geometry/convex_hull.h"

#include "assay/geometry/mesh_integrals.h"
#include "assay/geometry/primitive_integrals.h"
#include "assay/geometry/test_solids.h"

#include <gtest/gtest.h>

#include <limits>
#include <random>

namespace assay::geometry {
namespace {

using std::numbers::phi;
using std::numbers::pi;

// spread evenly: Vogel's spiral, mapped to the sphere (Swinbank, Purser 2006)
std::vector<Eigen::Vector3d> sphere_points(int count) {
  std::vector<Eigen::Vector3d> points;
  for (int i = 0; i < count; ++i) {
    const double z = 1 - (2 * i + 1.0) / count;
    const double angle = 2 * pi * i / phi;
    const double radius = std::sqrt(1 - z * z);
    points.emplace_back(radius * std::cos(angle), radius * std::sin(angle), z);
  }
  return points;
}

std::vector<Eigen::Vector3d> mapped(std::vector<Eigen::Vector3d> points, const Eigen::Affine3d& map) {
  for (Eigen::Vector3d& point : points) point = map * point;
  return points;
}

MeshFacts facts_of(const ConvexHull& hull) {
  SolidMesh mesh{.points = hull.corners, .counts = {}, .indices = {}};
  for (const auto& triangle : hull.triangles) {
    mesh.add_face({static_cast<int>(triangle[0]), static_cast<int>(triangle[1]), static_cast<int>(triangle[2])});
  }
  return integrals_of(mesh.view()).facts;
}

// a closed surface of one piece that looks outwards, with every point on or below each face
void expect_is_hull(const ConvexHull& hull, const std::vector<Eigen::Vector3d>& points, double size) {
  ASSERT_EQ(hull.kind, HullKind::Solid);
  const MeshFacts facts = facts_of(hull);
  EXPECT_TRUE(facts.surface.bounds_volume());
  EXPECT_EQ(facts.surface.components.size(), 1U);
  EXPECT_EQ(facts.surface.nonmanifold_edge_count, 0U);
  EXPECT_GT(facts.signed_volume, 0);
  EXPECT_EQ(hull.triangles.size(), 2 * hull.corners.size() - 4);  // Euler's formula
  for (const auto& triangle : hull.triangles) {
    const Eigen::Vector3d& first = hull.corners[triangle[0]];
    const Eigen::Vector3d area = (hull.corners[triangle[1]] - first).cross(hull.corners[triangle[2]] - first);
    for (const Eigen::Vector3d& point : points) EXPECT_LE(area.dot(point - first), 1e-11 * size * size * size);
  }
  for (std::size_t i = 0; i < hull.corners.size(); ++i) EXPECT_EQ(hull.corners[i], points[hull.point_indices[i]]);
}

TEST(convex_hull, cube_with_points_inside_and_on_it) {
  std::vector<Eigen::Vector3d> points = cube_corners();
  points.emplace_back(0, 0, 0);
  points.emplace_back(0.3, 0.2, -0.9);
  points.emplace_back(0, 0, 1);
  points.emplace_back(1, 1, 0);
  points.push_back(points[0]);
  const ConvexHull hull = convex_hull(points);
  expect_is_hull(hull, points, 2);
  EXPECT_EQ(hull.point_indices, (std::vector<std::uint32_t>{0, 1, 2, 3, 4, 5, 6, 7}));
  expect_near(hull.solid, integrals_of(cube(2)).value(), 1e-12);
  EXPECT_NEAR(hull.thickness, 2, 1e-12);
}

TEST(convex_hull, regular_solids) {
  const ConvexHull icosahedron = convex_hull(icosahedron_corners());
  expect_is_hull(icosahedron, icosahedron_corners(), 4);
  EXPECT_NEAR(icosahedron.solid.volume, 5 * (3 + std::sqrt(5.0)) / 12 * 8, 1e-12);
  // twice the radius of the ball inside: phi^2 / sqrt(3) times half the edge of 2
  EXPECT_NEAR(icosahedron.thickness, 2 * phi * phi / std::sqrt(3.0), 1e-12);

  // faces of five corners
  const ConvexHull dodecahedron = convex_hull(dodecahedron_corners());
  expect_is_hull(dodecahedron, dodecahedron_corners(), 4);
  EXPECT_EQ(dodecahedron.triangles.size(), 36U);
  EXPECT_NEAR(dodecahedron.solid.volume, (15 + 7 * std::sqrt(5.0)) / 4 * std::pow(2 / phi, 3), 1e-12);

  // the height over a face is sqrt(2/3) of the edge
  const ConvexHull tetrahedron = convex_hull(tetrahedron_corners());
  expect_is_hull(tetrahedron, tetrahedron_corners(), 2);
  EXPECT_NEAR(tetrahedron.solid.volume, 8.0 / 3, 1e-12);
  EXPECT_NEAR(tetrahedron.thickness, std::sqrt(2.0 / 3) * 2 * std::numbers::sqrt2, 1e-12);
}

TEST(convex_hull, thickness_is_that_of_the_thinnest_side) {
  Eigen::Affine3d map = Eigen::Affine3d::Identity();
  map.rotate(odd_rotation()).scale(Eigen::Vector3d(3, 0.01, 2));
  const ConvexHull hull = convex_hull(mapped(cube_corners(), map));
  EXPECT_NEAR(hull.thickness, 0.02, 1e-12);
  EXPECT_NEAR(std::abs(hull.thickness_normal.dot(odd_rotation().col(1))), 1, 1e-12);
}

TEST(convex_hull, far_from_the_origin) {
  Eigen::Affine3d map = Eigen::Affine3d::Identity();
  map.translate(Eigen::Vector3d(1e4, -2e4, 1e4)).rotate(odd_rotation());
  const ConvexHull hull = convex_hull(mapped(dodecahedron_corners(), map));
  ASSERT_EQ(hull.kind, HullKind::Solid);
  EXPECT_TRUE(facts_of(hull).surface.bounds_volume());
  expect_near(hull.solid, transformed(convex_hull(dodecahedron_corners()).solid, map), 1e-9);
}

TEST(convex_hull, any_unit_of_length) {
  for (const double scale : {1e-200, 1e-9, 1e9, 1e90}) {
    const ConvexHull hull = convex_hull(mapped(cube_corners(), Eigen::Affine3d(Eigen::Scaling(scale))));
    ASSERT_EQ(hull.kind, HullKind::Solid) << scale;
    EXPECT_NEAR(hull.thickness / scale, 2, 1e-12);
  }
}

// an even spread of n points leaves out 1/n of the ball
TEST(convex_hull, points_on_a_sphere_approach_it) {
  std::vector<double> errors;
  for (const int count : {1000, 2000, 4000}) {
    const std::vector<Eigen::Vector3d> points = sphere_points(count);
    const ConvexHull hull = convex_hull(points);
    EXPECT_EQ(hull.corners.size(), points.size());
    EXPECT_TRUE(facts_of(hull).surface.bounds_volume());
    errors.push_back(1 - hull.solid.volume / (4.0 / 3 * pi));
    EXPECT_NEAR(hull.thickness, 2, 4.0 * pi / count);
  }
  EXPECT_LT(errors[2], 4e-3);
  EXPECT_NEAR(errors[0] / errors[1], 2, 0.05);
  EXPECT_NEAR(errors[1] / errors[2], 2, 0.05);
}

TEST(convex_hull, flat_points_are_told) {
  EXPECT_EQ(convex_hull({}).kind, HullKind::Empty);
  const double none = std::numeric_limits<double>::quiet_NaN();
  const std::vector<Eigen::Vector3d> not_finite{{none, 0, 0}, {0, std::numeric_limits<double>::infinity(), 0}};
  EXPECT_EQ(convex_hull(not_finite).kind, HullKind::Empty);
  const std::vector<Eigen::Vector3d> same(5, Eigen::Vector3d(1, 2, 3));
  EXPECT_EQ(convex_hull(same).kind, HullKind::Point);
  std::vector<Eigen::Vector3d> line;
  std::vector<Eigen::Vector3d> plane;
  for (int i = 0; i < 10; ++i) {
    line.emplace_back(Eigen::Vector3d(1, 2, 3) + i * Eigen::Vector3d(0.1, 0.7, -0.3));
    for (int j = 0; j < 10; ++j) plane.emplace_back(odd_rotation() * Eigen::Vector3d(0.1 * i, 0.3 * j, 7));
  }
  EXPECT_EQ(convex_hull(line).kind, HullKind::Line);
  EXPECT_EQ(convex_hull(plane).kind, HullKind::Plane);
  EXPECT_TRUE(convex_hull(plane).triangles.empty());
  // negative twin: one point off the plane makes a solid
  plane.emplace_back(odd_rotation() * Eigen::Vector3d(0.5, 1, 7 + 1e-6));
  EXPECT_EQ(convex_hull(plane).kind, HullKind::Solid);
}

TEST(convex_hull, points_that_are_not_finite_are_left_out) {
  std::vector<Eigen::Vector3d> points = cube_corners();
  points.insert(points.begin(), {std::numeric_limits<double>::quiet_NaN(), 0, 0});
  const ConvexHull hull = convex_hull(points);
  EXPECT_EQ(hull.point_indices.front(), 1U);
  EXPECT_NEAR(hull.solid.volume, 8, 1e-12);
}

// nearly flat, repeated and gridded points, from which qhull may give up: it never prints and never ends the process
TEST(convex_hull, random_points_are_answered_in_silence) {
  std::mt19937 random(7);  // NOLINT(bugprone-random-generator-seed): the same numbers in each run
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  for (int round = 0; round < 500; ++round) {
    std::vector<Eigen::Vector3d> points;
    const int count = static_cast<int>(random() % 40);
    const double noise = std::pow(10, -static_cast<double>(random() % 18));
    for (int i = 0; i < count; ++i) {
      const auto grid = [&] { return static_cast<double>(random() % 4); };
      const double height = noise * (static_cast<double>(random() % 1000) / 1000 - 0.5);
      points.emplace_back(odd_rotation() * Eigen::Vector3d(grid(), grid(), round % 3 == 0 ? grid() + height : height));
    }
    const ConvexHull hull = convex_hull(points);
    EXPECT_EQ(hull.kind == HullKind::Solid, !hull.triangles.empty());
    EXPECT_NE(hull.kind, HullKind::Unknown);
    EXPECT_EQ(facts_of(hull).surface.bounds_volume(), hull.kind == HullKind::Solid) << round;
  }
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

TEST(convex_hull, same_points_give_the_same_hull) {
  const ConvexHull first = convex_hull(sphere_points(300));
  const ConvexHull second = convex_hull(sphere_points(300));
  EXPECT_EQ(first.triangles, second.triangles);
  EXPECT_EQ(first.solid.volume, second.solid.volume);
  EXPECT_EQ(first.thickness_normal, second.thickness_normal);
}

}  // namespace
}  // namespace assay::geometry
