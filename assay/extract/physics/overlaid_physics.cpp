// The physics of a runtime is that of the neutral base but for the vendors' data, what is made of it alone (the role,
// mimics, actuators, tendons, sites and wheels), and the shapes of colliders, where
//   - the payload's prims that the base has say no other type, apply vendors' schemas alone, and these answer
//     what was asked of the prim's class as the class does (PrimClass keeps what was asked),
//   - none of their properties was asked for, nor steers transforms, visibility, materials or collections; but for the
//     approximation of a prim that is a collider and nothing else, which is then read again,
//   - the payload's further prims answer no to all that prims are asked for, and none was looked for in vain,
//   - reading again meets nothing odd, since oddities stand in the order of reading.

#include "assay/extract/physics/overlaid_physics.h"

#include "assay/extract/physics/payload_changes.h"
#include "assay/extract/physics/read_each.h"
#include "assay/extract/physics/read_physics.h"

#include <algorithm>
#include <map>
#include <set>

namespace assay::extract {
namespace {

using namespace pxr;

void exchange_prims(Reading& base, Changes& changes) {
  for (Touched& touched : changes.touched) std::swap(base.prims[touched.prim], touched.overlaid);
}

/// What of the base's physics makes room for a runtime's.
struct Replaced {
  std::vector<std::pair<model::ColliderIndex, Approximated>> colliders;
  std::vector<std::pair<model::BodyIndex, model::MassProperties>> masses;
  VendorLists vendors;
  std::map<std::string, std::size_t> commands;
  std::vector<model::Mimic> mimics;
  std::vector<model::Actuator> actuators;
  std::vector<model::Tendon> tendons;
  std::vector<model::Site> sites;
  std::vector<model::Wheel> wheels;
  std::vector<const PhysicsPrim*> in_order;
};

/// Puts the vendors' lists in each other's place.
void exchange_lists(model::Physics& physics, Replaced& replaced) {
  physics.vendor_schemas.swap(replaced.vendors.schemas);
  physics.vendor_values.swap(replaced.vendors.values);
  physics.commands.swap(replaced.commands);
  physics.mimics.swap(replaced.mimics);
  physics.actuators.swap(replaced.actuators);
  physics.tendons.swap(replaced.tendons);
  physics.sites.swap(replaced.sites);
  physics.wheels.swap(replaced.wheels);
}

/// Puts each in the other's place.
void exchange(Reading& reading, Replaced& replaced) {
  model::Physics& physics = reading.physics;
  for (auto& [index, approximated] : replaced.colliders)
    exchange(physics.colliders[index], reading.collider_meshes[index], approximated);
  for (auto& [index, mass] : replaced.masses) std::swap(physics.bodies[index].mass, mass);
  exchange_lists(physics, replaced);
}

/// Whether no step noted something odd; what was noted is dropped.
bool is_even(Reading& reading) {
  const std::size_t count = reading.physics.oddities.size();
  settle_oddities(reading);
  const bool is_same = reading.physics.oddities.size() == count;
  reading.physics.oddities.resize(count);
  return is_same;
}

/// Reads again the colliders that the payload gives another approximation; false where one of them is odd.
bool read_colliders_again(Reading& reading, const Changes& changes, Replaced& replaced) {
  std::set<model::NameIndex> odd;
  for (const model::Oddity& oddity : reading.physics.oddities) odd.insert(oddity.prim);
  std::vector<const PhysicsPrim*> prims;
  for (const Touched& touched : changes.touched) {
    if (!touched.is_reshaped) continue;
    prims.push_back(&reading.prims[touched.prim]);
    if (odd.contains(prims.back()->name)) return false;
  }
  std::vector<model::Collider>& colliders = reading.physics.colliders;
  replaced.colliders.resize(prims.size());
  read_each(reading, prims, [&](std::size_t i) {
    const model::ColliderIndex index = *prims[i]->collider;
    MeshSolid* mesh = reading.collider_meshes[index];
    replaced.colliders[i] = {index, read_approximated(reading, *prims[i], colliders[index], mesh)};
  });
  for (auto& [index, approximated] : replaced.colliders)
    exchange(colliders[index], reading.collider_meshes[index], approximated);
  return true;
}

/// Reads again the masses of the bodies that own one of those colliders.
void read_masses_again(Reading& reading, Replaced& replaced) {
  model::Physics& physics = reading.physics;
  std::vector<bool> is_changed(physics.bodies.size(), false);
  for (const auto& [index, approximated] : replaced.colliders) {
    if (const auto body = physics.colliders[index].body) is_changed[*body] = true;
  }
  std::vector<const PhysicsPrim*> prims;
  for (const PhysicsPrim& prim : reading.prims) {
    if (prim.body && is_changed[*prim.body]) prims.push_back(&prim);
  }
  for (const PhysicsPrim* prim : prims)
    replaced.masses.emplace_back(*prim->body, std::move(physics.bodies[*prim->body].mass));
  read_each(reading, prims, [&](std::size_t i) { read_mass(reading, physics.bodies[*prims[i]->body]); });
}

/// Reads the shapes that the payload changes, and what follows from them; false where something odd was met.
bool read_shapes_again(Reading& reading, const Changes& changes, Replaced& replaced) {
  if (!read_colliders_again(reading, changes, replaced)) return false;
  read_masses_again(reading, replaced);
  return is_even(reading);
}

/// All prims in the order of the stage, those that the payload adds too.
std::vector<const PhysicsPrim*> order_with(const Reading& base, const std::vector<Added>& added) {
  std::vector<const PhysicsPrim*> order;
  order.reserve(base.prims.size() + added.size());
  auto next = added.begin();
  for (std::size_t prim = 0; prim <= base.prims.size(); ++prim) {
    for (; next != added.end() && next->position == prim; ++next) order.push_back(&next->prim);
    if (prim < base.prims.size()) order.push_back(&base.prims[prim]);
  }
  return order;
}

/// The prims in order that are read again; those between them are as in the base.
std::vector<std::size_t> changed_positions(const Reading& reading, const Changes& changes) {
  std::vector<std::size_t> positions;
  std::size_t next = 0;  // prim of the base
  auto touched = changes.touched.begin();
  for (std::size_t i = 0; i < reading.in_order.size(); ++i) {
    const bool is_added = next == reading.prims.size() || reading.in_order[i] != &reading.prims[next];
    const bool is_touched = !is_added && touched != changes.touched.end() && touched->prim == next;
    if (is_added || is_touched) positions.push_back(i);
    if (is_touched) ++touched;
    if (!is_added) ++next;
  }
  return positions;
}

/// The vendors' data of all prims: that of the base where the payload says nothing.
void read_vendor_data_again(Reading& reading, const VendorLists& base, const Changes& changes) {
  const std::vector<std::size_t> positions = changed_positions(reading, changes);
  std::vector<const PhysicsPrim*> prims;
  for (const std::size_t position : positions) prims.push_back(reading.in_order[position]);
  const std::vector<VendorLists> again = read_vendor_lists(reading, prims);
  std::size_t next = 0;
  for (std::size_t i = 0; i < reading.in_order.size(); ++i) {
    const bool is_changed = next < positions.size() && positions[next] == i;
    if (is_changed) {
      append_vendor_data(again[next / prims_in_list], next % prims_in_list, reading.physics);
      ++next;
    } else {
      append_vendor_data(base, static_cast<std::size_t>(reading.in_order[i] - reading.prims.data()), reading.physics);
    }
  }
}

/// What is read of vendors' schemas and types alone; false where something odd was met.
bool read_vendors_again(Reading& reading, Replaced& base, const Changes& changes) {
  reading.in_order.swap(base.in_order);
  base.vendors.starts.swap(reading.vendor_starts);
  read_vendor_data_again(reading, base.vendors, changes);
  base.vendors.starts.swap(reading.vendor_starts);
  read_role(reading);
  read_mimics(reading);
  read_actuators(reading);
  read_wheels(reading);
  reading.in_order.swap(base.in_order);
  return is_even(reading);
}

}  // namespace

bool visit_overlaid(Reading& reading, const Payload& payload, const std::function<void()>& visit) {
  std::optional<Changes> changes = find_changes(reading, payload);
  if (!changes) return false;
  Replaced replaced;
  exchange_prims(reading, *changes);
  bool is_read = read_shapes_again(reading, *changes, replaced);
  exchange_lists(reading.physics, replaced);
  replaced.in_order = order_with(reading, changes->added);
  is_read = is_read && read_vendors_again(reading, replaced, *changes);
  if (is_read) visit();
  exchange(reading, replaced);
  exchange_prims(reading, *changes);
  return is_read;
}

}  // namespace assay::extract
