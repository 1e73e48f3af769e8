// What beside the physics some runtime reacts to, each with a look-alike that is none.

#include "assay/extract/physics/physics_test_asset.h"

#include <algorithm>

namespace assay::extract {
namespace {

using model::CircumstanceKind;
using Texts = std::vector<std::string>;

/// The prims with a circumstance of that kind.
Texts prims_of(CircumstanceKind kind, const std::string& prims) {
  const PhysicsAsset asset(prims);
  Texts found;
  for (const model::Circumstance& circumstance : asset.physics().circumstances) {
    if (circumstance.kind == kind) found.push_back(asset.text(circumstance.prim));
  }
  return found;
}

const std::string samples = "double3 xformOp:translate.timeSamples = { 0: (0, 0, 0), 1: (1, 0, 0) }\n";
const std::string moved = samples + "uniform token[] xformOpOrder = [\"xformOp:translate\"]\n";
const std::string reset = "uniform token[] xformOpOrder = [\"!resetXformStack!\"]\n";
const std::string scaled_away =
    "float3 xformOp:scale = (1, 0, 1)\n uniform token[] xformOpOrder = [\"xformOp:scale\"]\n";

TEST(read_circumstances, transforms_with_time_samples_above_a_body) {
  const auto found = [](const std::string& above, const std::string& body) {
    return prims_of(CircumstanceKind::AnimatedBody,
                    prim("Xform", "Root", "", above + prim("Xform", "Link", rigid_body, body)));
  };
  EXPECT_EQ(found(moved, ""), Texts{"/Root/Link"});
  EXPECT_EQ(found("", moved), Texts{"/Root/Link"});
  EXPECT_EQ(found(moved, reset), Texts());
  EXPECT_EQ(found(samples, ""), Texts());  // not in the order of ops
  EXPECT_EQ(prims_of(CircumstanceKind::AnimatedBody, prim("Xform", "Root", "", moved)), Texts());
}

TEST(read_circumstances, plane_that_states_a_bound) {
  const auto found = [](const std::string& schema, const std::string& body) {
    return prims_of(CircumstanceKind::BoundedPlane, prim("Plane", "Ground", schema, body));
  };
  EXPECT_EQ(found(collision, "double width = 4\n"), Texts{"/Ground"});
  EXPECT_EQ(found(collision, "double length = 4\n"), Texts{"/Ground"});
  EXPECT_EQ(found(collision, "uniform token axis = \"Y\"\n"), Texts());
  EXPECT_EQ(found("", "double width = 4\n"), Texts());
}

TEST(read_circumstances, drawn_shape_without_extent) {
  const auto found = [](const std::string& schema, const std::string& body) {
    return prims_of(CircumstanceKind::EmptyScale, prim("Cube", "Box", schema, body));
  };
  EXPECT_EQ(found("", scaled_away), Texts{"/Box"});
  EXPECT_EQ(found(collision, scaled_away), Texts());
  EXPECT_EQ(found("", scaled_away + "token visibility = \"invisible\"\n"), Texts());
  EXPECT_EQ(found("", "double size = 0\n"), Texts());
}

TEST(read_circumstances, mesh_in_a_plane) {
  const auto found = [](const std::string& last, const std::string& more = "") {
    return prims_of(CircumstanceKind::FlatMesh,
                    prim("Mesh", "Sheet", "",
                         "point3f[] points = [(1, 0, 0), (0, 1, 0), (0, 0, 1), " + last + "]\n" +
                             "int[] faceVertexCounts = [4]\n int[] faceVertexIndices = [0, 1, 2, 3]\n" + more));
  };
  EXPECT_EQ(found("(1, 1, -1)"), Texts{"/Sheet"});  // x + y + z = 1
  EXPECT_EQ(found("(1, 1, -0.9)"), Texts());
  EXPECT_EQ(found("(1, 1, -1)", "token visibility = \"invisible\"\n"), Texts());
  EXPECT_EQ(prims_of(CircumstanceKind::FlatMesh,
                     prim("Mesh", "Line", "", "point3f[] points = [(0, 0, 0), (1, 1, 1), (2, 2, 2)]\n")),
            Texts{"/Line"});
  EXPECT_EQ(prims_of(CircumstanceKind::FlatMesh, prim("Mesh", "Empty", "", "")), Texts());
}

TEST(read_circumstances, state_of_a_joint) {
  const auto found = [](const std::string& schema) {
    return prims_of(CircumstanceKind::JointState, prim("PhysicsRevoluteJoint", "Hinge", schema, ""));
  };
  EXPECT_EQ(found("\"PhysicsJointStateAPI:angular\""), Texts{"/Hinge"});
  EXPECT_EQ(found("\"PhysicsDriveAPI:angular\""), Texts());
}

TEST(read_circumstances, mass_beside_bodies_and_colliders) {
  const auto found = [](const std::string& schemas) {
    return prims_of(CircumstanceKind::MassAlone, prim("Cube", "Box", schemas, ""));
  };
  EXPECT_EQ(found("\"PhysicsMassAPI\""), Texts{"/Box"});
  EXPECT_EQ(found(massive_collision), Texts());
  EXPECT_EQ(found(massive_body), Texts());
}

TEST(read_circumstances, merged_meshes_in_an_instance) {
  const std::string merged = prim("Xform", "Meshes", "\"PhysxMeshMergeCollisionAPI\"", "");
  const auto found = [&](const std::string& metadata) {
    return prims_of(
        CircumstanceKind::MergedInInstance,
        "class \"_part\" {\n" + merged + "}\ndef Xform \"Part\" (inherits = </_part>\n" + metadata + ") {}\n");
  };
  EXPECT_EQ(found("instanceable = true\n"), Texts{"/Part/Meshes"});
  EXPECT_EQ(found(""), Texts());
}

TEST(read_circumstances, material_for_the_purpose_physics) {
  const auto found = [](const std::string& bindings, const std::string& schemas = collision) {
    return prims_of(CircumstanceKind::PhysicsMaterial,
                    prim("Material", "Rubber", "\"PhysicsMaterialAPI\"", "") + prim("Material", "Paint", "", "") +
                        prim("Cube", "Box", schemas + ", \"MaterialBindingAPI\"", bindings));
  };
  const std::string physics = "rel material:binding:physics = </Rubber>\n";
  EXPECT_EQ(found(physics + "rel material:binding = </Paint>\n"), Texts{"/Box"});
  EXPECT_EQ(found(physics), Texts{"/Box"});
  EXPECT_EQ(found(physics + "rel material:binding = </Rubber>\n"), Texts());
  EXPECT_EQ(found("rel material:binding = </Rubber>\n"), Texts());
  EXPECT_EQ(found("rel material:binding:physics = </Gone>\n"), Texts());
  EXPECT_EQ(found("rel material:binding:physics = </Box>\n"), Texts());
  EXPECT_EQ(found(physics, rigid_body), Texts());
}

TEST(read_circumstances, physics_in_a_prototype) {
  const auto found = [](const std::string& schemas, const std::string& prototype = "</Many/Pebble>") {
    return prims_of(
        CircumstanceKind::PrototypePhysics,
        prim("PointInstancer", "Many", "",
             "rel prototypes = " + prototype + "\n" + prim("Xform", "Pebble", "", prim("Cube", "Shape", schemas, ""))));
  };
  EXPECT_EQ(found(collision), Texts{"/Many"});
  EXPECT_EQ(found(""), Texts());
  EXPECT_EQ(found("\"MaterialBindingAPI\""), Texts());
  EXPECT_EQ(found(collision, "</Elsewhere>"), Texts());
}

TEST(read_circumstances, proxy_of_a_collider) {
  const auto found = [](const std::string& schemas, const std::string& proxies) {
    return prims_of(CircumstanceKind::ProxyOfCollider,
                    prim("Xform", "Hull", "", prim("Cube", "Box", schemas, "")) + prim("Mesh", "Skin", "", proxies));
  };
  const std::string proxy = "rel proxyPrim = </Hull>\n";
  EXPECT_EQ(found(collision, proxy), Texts{"/Skin"});
  EXPECT_EQ(found("", proxy), Texts());
  EXPECT_EQ(found(collision, ""), Texts());
}

TEST(read_circumstances, material_of_a_subset) {
  const auto found = [](const std::string& schemas, const std::string& binding) {
    return prims_of(
        CircumstanceKind::SubsetMaterial,
        prim("Material", "Rubber", "\"PhysicsMaterialAPI\"", "") + prim("Material", "Paint", "", "") +
            prim("Mesh", "Box", schemas + ", \"MaterialBindingAPI\"",
                 "rel material:binding = </Rubber>\n" + prim("GeomSubset", "Top", "\"MaterialBindingAPI\"", binding)));
  };
  const std::string rubber = "rel material:binding:physics = </Rubber>\n";
  EXPECT_EQ(found(collision, rubber), Texts{"/Box/Top"});
  EXPECT_EQ(found(rigid_body, rubber), Texts());
  EXPECT_EQ(found(collision, "rel material:binding = </Paint>\n"), Texts());
  EXPECT_EQ(found(collision, ""), Texts());
}

TEST(read_circumstances, texture_that_names_no_file) {
  const auto found = [](const std::string& id, const std::string& file) {
    return prims_of(CircumstanceKind::TextureWithoutFile,
                    prim("Shader", "Texture", "", "uniform token info:id = \"" + id + "\"\n" + file));
  };
  EXPECT_EQ(found("UsdUVTexture", ""), Texts{"/Texture"});
  EXPECT_EQ(found("UsdUVTexture", "asset inputs:file = @@\n"), Texts{"/Texture"});
  EXPECT_EQ(found("UsdUVTexture", "asset inputs:file = @wood.png@\n"), Texts());
  EXPECT_EQ(found("UsdUVTexture", "asset inputs:file.connect = </Texture.inputs:other>\n"), Texts());
  EXPECT_EQ(found("UsdPreviewSurface", ""), Texts());
}

TEST(read_circumstances, only_where_they_are_asked_for) {
  TestFolder folder;
  folder.layer("asset.usda", prim("Xform", "Link", rigid_body, moved));
  PhysicsOptions options;
  options.profile = schema::find_profile("upstream");
  const Result<PhysicsExtraction> extracted = extract_physics(folder.path("asset.usda"), options);
  ASSERT_TRUE(extracted);
  EXPECT_TRUE(extracted.value().physics.circumstances.empty());
}

}  // namespace
}  // namespace assay::extract
