#include "assay/extract/physics/physics_test_asset.h"
#include "assay/model/extents.h"

namespace assay::extract {
namespace {

using geometry::Bounds;

/// The bounds of the first drawn prim.
Bounds drawn(const std::string& prims, const std::string& metadata = "metersPerUnit = 1\n upAxis = \"Z\"\n") {
  const PhysicsAsset asset(prims, metadata);
  if (asset.physics().drawn.empty()) return {};
  return asset.physics().drawn.front().bounds;
}

Bounds box(const Eigen::Vector3d& low, const Eigen::Vector3d& high) { return {low, high}; }

void expect_box(const Bounds& found, const Bounds& expected) {
  ASSERT_FALSE(found.isEmpty());
  EXPECT_TRUE(found.isApprox(expected, 1e-6)) << found.min().transpose() << " to " << found.max().transpose();
}

// ---- what UsdGeom computes for each type; source: the ComputeExtent functions of its schemas ----

TEST(ReadDrawn, primitives_by_their_dimensions) {
  expect_box(drawn(prim("Cube", "A", "", "double size = 4\n")), box({-2, -2, -2}, {2, 2, 2}));
  expect_box(drawn(prim("Sphere", "A", "", "double radius = 3\n")), box({-3, -3, -3}, {3, 3, 3}));
  const std::string along_x = "double height = 4\n double radius = 0.5\n uniform token axis = \"X\"\n";
  expect_box(drawn(prim("Cylinder", "A", "", along_x)), box({-2, -0.5, -0.5}, {2, 0.5, 0.5}));
  expect_box(drawn(prim("Cone", "A", "", along_x)), box({-2, -0.5, -0.5}, {2, 0.5, 0.5}));
  expect_box(drawn(prim("Capsule", "A", "", along_x)), box({-2.5, -0.5, -0.5}, {2.5, 0.5, 0.5}));
}

TEST(ReadDrawn, tapered_primitives_by_their_larger_radius) {
  const std::string tapered = "double height = 4\n double radiusTop = 1\n double radiusBottom = 0.5\n";
  expect_box(drawn(prim("Cylinder_1", "A", "", tapered)), box({-1, -1, -2}, {1, 1, 2}));
  expect_box(drawn(prim("Capsule_1", "A", "", tapered)), box({-1, -1, -3}, {1, 1, 3}));
}

TEST(ReadDrawn, plane_by_its_axis) {
  const std::string size = "double width = 4\n double length = 2\n uniform token axis = ";
  expect_box(drawn(prim("Plane", "A", "", size + "\"X\"\n")), box({0, -1, -2}, {0, 1, 2}));
  expect_box(drawn(prim("Plane", "A", "", size + "\"Y\"\n")), box({-2, 0, -1}, {2, 0, 1}));
  expect_box(drawn(prim("Plane", "A", "", size + "\"Z\"\n")), box({-2, -1, 0}, {2, 1, 0}));
}

TEST(ReadDrawn, points_and_curves_with_their_widths) {
  const std::string points = "point3f[] points = [(0, 0, 0), (1, 0, 0)]\n";
  expect_box(drawn(prim("Mesh", "A", "", points)), box({0, 0, 0}, {1, 0, 0}));
  expect_box(drawn(prim("Points", "A", "", points + "float[] widths = [0.2, 0.4]\n")),
             box({-0.1, -0.2, -0.2}, {1.2, 0.2, 0.2}));
  expect_box(drawn(prim("BasisCurves", "A", "", points + "float[] widths = [0.2, 0.4]\n")),
             box({-0.2, -0.2, -0.2}, {1.2, 0.2, 0.2}));
  EXPECT_TRUE(drawn(prim("Points", "A", "", points + "float[] widths = [0.2]\n")).isEmpty());
}

TEST(ReadDrawn, nothing_where_there_is_no_size) {
  EXPECT_TRUE(drawn(prim("Mesh", "A", "", "")).isEmpty());
  EXPECT_TRUE(drawn(prim("Mesh", "A", "", "point3f[] points = []\n")).isEmpty());
  EXPECT_TRUE(drawn(prim("Cube", "A", "", "double size = -4\n")).isEmpty());
  EXPECT_TRUE(drawn(prim("Cone", "A", "", "uniform token axis = \"W\"\n")).isEmpty());
}

// ---- the attribute extent ----

TEST(ReadDrawn, authored_extent_wins) {
  const std::string wrong = "double size = 4\n float3[] extent = [(-9, -9, -9), (9, 9, 9)]\n";
  expect_box(drawn(prim("Cube", "A", "", wrong)), box({-9, -9, -9}, {9, 9, 9}));
}

TEST(ReadDrawn, extent_that_is_none_is_computed) {
  for (const std::string extent : {"float3[] extent = []\n", "float3[] extent = None\n"}) {
    expect_box(drawn(prim("Cube", "A", "", "double size = 4\n" + extent)), box({-2, -2, -2}, {2, 2, 2}));
  }
}

// ---- the world ----

TEST(ReadDrawn, bounds_are_metres_of_the_world) {
  const std::string turned =
      "double size = 2\n double3 xformOp:translate = (100, 0, 0)\n float xformOp:rotateZ = 45\n"
      " uniform token[] xformOpOrder = [\"xformOp:translate\", \"xformOp:rotateZ\"]\n";
  const double reach = std::sqrt(2) / 100;
  expect_box(drawn(prim("Cube", "A", "", turned), "metersPerUnit = 0.01\n"),
             box({1 - reach, -reach, -0.01}, {1 + reach, reach, 0.01}));
}

TEST(ReadDrawn, hidden_and_guiding_prims_show_nothing) {
  EXPECT_TRUE(drawn(prim("Cube", "A", "", "token visibility = \"invisible\"\n")).isEmpty());
  EXPECT_TRUE(drawn(prim("Cube", "A", "", "uniform token purpose = \"guide\"\n")).isEmpty());
  EXPECT_FALSE(drawn(prim("Cube", "A", "", "uniform token purpose = \"proxy\"\n")).isEmpty());
}

/// The bounds of all that is drawn.
Bounds all_drawn(const std::string& prims) {
  const PhysicsAsset asset(prims);
  return model::extents_of(asset.physics(), [](model::NameIndex /*path*/) { return true; }).drawn;
}

TEST(ReadDrawn, extent_holds_for_what_is_below) {
  const std::string child = prim("Cube", "B", "", "double size = 8\n");
  expect_box(all_drawn(prim("Cube", "A", "", "double size = 2\n" + child)), box({-1, -1, -1}, {1, 1, 1}));
  expect_box(all_drawn(prim("Xform", "A", "", child)), box({-4, -4, -4}, {4, 4, 4}));
}

TEST(ReadDrawn, what_lies_below_a_prim_without_a_place_does_not_count) {
  const std::string child = prim("Cube", "B", "", "");
  EXPECT_TRUE(all_drawn(prim("PhysicsScene", "A", "", child)).isEmpty());
  EXPECT_FALSE(all_drawn(prim("Unknown", "A", "", child)).isEmpty());
}

// ---- colliders ----

/// The bounds of the collider /A.
Bounds collision_bounds(const std::string& type, const std::string& body, const std::string& schemas = collision) {
  const PhysicsAsset asset(prim(type, "A", schemas, body));
  return asset.collider("/A").bounds;
}

const std::string tripled = "float3 xformOp:scale = (1, 1, 3)\n uniform token[] xformOpOrder = [\"xformOp:scale\"]\n";

TEST(ColliderBounds, of_the_shape_and_not_of_the_extent) {
  const std::string wrong = "double size = 4\n float3[] extent = [(-9, -9, -9), (9, 9, 9)]\n";
  const PhysicsAsset asset(prim("Cube", "A", collision, wrong));
  expect_box(asset.collider("/A").bounds, box({-2, -2, -2}, {2, 2, 2}));
  expect_box(asset.collider("/A").drawn_bounds, box({-9, -9, -9}, {9, 9, 9}));
}

TEST(ColliderBounds, hidden_collider_has_them_but_is_not_drawn) {
  const PhysicsAsset asset(prim("Cube", "A", collision, "token visibility = \"invisible\"\n"));
  expect_box(asset.collider("/A").bounds, box({-1, -1, -1}, {1, 1, 1}));
  EXPECT_TRUE(asset.collider("/A").drawn_bounds.isEmpty());
}

TEST(ColliderBounds, sphere_grows_with_the_largest_scale_and_is_drawn_stretched) {
  const PhysicsAsset asset(prim("Sphere", "A", collision, "double radius = 1\n" + tripled));
  expect_box(asset.collider("/A").bounds, box({-3, -3, -3}, {3, 3, 3}));
  expect_box(asset.collider("/A").drawn_bounds, box({-1, -1, -3}, {1, 1, 3}));
}

TEST(ColliderBounds, turned_cylinder_is_tighter_than_its_box) {
  const std::string turned =
      "double height = 2\n double radius = 1\n float xformOp:rotateX = 45\n"
      " uniform token[] xformOpOrder = [\"xformOp:rotateX\"]\n";
  const Bounds bounds = collision_bounds("Cylinder", turned);
  // a disc of radius 1 at height 1, turned by 45 degrees, reaches (1 + 1) / sqrt(2)
  expect_box(bounds, box({-1, -std::sqrt(2), -std::sqrt(2)}, {1, std::sqrt(2), std::sqrt(2)}));
  const std::string twice_turned =
      "double radius = 1\n float xformOp:rotateX = 45\n"
      " uniform token[] xformOpOrder = [\"xformOp:rotateX\"]\n";
  expect_box(collision_bounds("Sphere", twice_turned), box({-1, -1, -1}, {1, 1, 1}));
}

TEST(ColliderBounds, mesh_by_its_points_under_the_whole_transform) {
  const std::string mesh =
      "point3f[] points = [(0, 0, 0), (1, 0, 0), (0, 1, 1)]\n int[] faceVertexCounts = [3]\n"
      " int[] faceVertexIndices = [0, 1, 2]\n" +
      tripled;
  expect_box(collision_bounds("Mesh", mesh), box({0, 0, 0}, {1, 1, 3}));
}

TEST(ColliderBounds, plane_has_none) {
  EXPECT_TRUE(collision_bounds("Plane", "").isEmpty());
  EXPECT_TRUE(collision_bounds("Mesh", "").isEmpty());
}

}  // namespace
}  // namespace assay::extract
