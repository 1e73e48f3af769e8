#include "assay/schema/catalog.h"

#include "assay/schema/profile.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

namespace assay::schema {
namespace {

const Profile& simready() { return *find_profile("simready"); }

// the facts below stand in the packages' generatedSchema.usda files

TEST(catalog, schema_found_in_the_pinned_version) {
  for (const char* name : {"PhysicsRigidBodyAPI", "NewtonCollisionAPI", "MjcCollisionAPI", "PhysxCollisionAPI"}) {
    ASSERT_NE(find_schema(simready(), name), nullptr) << name;
    EXPECT_EQ(find_schema(simready(), name)->name, name);
  }
  EXPECT_EQ(find_schema(simready(), "PhysicsDriveAPI")->kind, "multiple_apply");
  EXPECT_EQ(find_schema(simready(), "PhysicsScene")->kind, "concrete_typed");
}

TEST(catalog, unknown_schema_not_found) {
  for (const char* name :
       {"", "NewtonArticulation", "physicsRigidBodyAPI", "PhysicsRigidBodyAP", "MjcArticulationRootAPI"}) {
    EXPECT_EQ(find_schema(simready(), name), nullptr) << name;
  }
}

// NewtonPointsDeformableSimAPI is new in newton-usd-schemas 0.5.0
TEST(catalog, schema_of_another_version_not_found) {
  constexpr std::array<CatalogPin, 1> old_pins = {{{"newton", "0.4.0"}}};
  constexpr std::array<CatalogPin, 1> new_pins = {{{"newton", "0.5.0"}}};
  Profile profile;
  profile.catalogs = old_pins;
  EXPECT_EQ(find_schema(profile, "NewtonPointsDeformableSimAPI"), nullptr);
  EXPECT_NE(find_schema(profile, "NewtonJointAPI"), nullptr);
  EXPECT_EQ(find_schema(profile, "PhysicsRigidBodyAPI"), nullptr);
  profile.catalogs = new_pins;
  EXPECT_NE(find_schema(profile, "NewtonPointsDeformableSimAPI"), nullptr);
}

TEST(catalog, built_in_schema_found_directly) {
  EXPECT_TRUE(builds_in(simready(), "MjcCollisionAPI", "NewtonCollisionAPI"));
  EXPECT_TRUE(builds_in(simready(), "NewtonMeshCollisionAPI", "PhysicsMeshCollisionAPI"));
  EXPECT_TRUE(builds_in(simready(), "NewtonCollisionAPI", "PhysicsCollisionAPI"));
}

// MjcMeshCollisionAPI → NewtonMeshCollisionAPI → NewtonCollisionAPI → PhysicsCollisionAPI
TEST(catalog, built_in_schema_found_through_others) {
  EXPECT_TRUE(builds_in(simready(), "MjcMeshCollisionAPI", "NewtonCollisionAPI"));
  EXPECT_TRUE(builds_in(simready(), "MjcMeshCollisionAPI", "PhysicsCollisionAPI"));
  EXPECT_TRUE(builds_in(simready(), "MjcMeshCollisionAPI", "PhysicsMeshCollisionAPI"));
}

TEST(catalog, building_in_is_one_directional) {
  EXPECT_FALSE(builds_in(simready(), "NewtonCollisionAPI", "MjcCollisionAPI"));
  EXPECT_FALSE(builds_in(simready(), "MjcCollisionAPI", "NewtonMeshCollisionAPI"));
  EXPECT_FALSE(builds_in(simready(), "NewtonSDFCollisionAPI", "PhysicsMeshCollisionAPI"));
  EXPECT_FALSE(builds_in(simready(), "PhysicsCollisionAPI", "PhysicsCollisionAPI"));
  EXPECT_FALSE(builds_in(simready(), "NotASchema", "PhysicsCollisionAPI"));
}

TEST(catalog, property_has_its_published_type) {
  EXPECT_EQ(find_property("physics:mass")->type, "float");
  EXPECT_EQ(find_property("physics:approximation")->type, "token");
  EXPECT_EQ(find_property("newton:contactGap")->type, "float");
  EXPECT_EQ(find_property("mjc:group")->type, "int");
  EXPECT_EQ(find_property("physics:body0")->kind, "relationship");
}

// source: UsdPhysics' schema.usda, PhysicsDriveAPI is multiple-apply with the prefix drive
TEST(catalog, property_of_a_schema_instance_has_its_published_type) {
  EXPECT_EQ(find_property("drive:angular:physics:damping")->type, "float");
  EXPECT_EQ(find_property("drive:rotX:physics:type")->type, "token");
  EXPECT_EQ(find_property("drive::physics:damping"), nullptr);
  EXPECT_EQ(find_property("drive:angular:physics:dampin"), nullptr);
}

TEST(catalog, property_of_no_schema_is_not_found) {
  EXPECT_EQ(find_property("physics:mas"), nullptr);
  EXPECT_EQ(find_property("user:note"), nullptr);
  EXPECT_EQ(find_property(""), nullptr);
}

// lookups search by name, so the order is part of the table
TEST(catalog, schemas_sorted_by_name) {
  ASSERT_FALSE(catalogs().empty());
  for (const Catalog& catalog : catalogs()) {
    EXPECT_TRUE(std::ranges::is_sorted(catalog.schemas, {}, &SchemaDefinition::name))
        << catalog.family << catalog.version;
  }
}

TEST(profile, pins_catalogs_that_exist) {
  for (const Profile& profile : profiles()) {
    EXPECT_EQ(find_profile(profile.name), &profile);
    EXPECT_EQ(policy_of(profile).name, profile.isolation_policy);
    for (const CatalogPin& pin : profile.catalogs) {
      const auto is_pinned = [&](const Catalog& catalog) {
        return catalog.family == pin.family && catalog.version == pin.version;
      };
      EXPECT_EQ(std::ranges::count_if(catalogs(), is_pinned), 1) << profile.name << ' ' << pin.family;
    }
  }
}

TEST(profile, unknown_name_finds_none) {
  EXPECT_EQ(find_profile(""), nullptr);
  EXPECT_EQ(find_profile("SimReady"), nullptr);
  EXPECT_EQ(find_profile("isaac-9"), nullptr);
}

}  // namespace
}  // namespace assay::schema
