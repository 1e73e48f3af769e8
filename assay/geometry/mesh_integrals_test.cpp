#include "assay/geometry/mesh_integrals.h"

#include "assay/geometry/mass_properties.h"
#include "assay/geometry/primitive_integrals.h"
#include "assay/geometry/test_solids.h"

#include <gtest/gtest.h>

#include <limits>
#include <random>

namespace assay::geometry {
namespace {

using std::numbers::phi;
using std::numbers::pi;
using std::numbers::sqrt2;

constexpr double exact = 1e-12;

void expect_regular(const SolidMesh& mesh, double volume, double inertia_over_mass) {
  const MeshIntegrals found = integrals_of(mesh.view());
  EXPECT_TRUE(found.facts.surface.bounds_volume());
  expect_near(found.solid,
              {.volume = volume,
               .centroid = Eigen::Vector3d::Zero(),
               .second_moment = volume * inertia_over_mass / 2 * Eigen::Matrix3d::Identity()},
              exact);
}

// regular solids of edge a: volumes by Weisstein, "Platonic Solid", MathWorld; moments of inertia by J. Satterly 1958,
// "The moments of inertia of some polyhedra", Mathematical Gazette 42
TEST(mesh_integrals, regular_solids) {
  const double tetrahedron_edge = 2 * sqrt2;
  std::vector<Eigen::Vector3d> tetrahedron_normals;
  for (const Eigen::Vector3d& corner : tetrahedron_corners()) tetrahedron_normals.emplace_back(-corner);
  expect_regular(convex_mesh(tetrahedron_corners(), tetrahedron_normals), std::pow(tetrahedron_edge, 3) / (6 * sqrt2),
                 std::pow(tetrahedron_edge, 2) / 20);
  expect_regular(convex_mesh(cube_corners(), octahedron_corners()), 8, 4.0 / 6);
  expect_regular(convex_mesh(octahedron_corners(), cube_corners()), sqrt2 / 3 * std::pow(sqrt2, 3), 2.0 / 10);
  expect_regular(convex_mesh(icosahedron_corners(), dodecahedron_corners()), 5 * (3 + std::sqrt(5.0)) / 12 * 8,
                 phi * phi / 10 * 4);
  const double dodecahedron_edge = 2 / phi;
  expect_regular(convex_mesh(dodecahedron_corners(), icosahedron_corners()),
                 (15 + 7 * std::sqrt(5.0)) / 4 * std::pow(dodecahedron_edge, 3),
                 (39 * phi + 28) / 150 * std::pow(dodecahedron_edge, 2));
}

// The torus of n steps about z and a section of m corners. Between two steps a section is scaled away from the axis by
// cos(pi/n) / cos(angle), so that its integrals are those of the section (area, and second moment about its middle, of
// a regular polygon) times the integral of a power of that.
ShapeIntegrals polygonal_torus(double major, double minor, int n, int m) {
  const double area = m / 2.0 * minor * minor * std::sin(2 * pi / m);
  const double moment = area * minor * minor * (2 + std::cos(2 * pi / m)) / 12;
  const double tangent = std::tan(pi / n);
  const double squares = n * std::sin(2 * pi / n);
  const double fourths = 2 * n * std::pow(std::cos(pi / n), 4) * (tangent + std::pow(tangent, 3) / 3);
  const double across = fourths * (area * std::pow(major, 3) + 3 * major * moment) / 2;
  return {.volume = squares * area * major,
          .centroid = Eigen::Vector3d::Zero(),
          .second_moment = Eigen::Vector3d(across, across, squares * major * moment).asDiagonal()};
}

TEST(mesh_integrals, torus_of_planes) {
  const MeshIntegrals found = integrals_of(torus_mesh(3, 1, 24, 16).view());
  EXPECT_TRUE(found.facts.surface.bounds_volume());
  EXPECT_EQ(found.facts.surface.components.size(), 1U);
  expect_near(found.solid, polygonal_torus(3, 1, 24, 16), exact);
  // the formula itself against the round torus: volume 2 pi^2 R r^2, inertia m (R^2 + 3/4 r^2)
  const ShapeIntegrals round = polygonal_torus(3, 1, 4000, 4000);
  EXPECT_NEAR(round.volume, 2 * pi * pi * 3, 1e-5 * round.volume);
  EXPECT_NEAR(with_mass(round, 1).inertia(2, 2), 9.75, 1e-4);
}

TEST(mesh_integrals, hollow_box_is_a_difference) {
  SolidMesh hollow = box_mesh({2, 3, 4});
  SolidMesh inside = box_mesh({1.9, 2.9, 3.9});
  for (std::size_t face = 0; face < inside.counts.size(); ++face) inside.reverse_face(face);
  hollow.append(inside);
  const MeshIntegrals found = integrals_of(hollow.view());
  expect_near(found.solid, difference(integrals_of(Box{{2, 3, 4}}).value(), integrals_of(Box{{1.9, 2.9, 3.9}}).value()),
              exact);
  ASSERT_EQ(found.facts.surface.components.size(), 2U);
  EXPECT_NEAR(found.facts.surface.components[0].signed_volume, 192, 192 * exact);
  EXPECT_NEAR(found.facts.surface.components[1].signed_volume, -8 * 1.9 * 2.9 * 3.9, 192 * exact);
  EXPECT_TRUE(found.facts.surface.bounds_volume());
}

TEST(mesh_integrals, moved_turned_and_mirrored_far_away) {
  Eigen::Affine3d map = Eigen::Affine3d::Identity();
  map.translate(Eigen::Vector3d(1e4, -2e4, 1e4)).rotate(odd_rotation());
  const ShapeIntegrals torus = polygonal_torus(3, 1, 24, 16);
  expect_near(integrals_of(mapped(torus_mesh(3, 1, 24, 16), map).view()).solid, transformed(torus, map), 1e-9);

  map.scale(Eigen::Vector3d(1, 1, -2));
  MeshView mirrored_view;
  const SolidMesh mirrored = mapped(torus_mesh(3, 1, 24, 16), map);
  mirrored_view = mirrored.view();
  EXPECT_LT(integrals_of(mirrored_view).solid.volume, 0);
  mirrored_view.is_left_handed = true;
  expect_near(integrals_of(mirrored_view).solid, transformed(torus, map), 1e-9);
}

TEST(mesh_integrals, inward_faces_give_a_negative_volume) {
  SolidMesh mesh = box_mesh({1, 1, 1});
  for (std::size_t face = 0; face < mesh.counts.size(); ++face) mesh.reverse_face(face);
  const MeshIntegrals found = integrals_of(mesh.view());
  EXPECT_DOUBLE_EQ(found.solid.volume, -8);
  EXPECT_DOUBLE_EQ(found.facts.signed_volume, -8);
  EXPECT_DOUBLE_EQ(found.solid.second_moment(0, 0), -8.0 / 3);
  EXPECT_TRUE(found.facts.surface.bounds_volume());
}

TEST(mesh_integrals, box_facts) {
  const MeshFacts facts = integrals_of(box_mesh({1, 1, 1}).view()).facts;
  EXPECT_EQ(facts.readable_face_count, 6U);
  EXPECT_EQ(facts.degenerate_face_count, 0U);
  EXPECT_DOUBLE_EQ(facts.area, 24);
  EXPECT_EQ(facts.surface.edge_count, 12U);
  EXPECT_TRUE(facts.surface.is_closed);
  EXPECT_TRUE(facts.surface.is_orientable);
  EXPECT_TRUE(facts.surface.is_consistently_wound);
  EXPECT_EQ(facts.surface.flipped_face_count, 0U);
  EXPECT_FALSE(facts.faults.first_face);
  EXPECT_FALSE(facts.welded);
}

TEST(mesh_integrals, box_without_a_face_is_open) {
  SolidMesh mesh = box_mesh({1, 1, 1});
  mesh.remove_last_face();
  const SurfaceFacts facts = integrals_of(mesh.view()).facts.surface;
  EXPECT_EQ(facts.boundary_edge_count, 4U);
  EXPECT_TRUE(facts.first_boundary_face);
  EXPECT_FALSE(facts.is_closed);
  EXPECT_FALSE(facts.bounds_volume());
  EXPECT_EQ(facts.closed_component_count, 0U);
}

TEST(mesh_integrals, flipped_face_is_named) {
  for (const std::size_t flipped : {0U, 4U}) {
    SolidMesh mesh = box_mesh({1, 1, 1});
    mesh.reverse_face(flipped);
    const SurfaceFacts facts = integrals_of(mesh.view()).facts.surface;
    EXPECT_TRUE(facts.is_closed);
    EXPECT_FALSE(facts.is_consistently_wound);
    EXPECT_TRUE(facts.is_orientable);
    EXPECT_FALSE(facts.bounds_volume());
    EXPECT_EQ(facts.misoriented_edge_count, 4U);
    EXPECT_EQ(facts.flipped_face_count, 1U);
    EXPECT_EQ(facts.first_flipped_face, flipped);
  }
}

// a strip of quads whose end meets its start upside down
TEST(mesh_integrals, band_with_one_side_is_not_orientable) {
  for (const bool is_twisted : {false, true}) {
    SolidMesh mesh;
    const int count = 12;
    for (int i = 0; i < count; ++i) {
      const double angle = 2 * pi * i / count;
      const Eigen::Vector3d out(std::cos(angle), std::sin(angle), 0);
      const Eigen::Vector3d across =
          is_twisted
              ? Eigen::Vector3d(0.3 * (std::cos(angle / 2) * out + std::sin(angle / 2) * Eigen::Vector3d::UnitZ()))
              : Eigen::Vector3d(0, 0, 0.3);
      mesh.points.emplace_back(out - across);
      mesh.points.emplace_back(out + across);
    }
    for (int i = 0; i < count; ++i) {
      const bool is_last = i + 1 == count;
      const int low = is_last ? (is_twisted ? 1 : 0) : 2 * i + 2;
      const int high = is_last ? (is_twisted ? 0 : 1) : 2 * i + 3;
      mesh.add_face({2 * i, low, high, 2 * i + 1});
    }
    const SurfaceFacts facts = integrals_of(mesh.view()).facts.surface;
    EXPECT_EQ(facts.is_orientable, !is_twisted);
    EXPECT_FALSE(facts.is_closed);
  }
}

TEST(mesh_integrals, points_of_each_face_are_closed_after_weld_alone) {
  const SolidMesh mesh = with_split_points(box_mesh({1, 1, 1}));
  const MeshIntegrals found = integrals_of(mesh.view());
  EXPECT_FALSE(found.facts.surface.is_closed);
  EXPECT_EQ(found.facts.surface.components.size(), 6U);
  EXPECT_TRUE(found.facts.closed_after_weld());
  EXPECT_TRUE(found.facts.bounds_volume_after_weld());
  EXPECT_EQ(found.facts.welded->components.size(), 1U);
  EXPECT_DOUBLE_EQ(found.solid.volume, 8);

  // negative twin: a crack of one rounding is a crack
  SolidMesh cracked = mesh;
  cracked.points[0].x() = std::nextafter(cracked.points[0].x(), 2);
  EXPECT_FALSE(integrals_of(cracked.view()).facts.closed_after_weld());
}

TEST(mesh_integrals, boxes_that_share_an_edge_are_not_manifold_but_bound_a_volume) {
  SolidMesh mesh = box_mesh({1, 1, 1});
  Eigen::Affine3d aside = Eigen::Affine3d::Identity();
  aside.translate(Eigen::Vector3d(2, 2, 0));
  mesh.append(mapped(box_mesh({1, 1, 1}), aside));
  const MeshFacts facts = integrals_of(mesh.view()).facts;
  EXPECT_EQ(facts.surface.nonmanifold_edge_count, 0U);
  EXPECT_EQ(facts.surface.components.size(), 2U);
  EXPECT_EQ(facts.welded->nonmanifold_edge_count, 1U);
  EXPECT_EQ(facts.welded->components.size(), 1U);
  EXPECT_TRUE(facts.welded->bounds_volume());
  EXPECT_DOUBLE_EQ(facts.signed_volume, 16);
}

TEST(mesh_integrals, fin_on_a_box_is_open) {
  SolidMesh mesh = box_mesh({1, 1, 1});
  mesh.points.emplace_back(3, 3, 3);
  mesh.add_face({mesh.indices[0], mesh.indices[1], 8});
  const SurfaceFacts facts = integrals_of(mesh.view()).facts.surface;
  EXPECT_EQ(facts.nonmanifold_edge_count, 1U);
  EXPECT_EQ(facts.boundary_edge_count, 2U);
  EXPECT_FALSE(facts.is_closed);
}

TEST(mesh_integrals, one_open_component_is_told_from_closed_ones) {
  SolidMesh mesh = box_mesh({1, 1, 1});
  SolidMesh open = mapped(box_mesh({1, 1, 1}), Eigen::Affine3d(Eigen::Translation3d(5, 0, 0)));
  open.remove_last_face();
  mesh.append(open);
  const SurfaceFacts facts = integrals_of(mesh.view()).facts.surface;
  ASSERT_EQ(facts.components.size(), 2U);
  EXPECT_TRUE(facts.components[0].is_closed);
  EXPECT_FALSE(facts.components[1].is_closed);
  EXPECT_EQ(facts.components[1].first_face, 6U);
  EXPECT_EQ(facts.components[1].face_count, 5U);
  EXPECT_EQ(facts.closed_component_count, 1U);
  EXPECT_FALSE(facts.is_closed);
}

TEST(mesh_integrals, degenerate_and_collapsed_faces_are_counted) {
  SolidMesh mesh = box_mesh({1, 1, 1});
  const int first = mesh.indices[0];
  const int second = mesh.indices[1];
  mesh.add_face({first, second, first});
  const MeshFacts facts = integrals_of(mesh.view()).facts;
  EXPECT_EQ(facts.degenerate_face_count, 1U);
  EXPECT_EQ(facts.first_degenerate_face, 6U);
  EXPECT_EQ(facts.surface.collapsed_face_count, 1U);
  EXPECT_TRUE(facts.surface.bounds_volume());
}

TEST(mesh_integrals, faults_of_faces_are_counted) {
  SolidMesh mesh = box_mesh({1, 1, 1});
  mesh.points.emplace_back(std::numeric_limits<double>::quiet_NaN(), 0, 0);
  mesh.add_face({0, 1});
  mesh.add_face({0, 1, 99});
  mesh.add_face({0, -1, 2});
  mesh.add_face({0, 1, 8});
  mesh.counts.push_back(-4);
  mesh.counts.push_back(5);
  mesh.indices.push_back(0);
  const MeshFacts facts = integrals_of(mesh.view()).facts;
  EXPECT_EQ(facts.readable_face_count, 6U);
  EXPECT_EQ(facts.faults.small_face_count, 1U);
  EXPECT_EQ(facts.faults.out_of_range_face_count, 2U);
  EXPECT_EQ(facts.faults.nonfinite_face_count, 1U);
  EXPECT_EQ(facts.faults.negative_count_face_count, 1U);
  EXPECT_EQ(facts.faults.missing_index_count, 4U);
  EXPECT_EQ(facts.faults.surplus_index_count, 0U);
  EXPECT_EQ(facts.faults.first_face, 6U);
  EXPECT_DOUBLE_EQ(facts.signed_volume, 8);

  SolidMesh surplus = box_mesh({1, 1, 1});
  surplus.indices.push_back(3);
  EXPECT_EQ(integrals_of(surplus.view()).facts.faults.surplus_index_count, 1U);
}

TEST(mesh_integrals, flat_mesh_has_no_volume) {
  SolidMesh mesh =
      mapped(box_mesh({1, 1, 0}), Eigen::Affine3d(Eigen::AngleAxisd(0.7, Eigen::Vector3d(1, 2, 3).normalized())));
  const MeshIntegrals found = integrals_of(mesh.view());
  EXPECT_EQ(found.solid.volume, 0);
  EXPECT_TRUE(found.solid.second_moment.isZero());
  // negative twin: a sheet that is thin but not flat has one
  const SolidMesh sheet = mapped(box_mesh({1, 1, 1e-9}), Eigen::Affine3d(odd_rotation()));
  EXPECT_NEAR(integrals_of(sheet.view()).solid.volume, 8e-9, 1e-14);
}

TEST(mesh_integrals, empty_mesh_is_not_closed) {
  const MeshIntegrals found = integrals_of(MeshView{});
  EXPECT_EQ(found.solid.volume, 0);
  EXPECT_FALSE(found.facts.surface.is_closed);
  EXPECT_FALSE(found.facts.bounds_volume_after_weld());
}

// whatever a mesh holds, the counts of it add up
TEST(mesh_integrals, random_meshes_are_read) {
  std::mt19937 random(5);  // NOLINT(bugprone-random-generator-seed): the same numbers in each run
  const std::vector<double> coordinates{
      0, 1, -1, 0.5, 1e300, -1e-300, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()};
  const auto below = [&](int limit) { return static_cast<int>(random() % static_cast<unsigned>(limit)); };
  for (int round = 0; round < 3000; ++round) {
    SolidMesh mesh;
    const int point_count = below(9);
    const int kinds = round % 2 == 0 ? 4 : 8;
    for (int i = 0; i < point_count; ++i) {
      const auto coordinate = [&] { return coordinates[static_cast<std::size_t>(below(kinds))]; };
      mesh.points.emplace_back(coordinate(), coordinate(), coordinate());
    }
    for (int i = below(20); i > 0; --i) mesh.counts.push_back(below(7) - 1);
    for (int i = below(60); i > 0; --i) mesh.indices.push_back(below(point_count + 2) - 1);
    const MeshFacts facts = integrals_of(mesh.view()).facts;
    EXPECT_LE(facts.readable_face_count, mesh.counts.size());
    std::size_t faces_of_components = 0;
    for (const SurfaceComponent& component : facts.surface.components) faces_of_components += component.face_count;
    EXPECT_EQ(faces_of_components + facts.surface.collapsed_face_count, facts.readable_face_count);
    EXPECT_EQ(facts.faults.first_face.has_value(), facts.readable_face_count < mesh.counts.size());
  }
}

}  // namespace
}  // namespace assay::geometry
