#include "assay/inspect/lens_features.h"

#include <cmath>
#include <deque>
#include <map>

namespace assay::inspect {
namespace {

/// A body of an articulation with the joint that it hangs on, and what it hangs on.
struct Branch {
  const model::Joint* joint = nullptr;
  std::optional<model::BodyIndex> parent;  // none for the world
  model::BodyIndex child = 0;
};

/// The joints of an articulation that no ring closes.
std::vector<const model::Joint*> tree_joints(const Seen& seen, const model::Mechanism& mechanism) {
  std::vector<const model::Joint*> joints;
  for (const model::JointIndex index : mechanism.joints) {
    const model::Joint& joint = seen.physics.joints.at(index);
    const bool closes_ring = std::ranges::find(mechanism.loop_joints, index) != mechanism.loop_joints.end();
    if (!closes_ring && !joint.excluded_from_articulation.value) joints.push_back(&joint);
  }
  return joints;
}

/// The tree of an articulation from its root outwards, and each tie to the world.
std::vector<Branch> branches_of(const Seen& seen, const model::Mechanism& mechanism) {
  std::vector<Branch> branches;
  std::map<model::BodyIndex, std::vector<const model::Joint*>> joints;
  std::deque<model::BodyIndex> waiting;
  std::set<model::BodyIndex> hung;
  const auto hang = [&](model::BodyIndex body) {
    if (hung.insert(body).second) waiting.push_back(body);
  };
  const std::string& root = seen.text(mechanism.root.value_or(0));
  for (const model::BodyIndex body : mechanism.bodies) {
    if (seen.text(seen.physics.bodies.at(body).path) == root) hang(body);
  }
  for (const model::Joint* joint : tree_joints(seen, mechanism)) {
    const auto& [first, second] = joint->sides;
    if (first.body) joints[*first.body].push_back(joint);
    if (second.body) joints[*second.body].push_back(joint);
    if (first.body && second.body) continue;
    const model::BodyIndex child = first.body ? *first.body : *second.body;
    branches.push_back({joint, std::nullopt, child});
    if (seen.text(joint->path) == root) hang(child);
  }
  while (!waiting.empty()) {
    const model::BodyIndex parent = waiting.front();
    waiting.pop_front();
    for (const model::Joint* joint : joints[parent]) {
      const auto& [first, second] = joint->sides;
      if (!first.body || !second.body) continue;
      const model::BodyIndex child = *first.body == parent ? *second.body : *first.body;
      if (!hung.insert(child).second) continue;
      branches.push_back({joint, parent, child});
      waiting.push_back(child);
    }
  }
  return branches;
}

/// Calls `look` with each branch of each articulation.
template <class Look>
void for_each_branch(const Seen& seen, const Look& look) {
  for (const model::Mechanism& mechanism : seen.physics.graph.mechanisms) {
    if (!mechanism.articulation) continue;
    for (const Branch& branch : branches_of(seen, mechanism)) look(branch);
  }
}

Prims kinematic_below_moving(const Seen& seen) {
  Prims prims;
  for_each_branch(seen, [&](const Branch& branch) {
    const model::Body& child = seen.physics.bodies.at(branch.child);
    const bool is_kinematic = child.enabled.value && child.kinematic.value;
    if (is_kinematic && branch.parent && is_dynamic(seen.physics.bodies.at(*branch.parent)))
      prims.push_back(child.path);
  });
  return prims;
}

/// Joints that have their parent, or the world, as body1. Outside articulations nothing says which body is the parent.
Prims reversed(const Seen& seen) {
  Prims prims;
  for_each_branch(seen, [&](const Branch& branch) {
    if (branch.joint->sides[0].body == branch.child) prims.push_back(branch.joint->path);
  });
  for (const model::Joint& joint : seen.physics.joints) {
    const auto& [first, second] = joint.sides;
    const bool has_world_second = first.body && !second.body && second.target_exists;
    if (joint.enabled.value && has_world_second && !is_in_articulation(seen, joint)) prims.push_back(joint.path);
  }
  return prims;
}

/// Whether the rest pose of an articulation's joint is away from coordinate 0 and nothing says so.
bool rests_elsewhere(const Seen& seen, const model::Joint& joint) {
  if (!is_in_articulation(seen, joint)) return false;
  if (has_circumstance(seen, joint.path, model::CircumstanceKind::JointState)) return false;
  for (std::size_t axis = 0; axis < model::joint_axis_count; ++axis) {
    const bool is_free = joint.limits.at(axis).state != model::AxisState::Locked;
    if (is_free && std::abs(joint.rest.at(axis)) > (model::is_rotation(axis) ? apart_rotation : apart_position))
      return true;
  }
  return false;
}

/// Bodies of articulations that welds by the MuJoCo schema alone hold.
Prims hanging_on_welds(const Seen& seen) {
  std::map<model::BodyIndex, bool> is_held_by_weld;  // alone
  for (std::size_t index = 0; index < seen.physics.joints.size(); ++index) {
    const model::Joint& joint = seen.physics.joints[index];
    const model::Mechanism* mechanism = seen.mechanisms.at(index);
    if (mechanism == nullptr || !mechanism->articulation) continue;
    const bool is_weld = has_schema(seen, joint.path, "MjcEqualityWeldAPI");
    for (const model::JointSide& side : joint.sides) {
      if (side.body) is_held_by_weld.try_emplace(*side.body, true).first->second &= is_weld;
    }
  }
  Prims prims;
  for (const auto& [body, is_weld] : is_held_by_weld) {
    const model::NameIndex path = seen.physics.bodies.at(body).path;
    const bool is_root = std::ranges::any_of(seen.physics.graph.mechanisms, [&](const model::Mechanism& mechanism) {
      return mechanism.root && seen.text(*mechanism.root) == seen.text(path);
    });
    if (is_weld && !is_root) prims.push_back(path);
  }
  return prims;
}

constexpr Decision decisions[] = {
    {"kinematic-below-moving", kinematic_below_moving},
    {"joint-reversed", reversed},
    {"articulation-rest-pose", joints<rests_elsewhere>},
    {"equality-weld-alone", hanging_on_welds},
};

}  // namespace

std::span<const Decision> articulation_decisions() { return decisions; }

}  // namespace assay::inspect
