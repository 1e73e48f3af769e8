// What a runtime makes of the shape of a collider, by the effects table.

#include "assay/inspect/lens.h"
#include "assay/inspect/sample_asset.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <functional>

namespace assay::inspect {
namespace {

using model::ShapeKind;
using Change = std::function<void(SampleAsset& asset, model::Collider& collider)>;
using Json = nlohmann::ordered_json;

/// What a reader makes of the one collider of a moving body.
Json realised(const std::string& reader, const Change& change) {
  SampleAsset asset;
  asset.body("/Robot/link");
  model::Collider& collider = asset.collider("/Robot/link/shape", 0);
  collider.shape.radius = collider.shape.bottom_radius = 0.1;
  collider.shape.half_height = 0.5;
  change(asset, collider);
  const Json losses = losses_json(asset.model, asset.physics, *schema::find_reader(reader), "/");
  EXPECT_EQ(losses["shapes"].size(), 1U);
  return losses["shapes"][0];
}

/// Kind, axis and reasons in a few words.
std::string words(const std::string& reader, const Change& change) {
  const Json shape = realised(reader, change);
  std::string text = shape["kind"].is_null() ? "not known" : shape["kind"].get<std::string>();
  if (shape.contains("axis")) text += " " + shape["axis"].get<std::string>();
  for (const Json& feature : shape["because"]) text += ", " + feature.get<std::string>();
  return text;
}

Change shape(ShapeKind kind, const std::string& axis = "Z") {
  return [=](SampleAsset&, model::Collider& collider) {
    collider.shape.kind = kind;
    collider.shape.axis = axis;
  };
}
Change mesh(const std::string& approximation, bool is_static = false) {
  return [=](SampleAsset& asset, model::Collider& collider) {
    collider.shape.kind = ShapeKind::Mesh;
    collider.approximation.value = asset.name(approximation);
    if (is_static) collider.body.reset();
  };
}

TEST(lens_shapes, box_stays_what_it_is) {
  for (const char* reader : {"physx", "newton", "mujoco-usd"}) {
    const Json box = realised(reader, shape(ShapeKind::Box));
    EXPECT_EQ(box["kind"], "box");
    EXPECT_EQ(box["dimensions"], Json({{"half_extents", {0.5, 0.5, 0.5}}}));
    EXPECT_TRUE(box["because"].empty());
  }
}

TEST(lens_shapes, cones_and_cylinders_by_reader) {
  EXPECT_EQ(words("physx", shape(ShapeKind::Cone)), "convex_hull Z, shape-cone");
  EXPECT_EQ(words("newton", shape(ShapeKind::Cone)), "cone Z");
  EXPECT_EQ(words("mujoco-usd", shape(ShapeKind::Cone)), "nothing Z, shape-cone");
  EXPECT_EQ(words("physx", shape(ShapeKind::Cylinder, "X")), "convex_hull X, shape-cylinder-exact");
  EXPECT_EQ(words("mujoco-usd", shape(ShapeKind::Cylinder, "X")), "cylinder Z, shape-cylinder-axis");
  EXPECT_EQ(words("mujoco-usd", shape(ShapeKind::Cylinder)), "cylinder Z");
  const Json hull = realised("physx", shape(ShapeKind::Cylinder));
  EXPECT_EQ(hull["of"], "cylinder");
  EXPECT_EQ(hull["dimensions"], Json({{"radius", 0.1}, {"half_height", 0.5}}));
}

TEST(lens_shapes, what_no_source_says_is_not_known) {
  const auto tapered = [](SampleAsset&, model::Collider& collider) {
    collider.shape.kind = ShapeKind::TaperedCapsule;
    collider.shape.bottom_radius = 0.2;
  };
  EXPECT_EQ(words("physx", tapered), "not known Z, shape-tapered");
  EXPECT_EQ(words("newton", tapered), "nothing Z, shape-tapered");
  EXPECT_TRUE(realised("physx", tapered)["dimensions"].empty());
  EXPECT_EQ(words("physx", shape(ShapeKind::TaperedCapsule)), "tapered_capsule Z");  // equal ends
  EXPECT_EQ(words("physx", mesh("meshSimplification", true)), "not known");
}

TEST(lens_shapes, uneven_scale) {
  const auto scaled = [](ShapeKind kind) {
    return [kind](SampleAsset&, model::Collider& collider) {
      collider.shape.kind = kind;
      collider.world_scale = {1, -2, 3};
    };
  };
  const Json ellipsoid = realised("mujoco-usd", scaled(ShapeKind::Sphere));
  EXPECT_EQ(ellipsoid["kind"], "ellipsoid");
  EXPECT_EQ(ellipsoid["dimensions"]["semi_axes"], Json({0.1, 0.2, 0.1 * 3}));
  EXPECT_EQ(words("mujoco-usd", scaled(ShapeKind::Capsule)), "not known Z, round-nonuniform-scale");
  EXPECT_EQ(words("newton", scaled(ShapeKind::Sphere)), "not known, round-nonuniform-scale");
  // that it is a hull is known, but not of which cylinder
  EXPECT_EQ(words("physx", scaled(ShapeKind::Cylinder)), "not known Z, round-nonuniform-scale, shape-cylinder-exact");
  EXPECT_EQ(words("physx", scaled(ShapeKind::Box)), "box");
}

TEST(lens_shapes, approximations_by_reader) {
  EXPECT_EQ(words("physx", mesh("none")), "convex_hull, mesh-triangles-dynamic");
  EXPECT_EQ(words("physx", mesh("none", true)), "mesh");
  EXPECT_EQ(words("newton", mesh("none")), "mesh");
  EXPECT_EQ(words("mujoco-usd", mesh("none", true)), "convex_hull, mesh-triangles-static");
  EXPECT_EQ(words("physx", mesh("convexHull")), "convex_hull");
  EXPECT_EQ(words("newton", mesh("convexDecomposition")), "convex_pieces, mesh-decomposition");
  EXPECT_EQ(words("mujoco-usd", mesh("convexDecomposition")), "convex_hull, mesh-decomposition");
  EXPECT_EQ(words("physx", mesh("boundingCube")), "bounding_box");
  EXPECT_EQ(words("mujoco-usd", mesh("boundingSphere")), "convex_hull, mesh-bounding");
  EXPECT_EQ(words("newton", mesh("sdf")), "mesh, mesh-sdf");
  EXPECT_EQ(words("physx", mesh("sdf")), "signed_distance_field");
  EXPECT_EQ(words("newton", mesh("convexhull")), "mesh, approximation-unknown");
  const auto by_schema = [](SampleAsset& asset, model::Collider& collider) {
    mesh("none", true)(asset, collider);
    asset.vendor_schema("/Robot/link/shape", "PhysxSDFMeshCollisionAPI");
  };
  EXPECT_EQ(words("physx", by_schema), "signed_distance_field");
}

TEST(lens_shapes, plane_of_a_moving_body_is_left_out) {
  EXPECT_EQ(words("newton", shape(ShapeKind::Plane)), "nothing Z, plane-on-dynamic");
  const auto is_static = [](SampleAsset&, model::Collider& collider) {
    collider.shape.kind = ShapeKind::Plane;
    collider.body.reset();
  };
  EXPECT_EQ(words("newton", is_static), "plane Z");
}

TEST(lens_shapes, raw_numbers_are_taken_as_metres) {
  const auto centimetres = [](SampleAsset& asset, model::Collider& collider) {
    collider.shape.kind = ShapeKind::Sphere;
    asset.physics.units.meters_per_unit.value = 0.01;
  };
  EXPECT_DOUBLE_EQ(realised("newton", centimetres)["dimensions"]["radius"].get<double>(), 10);
  EXPECT_EQ(words("mujoco-usd", centimetres), "sphere, stage-units");
  EXPECT_DOUBLE_EQ(realised("physx", centimetres)["dimensions"]["radius"].get<double>(), 0.1);
  EXPECT_EQ(words("physx", centimetres), "sphere");
}

TEST(lens_shapes, only_those_of_the_prim) {
  SampleAsset asset;
  asset.body("/Robot/link");
  asset.collider("/Robot/link/shape", 0);
  asset.collider("/Robot/ground", std::nullopt);
  const auto count = [&](const std::string& prim) {
    return losses_json(asset.model, asset.physics, *schema::find_reader("physx"), prim)["shapes"].size();
  };
  EXPECT_EQ(count("/"), 2U);
  EXPECT_EQ(count("/Robot/link"), 1U);
  EXPECT_EQ(count("/Robot/other"), 0U);
}

}  // namespace
}  // namespace assay::inspect
