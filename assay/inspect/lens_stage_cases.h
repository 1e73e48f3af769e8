#pragma once

#include "assay/inspect/lens_cases.h"

namespace assay::inspect {

/// Features that are used where a circumstance is, each with one that is another.
inline std::vector<Case> circumstance_cases() {
  using enum CircumstanceKind;
  const auto kinematic = [](SampleAsset& asset) { arm(asset).kinematic.value = true; };
  const Change animated = circumstance("/Robot/arm", AnimatedBody);
  std::vector<Case> cases = {{"animated-ancestor", animated, {"/Robot/arm"}, both(animated, kinematic)}};
  const std::pair<const char*, CircumstanceKind> features[] = {{"shape-plane-finite", BoundedPlane},
                                                               {"proxy-prim", ProxyOfCollider},
                                                               {"scale-zero", EmptyScale},
                                                               {"mesh-without-volume", FlatMesh},
                                                               {"instancer-physics", PrototypePhysics},
                                                               {"mesh-merge-in-instance", MergedInInstance},
                                                               {"physics-purpose-binding", PhysicsMaterial},
                                                               {"subset-material", SubsetMaterial},
                                                               {"texture-without-file", TextureWithoutFile}};
  for (const auto& [feature, kind] : features)
    cases.push_back({feature, circumstance("/Robot/x", kind), {"/Robot/x"}, circumstance("/Robot/x", JointState)});
  return cases;
}

inline std::vector<Case> stage_cases() {
  using enum model::GravitySource;
  const Eigen::Vector3d down(0, 0, -1);
  const auto units = [](double metres, double kilograms) {
    return [=](SampleAsset& asset) {
      asset.physics.units.meters_per_unit.value = metres;
      asset.physics.units.kilograms_per_unit.value = kilograms;
    };
  };
  const Change scene = gravity(9.81, down, Authored);
  const auto other_root = [](SampleAsset& asset) {
    asset.physics.graph.articulation_roots.push_back({asset.name("/Robot"), 0, {}});
  };
  const auto kinematic = [](SampleAsset& asset) { arm(asset).kinematic.value = true; };
  return {
      {"stage-units", units(0.01, 1), {"/"}, units(1, 1)},
      {"stage-units", units(1, 1000), {"/"}},
      {"gravity-negative", gravity(-9.81, down, EarthByNegative), {"/scene"}, scene},
      {"gravity-sentinel-written", gravity(-inf, down, EarthByDefault), {"/scene"}, scene},
      {"gravity-sentinel-written", gravity(9.81, {0, 0, 0}, Authored), {"/scene"}, scene},
      {"gravity-direction-length", gravity(9.81, {0, 0, -2}, Authored), {"/scene"}, gravity(9.81, {0, 0, 0}, Authored)},
      {"second-scene", both(scene, scene), {"/scene"}, scene},
      {"collision-group", group({0}), {"/group"}, group({})},
      {"pair-on-collider",
       filtered("/Robot/arm/box", "/Robot/base"),
       {"/Robot/arm/box"},
       filtered("/Robot/arm", "/Robot/base/box")},
      {"pair-on-articulation",
       both(other_root, filtered("/Robot", "/ground")),
       {"/Robot"},
       filtered("/Robot/base", "/ground")},
      {"pair-on-articulation", both(other_root, filtered("/ground", "/Robot")), {"/ground"}},
      {"root-on-xform", other_root, {"/Robot"}},
      {"root-kinematic", kinematic, {"/Robot/arm"}, both(kinematic, take_out_of_articulation)},
      {"actuator-prim", schema("/Robot/motor", "MjcActuator"), {"/Robot/motor"}, schema("/Robot/motor", "MjcTendon")},
      {"actuator-prim", schema("/Robot/motor", "NewtonActuator"), {"/Robot/motor"}},
      {"tendon-physx",
       schema("/Robot/arm", "PhysxTendonAxisAPI:a"),
       {"/Robot/arm"},
       schema("/Robot/arm", "PhysxJointAPI")},
      {"tendon-mjc", schema("/Robot/tendon", "MjcTendon"), {"/Robot/tendon"}, schema("/Robot/tendon", "MjcActuator")},
  };
}

}  // namespace assay::inspect
