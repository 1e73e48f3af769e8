#include "assay/inspect/lens_features.h"

#include <cmath>
#include <limits>

namespace assay::inspect {
namespace {

constexpr double equal_length = 0.01;  // a direction whose length is off by less counts as a unit vector

/// The stage itself, where it has a unit that is not SI.
Prims with_other_units(const Seen& seen) {
  const model::StageUnits& units = seen.physics.units;
  if (units.meters_per_unit.value == 1 && units.kilograms_per_unit.value == 1) return {};
  return {seen.model.opinions.at(0).spec_path};
}

Prims with_negative_gravity(const Seen& seen) {
  return paths_where(seen.physics.scenes, [](const model::Scene& scene) {
    return scene.gravity_source == model::GravitySource::EarthByNegative;
  });
}

Prims with_written_sentinel(const Seen& seen) {
  return paths_where(seen.physics.scenes, [](const model::Scene& scene) {
    const bool has_earth =
        scene.magnitude.is_authored() && scene.magnitude.value == -std::numeric_limits<double>::infinity();
    return has_earth || (scene.direction.is_authored() && scene.direction.value.isZero(0));
  });
}

Prims with_long_direction(const Seen& seen) {
  return paths_where(seen.physics.scenes, [](const model::Scene& scene) {
    const double length = scene.direction.value.norm();
    return scene.direction.is_authored() && length > 0 && std::abs(length - 1) > equal_length;
  });
}

/// The scenes after the first.
Prims further_scenes(const Seen& seen) {
  Prims prims;
  for (std::size_t index = 1; index < seen.physics.scenes.size(); ++index)
    prims.push_back(seen.physics.scenes[index].path);
  return prims;
}

Prims with_members(const Seen& seen) {
  return paths_where(seen.physics.filters.groups,
                     [](const model::CollisionGroup& group) { return !group.members.empty(); });
}

/// Owners of filtered pairs that are colliders and no bodies.
Prims filtering_colliders(const Seen& seen) {
  Prims prims;
  for (const model::FilteredPair& pair : seen.physics.filters.pairs) {
    const bool is_collider = has_path(seen, seen.physics.colliders, pair.owner);
    if (is_collider && !has_path(seen, seen.physics.bodies, pair.owner)) prims.push_back(pair.owner);
  }
  return prims;
}

bool is_bare_root(const Seen& seen, model::NameIndex prim) {
  const auto is_prim = [&](const model::ArticulationRoot& root) { return seen.text(root.prim) == seen.text(prim); };
  return std::ranges::any_of(seen.physics.graph.articulation_roots, is_prim) &&
         !has_path(seen, seen.physics.bodies, prim);
}

/// Owners of filtered pairs one side of which is an articulation root that is no body.
Prims filtering_articulations(const Seen& seen) {
  Prims prims;
  for (const model::FilteredPair& pair : seen.physics.filters.pairs) {
    if (is_bare_root(seen, pair.owner) || is_bare_root(seen, pair.target)) prims.push_back(pair.owner);
  }
  return prims;
}

Prims bare_roots(const Seen& seen) {
  Prims prims;
  for (const model::ArticulationRoot& root : seen.physics.graph.articulation_roots) {
    if (!has_path(seen, seen.physics.bodies, root.prim)) prims.push_back(root.prim);
  }
  return prims;
}

/// Kinematic links of articulations.
Prims kinematic_links(const Seen& seen) {
  Prims prims;
  for (const model::Mechanism& mechanism : seen.physics.graph.mechanisms) {
    if (!mechanism.articulation) continue;
    for (const model::BodyIndex index : mechanism.bodies) {
      const model::Body& body = seen.physics.bodies.at(index);
      if (body.enabled.value && body.kinematic.value) prims.push_back(body.path);
    }
  }
  return prims;
}

Prims with_actuator(const Seen& seen) {
  return prims_with_schema(seen,
                           [](const std::string& name) { return name == "MjcActuator" || name == "NewtonActuator"; });
}

Prims with_physx_tendon(const Seen& seen) {
  return prims_with_schema(seen, [](const std::string& name) { return name.starts_with("PhysxTendon"); });
}

Prims with_mjc_tendon(const Seen& seen) {
  return prims_with_schema(seen, [](const std::string& name) { return name == "MjcTendon"; });
}

/// Instancers with physics in a prototype that is shown.
Prims repeating_physics(const Seen& seen) {
  return paths_where(seen.physics.instancers, [](const model::Instancer& instancer) {
    return std::ranges::any_of(instancer.prototypes, [](const model::Prototype& prototype) {
      return prototype.instance_count > 0 && !(prototype.bodies.empty() && prototype.colliders.empty());
    });
  });
}

constexpr Decision decisions[] = {
    {"stage-units", with_other_units},
    {"gravity-negative", with_negative_gravity},
    {"gravity-sentinel-written", with_written_sentinel},
    {"gravity-direction-length", with_long_direction},
    {"second-scene", further_scenes},
    {"collision-group", with_members},
    {"pair-on-collider", filtering_colliders},
    {"pair-on-articulation", filtering_articulations},
    {"root-on-xform", bare_roots},
    {"root-kinematic", kinematic_links},
    {"instancer-physics", repeating_physics},
    {"actuator-prim", with_actuator},
    {"tendon-physx", with_physx_tendon},
    {"tendon-mjc", with_mjc_tendon},
};

}  // namespace

std::span<const Decision> stage_decisions() { return decisions; }

}  // namespace assay::inspect
