#pragma once

#include "assay/base/test_folder.h"
#include "assay/extract/physics/extract_physics.h"

#include <gtest/gtest.h>

#include <string>

namespace assay::extract {

/// The physics of one layer: its metadata and its prims as USDA.
class PhysicsAsset {
 public:
  explicit PhysicsAsset(const std::string& prims,
                        const std::string& metadata = "metersPerUnit = 1\n upAxis = \"Z\"\n") {
    folder_.layer("asset.usda", "(\n " + metadata + ")\n" + prims);
    PhysicsOptions options;
    options.profile = schema::find_profile("upstream");
    options.wants_circumstances = true;
    Result<PhysicsExtraction> extracted = extract_physics(folder_.path("asset.usda"), options);
    EXPECT_TRUE(extracted);
    extraction_ = std::move(extracted.value());
  }

  const model::Physics& physics() const { return extraction_.physics; }
  const model::Model& model() const { return extraction_.model; }
  const std::string& text(model::NameIndex name) const { return extraction_.model.text(name); }

  const model::Body& body(const std::string& path) const { return record(physics().bodies, path); }
  const model::Joint& joint(const std::string& path) const { return record(physics().joints, path); }
  const model::Collider& collider(const std::string& path) const { return record(physics().colliders, path); }

 private:
  template <class T>
  const T& record(const std::vector<T>& records, const std::string& path) const {
    for (const T& each : records) {
      if (text(each.path) == path) return each;
    }
    ADD_FAILURE() << "nothing at " << path;
    static const T none;
    return none;
  }

  TestFolder folder_;
  PhysicsExtraction extraction_;
};

/// A prim with a list of applied schemas.
inline std::string prim(const std::string& type, const std::string& name, const std::string& schemas,
                        const std::string& body) {
  const std::string applied = schemas.empty() ? "" : " (\n prepend apiSchemas = [" + schemas + "]\n)";
  return "def " + type + " \"" + name + "\"" + applied + " {\n" + body + "}\n";
}

inline const std::string rigid_body = "\"PhysicsRigidBodyAPI\"";
inline const std::string massive_body = "\"PhysicsRigidBodyAPI\", \"PhysicsMassAPI\"";
inline const std::string collision = "\"PhysicsCollisionAPI\"";
inline const std::string massive_collision = "\"PhysicsCollisionAPI\", \"PhysicsMassAPI\"";

}  // namespace assay::extract
