#include "assay/base/angles.h"
#include "assay/extract/physics/read_each.h"
#include "assay/extract/physics/read_physics.h"

namespace assay::extract {
namespace {

using namespace pxr;

/// The scene that a prim names as its owner, else the first. Source: UsdPhysicsRigidBodyAPI, simulationOwner.
std::optional<model::SceneIndex> owner_scene(Reading& reading, const PhysicsPrim& prim) {
  for (const SdfPath& target : read_targets(reading, prim, "physics:simulationOwner")) {
    const auto scene = reading.scenes.find(target);
    if (scene != reading.scenes.end()) return scene->second;
    note_oddity(reading, prim, "physics:simulationOwner", "names " + target.GetString() + ", which is no scene");
  }
  if (reading.physics.scenes.empty()) return std::nullopt;
  return model::SceneIndex{0};
}

model::Body read_body(Reading& reading, const PhysicsPrim& prim) {
  if (!prim.is_xformable)
    note_oddity(reading, prim, "", "is a rigid body but not Xformable, so it has no pose of its own");
  model::Body body;
  body.path = prim.name;
  body.enabled = read_flag(reading, prim, "physics:rigidBodyEnabled", true);
  body.kinematic = read_flag(reading, prim, "physics:kinematicEnabled", false);
  body.starts_asleep = read_flag(reading, prim, "physics:startsAsleep", false);
  const WorldParts parts = world_parts(reading, prim.inherited.world_from_prim);
  body.world_from_body = parts.world_from_prim;
  body.world_scale = parts.scale;
  body.is_skewed = parts.is_skewed;
  body.resets_xform_stack = prim.inherited.resets_stack;
  const Eigen::Vector3d rest = Eigen::Vector3d::Zero();
  body.velocity = scaled(read_vector(reading, prim, "physics:velocity", rest), reading.meters_per_unit());
  body.angular_velocity = scaled(read_vector(reading, prim, "physics:angularVelocity", rest), radians_per_degree);
  body.scene = owner_scene(reading, prim);
  body.is_in_instance = prim.is_in_instance;
  const PhysicsPrim* above = prim.parent ? &reading.prims[*prim.parent] : nullptr;
  const PhysicsPrim* parent = nearest(reading, above, [](const PhysicsPrim& each) { return each.body.has_value(); });
  if (parent != nullptr) body.parent = parent->body;
  return body;
}

}  // namespace

void read_bodies(Reading& reading) {
  auto is_body = schema_question(reading, "PhysicsRigidBodyAPI");
  std::vector<const PhysicsPrim*> prims;
  for (PhysicsPrim& prim : reading.prims) {
    if (!is_body(prim)) continue;
    prim.body = static_cast<model::BodyIndex>(prims.size());
    prims.push_back(&prim);
  }
  reading.physics.bodies.resize(prims.size());
  read_each(reading, prims, [&](std::size_t i) { reading.physics.bodies[i] = read_body(reading, *prims[i]); });
}

}  // namespace assay::extract
