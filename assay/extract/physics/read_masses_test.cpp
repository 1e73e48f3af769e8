// Mass properties by the precedence of UsdPhysicsMassAPI; numbers by hand.

#include "assay/extract/physics/physics_test_asset.h"

namespace assay::extract {
namespace {

using model::DensitySource;
using model::MassSource;

// a cube of 2 m: 8 m^3
const std::string cube = prim("Cube", "Box", collision, "double size = 2\n");

TEST(read_masses, default_density_is_that_of_water) {
  const PhysicsAsset asset(prim("Xform", "Link", rigid_body, cube));
  const model::MassProperties& mass = asset.body("/Link").mass;
  EXPECT_NEAR(mass.mass, 8000, 1e-9);
  EXPECT_EQ(mass.mass_source, MassSource::Densities);
  ASSERT_EQ(mass.parts.size(), 1U);
  EXPECT_EQ(mass.parts[0].density_source, DensitySource::Default);
  // m (a^2 + a^2) / 12
  EXPECT_NEAR(mass.inertia(0, 0), 8000 * 8.0 / 12, 1e-8);
  EXPECT_NEAR(mass.inertia(0, 1), 0, 1e-9);
}

TEST(read_masses, mass_of_the_body_scales_the_inertia) {
  const PhysicsAsset asset(prim("Xform", "Link", massive_body, "float physics:mass = 3\n" + cube));
  const model::MassProperties& mass = asset.body("/Link").mass;
  EXPECT_EQ(mass.mass, 3);
  EXPECT_EQ(mass.mass_source, MassSource::BodyMass);
  EXPECT_NEAR(mass.inertia(2, 2), 3 * 8.0 / 12, 1e-12);
  EXPECT_EQ(mass.inertia_source, model::InertiaSource::Parts);
}

TEST(read_masses, mass_of_a_collider_goes_before_its_density) {
  const std::string box =
      prim("Cube", "Box", massive_collision, "double size = 2\n float physics:mass = 5\n float physics:density = 7\n");
  const PhysicsAsset asset(prim("Xform", "Link", rigid_body, box));
  EXPECT_NEAR(asset.body("/Link").mass.mass, 5, 1e-12);
  EXPECT_EQ(asset.body("/Link").mass.mass_source, MassSource::ColliderMasses);
}

TEST(read_masses, density_of_a_collider_goes_before_that_of_the_body) {
  const std::string own = prim("Cube", "Box", massive_collision, "double size = 2\n float physics:density = 7\n");
  const PhysicsAsset asset(prim("Xform", "Link", massive_body, "float physics:density = 11\n" + own));
  EXPECT_NEAR(asset.body("/Link").mass.mass, 8 * 7, 1e-9);
  EXPECT_EQ(asset.body("/Link").mass.parts.at(0).density_source, DensitySource::Collider);
  const PhysicsAsset without(prim("Xform", "Link", massive_body, "float physics:density = 11\n" + cube));
  EXPECT_NEAR(without.body("/Link").mass.mass, 8 * 11, 1e-9);
  EXPECT_EQ(without.body("/Link").mass.parts.at(0).density_source, DensitySource::Body);
}

TEST(read_masses, density_of_a_material_goes_after_that_of_the_body) {
  const std::string material = prim("Material", "Oak", "\"PhysicsMaterialAPI\"", "float physics:density = 700\n");
  const std::string bound = prim("Cube", "Box", collision + ", \"MaterialBindingAPI\"",
                                 "double size = 2\n rel material:binding:physics = </Oak>\n");
  const PhysicsAsset asset(material + prim("Xform", "Link", rigid_body, bound));
  EXPECT_NEAR(asset.body("/Link").mass.mass, 8 * 700, 1e-8);
  EXPECT_EQ(asset.body("/Link").mass.parts.at(0).density_source, DensitySource::Material);
  const PhysicsAsset stated(material + prim("Xform", "Link", massive_body, "float physics:density = 11\n" + bound));
  EXPECT_NEAR(stated.body("/Link").mass.mass, 8 * 11, 1e-9);
}

TEST(read_masses, units_of_the_stage_are_worked_in) {
  // 2 cm wide in a stage of centimetres and grams: 8 cm^3 of water are 8 g
  const PhysicsAsset asset(prim("Xform", "Link", rigid_body, cube),
                           "metersPerUnit = 0.01\n kilogramsPerUnit = 0.001\n");
  EXPECT_NEAR(asset.body("/Link").mass.mass, 0.008, 1e-15);
  const PhysicsAsset stated(prim("Xform", "Link", massive_body, "float physics:mass = 3\n"),
                            "metersPerUnit = 0.01\n kilogramsPerUnit = 0.001\n");
  EXPECT_NEAR(stated.body("/Link").mass.mass, 0.003, 1e-15);
}

TEST(read_masses, disabled_colliders_do_not_count) {
  const std::string off = prim("Cube", "Off", collision, "double size = 2\n bool physics:collisionEnabled = 0\n");
  EXPECT_NEAR(PhysicsAsset(prim("Xform", "Link", rigid_body, cube + off)).body("/Link").mass.mass, 8000, 1e-9);
  const std::string on = prim("Cube", "On", collision, "double size = 2\n");
  EXPECT_NEAR(PhysicsAsset(prim("Xform", "Link", rigid_body, cube + on)).body("/Link").mass.mass, 16000, 1e-9);
}

TEST(read_masses, colliders_belong_to_the_nearest_enabled_body) {
  const auto nested = [](const std::string& state) {
    return prim("Xform", "Link", rigid_body, cube + prim("Xform", "Inner", rigid_body, state + cube));
  };
  const PhysicsAsset two(nested(""));
  EXPECT_NEAR(two.body("/Link").mass.mass, 8000, 1e-9);
  EXPECT_NEAR(two.body("/Link/Inner").mass.mass, 8000, 1e-9);
  const PhysicsAsset one(nested("bool physics:rigidBodyEnabled = 0\n"));
  EXPECT_NEAR(one.body("/Link").mass.mass, 16000, 1e-9);
  EXPECT_EQ(one.body("/Link/Inner").mass.mass_source, MassSource::NoSource);
}

TEST(read_masses, body_without_mass_and_volume_weighs_a_kilogram) {
  const PhysicsAsset asset(prim("Xform", "Frame", rigid_body, ""));
  const model::MassProperties& mass = asset.body("/Frame").mass;
  EXPECT_EQ(mass.mass, 1);
  EXPECT_EQ(mass.mass_source, MassSource::NoSource);
  EXPECT_NEAR(mass.inertia(1, 1), 0.4 * 0.1 * 0.1, 1e-15);
}

TEST(read_masses, stated_inertia_stands_in_its_principal_axes) {
  // a quarter turn about z swaps the first two moments
  const PhysicsAsset asset(prim("Xform", "Link", massive_body,
                                "float physics:mass = 1\n float3 physics:diagonalInertia = (1, 2, 2.5)\n quatf "
                                "physics:principalAxes = (0.70710678, 0, 0, 0.70710678)\n"));
  const Eigen::Matrix3d& inertia = asset.body("/Link").mass.inertia;
  EXPECT_NEAR(inertia(0, 0), 2, 1e-6);
  EXPECT_NEAR(inertia(1, 1), 1, 1e-6);
  EXPECT_NEAR(inertia(2, 2), 2.5, 1e-6);
  EXPECT_EQ(asset.body("/Link").mass.inertia_source, model::InertiaSource::Body);
}

TEST(read_masses, scale_goes_into_the_centre_of_mass_and_the_volume) {
  const PhysicsAsset asset(
      prim("Xform", "Link", massive_body,
           "point3f physics:centerOfMass = (1, 2, 3)\n double3 xformOp:scale = (2, 1, 0.5)\n uniform "
           "token[] xformOpOrder = [\"xformOp:scale\"]\n" +
               cube));
  EXPECT_TRUE(asset.body("/Link").mass.center_of_mass.isApprox(Eigen::Vector3d(2, 2, 1.5), 1e-9));
  EXPECT_NEAR(asset.body("/Link").mass.mass, 8000 * 2 * 0.5, 1e-9);
}

TEST(read_masses, open_meshes_say_so) {
  const std::string faces = "point3f[] points = [(0,0,0), (1,0,0), (0,1,0), (0,0,1)]\n int[] faceVertexCounts = ";
  const std::string closed = faces + "[3,3,3,3]\n int[] faceVertexIndices = [0,2,1, 0,1,3, 0,3,2, 1,2,3]\n";
  const std::string open = faces + "[3,3,3]\n int[] faceVertexIndices = [0,2,1, 0,1,3, 0,3,2]\n";
  const PhysicsAsset whole(prim("Xform", "Link", rigid_body, prim("Mesh", "Mesh", collision, closed)));
  EXPECT_EQ(whole.collider("/Link/Mesh").volume_method, model::VolumeMethod::ClosedMesh);
  EXPECT_NEAR(whole.body("/Link").mass.mass, 1000.0 / 6, 1e-9);
  const PhysicsAsset cut(prim("Xform", "Link", rigid_body, prim("Mesh", "Mesh", collision, open)));
  EXPECT_EQ(cut.collider("/Link/Mesh").volume_method, model::VolumeMethod::OpenMesh);
}

}  // namespace
}  // namespace assay::extract
