#include "assay/base/prim_path.h"
#include "assay/extract/physics/read_physics.h"
#include "assay/geometry/disjoint_sets.h"

#include <algorithm>
#include <deque>
#include <map>

namespace assay::extract {
namespace {

using Links = std::map<model::BodyIndex, std::vector<model::BodyIndex>>;

/// A joint that is enabled and moves two bodies, or a body and the world, against each other.
bool connects(const model::Joint& joint) {
  const auto& [first, second] = joint.sides;
  return joint.enabled.value && first.target_exists && second.target_exists && first.body != second.body;
}

bool is_to_world(const model::Joint& joint) { return !joint.sides[0].body || !joint.sides[1].body; }

model::BodyIndex some_body(const model::Joint& joint) {
  return joint.sides[0].body ? *joint.sides[0].body : *joint.sides[1].body;
}

void read_mechanisms(model::Physics& physics) {
  geometry::DisjointSets groups(physics.bodies.size());
  std::vector<model::JointIndex> loops;
  // joints that are left out of articulations come last, so that they are what closes a ring
  for (const bool excluded : {false, true}) {
    for (model::JointIndex index = 0; index < physics.joints.size(); ++index) {
      const model::Joint& joint = physics.joints[index];
      if (!connects(joint) || is_to_world(joint) || joint.excluded_from_articulation.value != excluded) continue;
      const model::BodyIndex first = *joint.sides[0].body;
      const model::BodyIndex second = *joint.sides[1].body;
      if (!excluded && groups.find(first).set == groups.find(second).set) loops.push_back(index);
      groups.join(first, second);
    }
  }
  std::map<model::BodyIndex, model::Mechanism> mechanisms;
  for (model::JointIndex index = 0; index < physics.joints.size(); ++index) {
    const model::Joint& joint = physics.joints[index];
    if (!connects(joint)) continue;
    model::Mechanism& mechanism = mechanisms[groups.find(some_body(joint)).set];
    mechanism.joints.push_back(index);
    if (is_to_world(joint)) mechanism.world_joints.push_back(index);
    if (std::ranges::find(loops, index) != loops.end()) mechanism.loop_joints.push_back(index);
  }
  for (model::BodyIndex body = 0; body < physics.bodies.size(); ++body) {
    const auto mechanism = mechanisms.find(groups.find(body).set);
    if (mechanism != mechanisms.end()) mechanism->second.bodies.push_back(body);
  }
  for (auto& [body, mechanism] : mechanisms) physics.graph.mechanisms.push_back(std::move(mechanism));
}

Links links_of(const model::Physics& physics, const model::Mechanism& mechanism) {
  Links links;
  for (const model::JointIndex index : mechanism.joints) {
    const model::Joint& joint = physics.joints[index];
    if (is_to_world(joint) || joint.excluded_from_articulation.value) continue;
    links[*joint.sides[0].body].push_back(*joint.sides[1].body);
    links[*joint.sides[1].body].push_back(*joint.sides[0].body);
  }
  return links;
}

/// The number of joints from a body to the one that is farthest from it.
std::size_t longest_path(const Links& links, model::BodyIndex start) {
  std::map<model::BodyIndex, std::size_t> distances = {{start, 0}};
  std::deque<model::BodyIndex> waiting = {start};
  std::size_t longest = 0;
  while (!waiting.empty()) {
    const model::BodyIndex body = waiting.front();
    waiting.pop_front();
    longest = std::max(longest, distances.at(body));
    const auto found = links.find(body);
    if (found == links.end()) continue;
    for (const model::BodyIndex next : found->second) {
      if (distances.emplace(next, distances.at(body) + 1).second) waiting.push_back(next);
    }
  }
  return longest;
}

/// A body above all others of the mechanism, or none.
std::optional<model::BodyIndex> top_body(const Reading& reading, const model::Mechanism& mechanism) {
  const auto path_of = [&](model::BodyIndex body) -> const std::string& {
    return reading.recorder.model().text(reading.physics.bodies[body].path);
  };
  const model::BodyIndex first = mechanism.bodies.front();
  const bool holds_all = std::ranges::all_of(
      mechanism.bodies, [&](model::BodyIndex body) { return is_at_or_below(path_of(body), path_of(first)); });
  return holds_all ? std::optional(first) : std::nullopt;
}

/// The body in the middle of a floating mechanism: that with the smallest longest path, of several the one with most
/// joints, of several the first.
model::BodyIndex center_of(const model::Physics& physics, const model::Mechanism& mechanism) {
  const Links links = links_of(physics, mechanism);
  const auto rank = [&links](model::BodyIndex body) {
    const auto found = links.find(body);
    const std::size_t joints = found == links.end() ? 0 : found->second.size();
    return std::pair(longest_path(links, body), -static_cast<std::ptrdiff_t>(joints));
  };
  return *std::ranges::min_element(mechanism.bodies, {}, rank);
}

/// The root that a mechanism below an articulation root has. Source: UsdPhysics parse utilities.
model::NameIndex root_of(const Reading& reading, const model::Mechanism& mechanism) {
  const model::Physics& physics = reading.physics;
  for (const model::JointIndex joint : mechanism.world_joints) {
    if (!physics.joints[joint].excluded_from_articulation.value) return physics.joints[joint].path;
  }
  const std::optional<model::BodyIndex> top = top_body(reading, mechanism);
  // a chain of thousands of bodies without a tie to the world and without nesting has no root that is worth the search
  constexpr std::size_t most_bodies = 2000;
  if (top || mechanism.bodies.size() > most_bodies) return physics.bodies[top.value_or(mechanism.bodies.front())].path;
  return physics.bodies[center_of(physics, mechanism)].path;
}

bool is_covered(const Reading& reading, const model::Mechanism& mechanism, const std::string& root) {
  const auto& model = reading.recorder.model();
  const auto is_below = [&](model::NameIndex path) { return is_at_or_below(model.text(path), root); };
  return std::ranges::any_of(mechanism.bodies,
                             [&](auto body) { return is_below(reading.physics.bodies[body].path); }) ||
         std::ranges::any_of(mechanism.joints,
                             [&](auto joint) { return is_below(reading.physics.joints[joint].path); });
}

model::ArticulationRoot read_root(Reading& reading, const PhysicsPrim& prim) {
  model::ArticulationRoot root;
  root.prim = prim.name;
  for (const stage::AppliedSchema& applied : prim.applied) {
    if (applied.name == "PhysicsArticulationRootAPI") root.opinion = reading.recorder.opinion(*applied.source);
  }
  const bool is_own_root = prim.body || prim.joint;
  for (model::Mechanism& mechanism : reading.physics.graph.mechanisms) {
    if (!is_covered(reading, mechanism, prim.path.GetString())) continue;
    const model::NameIndex found = is_own_root ? root.prim : root_of(reading, mechanism);
    mechanism.articulation = root.prim;
    mechanism.root = found;
    root.roots.push_back(found);
  }
  return root;
}

}  // namespace

void read_joint_graph(Reading& reading) {
  read_mechanisms(reading.physics);
  for (const PhysicsPrim& prim : reading.prims) {
    if (!has_schema(reading, prim, "PhysicsArticulationRootAPI")) continue;
    reading.physics.graph.articulation_roots.push_back(read_root(reading, prim));
  }
}

}  // namespace assay::extract
