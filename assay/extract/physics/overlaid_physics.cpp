// The physics of a runtime is that of the neutral base but for the vendors' data, what is made of it alone (the role,
// mimics, actuators, tendons, sites and wheels), and the shapes of colliders, where
//   - the payload's prims that the base has say no type of their own, apply vendors' schemas alone, and these answer
//     what was asked of the prim's class as the class does (PrimClass keeps what was asked),
//   - none of their properties was asked for, nor steers transforms, visibility, materials or collections; but for the
//     approximation of a prim that is a collider and nothing else, which is then read again,
//   - the payload's further prims answer no to all that prims are asked for, and none was looked for in vain,
//   - reading again meets nothing odd, since oddities stand in the order of reading.

#include "assay/extract/physics/overlaid_physics.h"

#include "assay/extract/physics/read_physics.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <tuple>

namespace assay::extract {
namespace {

using namespace pxr;

/// A prim of the base as it is under the payload.
struct Touched {
  std::size_t prim = 0;  // index into Reading::prims
  PhysicsPrim overlaid;
  bool is_reshaped = false;
};

/// A prim that only the payload has, in the order of the stage.
struct Added {
  std::size_t position = 0;  // before this prim of the base
  std::size_t depth = 0;     // of the prim of the base that it is below
  PhysicsPrim prim;
};

/// What a payload does to the prims of the base.
struct Changes {
  std::vector<Touched> touched;
  std::vector<Added> added;
};

/// One look through a payload.
struct Look {
  Reading& base;
  const Overlay& overlay;
  Changes changes = {};
  std::map<std::pair<std::size_t, std::size_t>, bool> agreeing = {};  // classes without and with the payload
};

TfTokenVector names_at(const SdfLayer& layer, const SdfPath& spec, const TfToken& children) {
  VtValue names;
  const bool has_names = layer.HasField(spec, children, &names) && names.IsHolding<TfTokenVector>();
  return has_names ? names.UncheckedGet<TfTokenVector>() : TfTokenVector();
}

void read_schemas(const SdfLayer& layer, PayloadPrim& prim) {
  static const TfToken key("apiSchemas");
  VtValue value;
  if (!layer.HasField(prim.spec, key, &value)) return;
  prim.only_prepends = value.IsHolding<SdfTokenListOp>();
  if (!prim.only_prepends) return;
  const auto& list = value.UncheckedGet<SdfTokenListOp>();
  prim.only_prepends = !list.IsExplicit() && list.GetAddedItems().empty() && list.GetAppendedItems().empty() &&
                       list.GetDeletedItems().empty() && list.GetOrderedItems().empty();
  prim.schemas = list.GetPrependedItems();
}

/// Whether the spec's list of schemas only puts vendors' ones in front.
bool applies_vendor_schemas(Look& look, const PayloadPrim& prim) {
  return prim.only_prepends && std::ranges::all_of(prim.schemas, [&look](const TfToken& name) {
           return look.base.recorder.class_of_schema(name).name == NameClass::Vendor;
         });
}

/// Whether a property steers what other prims or later steps see of the prim.
bool steers(const std::string& name) {
  return name.starts_with("xformOp") || name.starts_with("material:") || name.starts_with("collection:") ||
         name == "purpose" || name == "visibility";
}

/// Whether the prim is a collider and nothing else that has a record.
bool is_collider_alone(const PrimClass& prim_class) {
  constexpr std::array<std::string_view, 3> of_colliders = {"PhysicsCollisionAPI", "PhysicsMeshCollisionAPI",
                                                            "PhysicsMassAPI"};
  constexpr std::array<std::string_view, 4> records = {"PhysicsScene", "PhysicsJoint", "PhysicsCollisionGroup",
                                                       "PointInstancer"};
  const auto collides = prim_class.schemas.find(of_colliders.front());
  if (collides == prim_class.schemas.end() || !collides->second) return false;
  const bool has_others = std::ranges::any_of(prim_class.schemas, [&](const auto& asked) {
    return asked.second && std::ranges::find(of_colliders, asked.first) == of_colliders.end();
  });
  return !has_others && std::ranges::none_of(prim_class.types, [&](const auto& asked) {
    return asked.second && std::ranges::find(records, asked.first) != records.end();
  });
}

/// Whether what the payload says of a prim leaves all that was read of it as it is, but for its shape.
bool properties_fit(Look& look, const PayloadPrim& payload, Touched& touched) {
  const PrimClass& asked = look.base.classes[look.base.prims[touched.prim].prim_class];
  for (const TfToken& name : payload.properties) {
    const std::string& text = name.GetString();
    if (text == "physics:approximation" && is_collider_alone(asked)) {
      touched.is_reshaped = true;
    } else if (steers(text) || asked.properties.contains(text)) {
      return false;
    }
  }
  return true;
}

/// Fills in what a prim's specs say of itself; its inherited values stay.
void read_specs(Look& look, PhysicsPrim& prim) {
  stage::collect_applied_schemas(prim.sites, prim.applied);
  prim.type = stage::type_name(prim.sites, nullptr);
  prim.prim_class = look.base.class_indices.index_of(look.base.classes, prim);
  prim.properties.clear();
  collect_properties(prim);
  prim.first_opinion = look.base.opinions.size();
  look.base.opinions.resize(prim.first_opinion + prim.sites.size());
}

/// Notes a prim of the base that the payload touches; false where it changes more than is read again.
bool touch(Look& look, const PayloadPrim& payload, std::size_t index) {
  const PhysicsPrim& prim = look.base.prims[index];
  if (payload.specifier == SdfSpecifierClass || !applies_vendor_schemas(look, payload)) return false;
  Touched touched{index, {}, false};
  if (!properties_fit(look, payload, touched)) return false;
  PhysicsPrim& overlaid = touched.overlaid;
  overlaid.path = prim.path;
  overlaid.index = prim.index;
  overlaid.parent = prim.parent;
  overlaid.sites.reserve(prim.sites.size() + 1);
  overlaid.sites = prim.sites;
  const auto weaker = std::ranges::find_if(overlaid.sites, [](const auto& site) { return !site.node.IsRootNode(); });
  overlaid.sites.insert(weaker, {look.overlay.node, look.overlay.layer, &payload.spec});
  overlaid.inherited = prim.inherited;
  overlaid.is_xformable = prim.is_xformable;
  overlaid.is_in_instance = prim.is_in_instance;
  read_specs(look, overlaid);
  if (overlaid.type != prim.type) return false;
  const auto [known, is_new] = look.agreeing.try_emplace({prim.prim_class, overlaid.prim_class}, false);
  if (is_new) known->second = answers_alike(look.base, prim.prim_class, overlaid.prim_class);
  if (!known->second) return false;
  look.changes.touched.push_back(std::move(touched));
  return true;
}

/// The first prim of the base that is not below a prim.
std::size_t end_of(const Reading& base, std::size_t prim) {
  const SdfPath& path = base.prims[prim].path;
  std::size_t end = prim + 1;
  while (end < base.prims.size() && base.prims[end].path.HasPrefix(path)) ++end;
  return end;
}

/// Whether the children that the root layer stack gives a prim, or an order of them, come after the payload's.
bool has_later_children(const PhysicsPrim& prim) {
  return std::ranges::any_of(prim.sites, [](const stage::SpecSite& site) {
    const bool is_root = site.node.IsRootNode();
    return site.layer->HasField(*site.path, SdfFieldKeys->PrimOrder) ||
           (is_root && !names_at(*site.layer, *site.path, SdfChildrenKeys->PrimChildren).empty());
  });
}

/// Notes a prim that only the payload has, below a prim of the base or one that was added before; false where it may
/// have physics.
bool add(Look& look, const PayloadPrim& payload, std::optional<std::size_t> parent, const Added* above) {
  Added added;
  added.prim.path = payload.path;
  added.prim.sites = {{look.overlay.node, look.overlay.layer, &payload.spec}};
  read_specs(look, added.prim);
  if (look.base.missed.contains(payload.path) || !has_no_part(look.base, added.prim.prim_class)) return false;
  if (parent) {
    if (has_later_children(look.base.prims[*parent])) return false;
    added.position = end_of(look.base, *parent);
    added.depth = payload.path.GetPathElementCount();
  } else {
    added.position = above->position;
    added.depth = above->depth;
  }
  look.changes.added.push_back(std::move(added));
  return true;
}

/// What became of a prim of the payload.
struct Seen {
  bool is_hidden = false;            // it and what is below it are not there for physics
  std::optional<std::size_t> added;  // index into Changes::added
};

/// Looks at one prim of the payload; false where it does more to the base than can be read over it.
bool look_at(Look& look, const PayloadPrim& payload, const Seen* above, Seen& seen) {
  seen.is_hidden = above != nullptr && above->is_hidden;
  if (seen.is_hidden) return true;
  const auto known = look.base.prim_indices.find(payload.path);
  if (known != look.base.prim_indices.end()) return touch(look, payload, known->second);
  // such as one below a PointInstancer, which the reading of prototypes saw
  if (look.base.composed.prim_index(payload.path) != nullptr) return false;
  if (payload.specifier == SdfSpecifierOver) {
    seen.is_hidden = true;
    return true;
  }
  if (payload.specifier == SdfSpecifierClass) return false;
  const Added* above_added = above != nullptr && above->added ? &look.changes.added[*above->added] : nullptr;
  const auto parent = look.base.prim_indices.find(payload.path.GetParentPath());
  const bool is_in_base = parent != look.base.prim_indices.end();
  if (is_in_base && is_a(look.base, look.base.prims[parent->second], "PointInstancer")) return false;
  if (!is_in_base && above_added == nullptr) return false;
  seen.added = look.changes.added.size();
  return add(look, payload, is_in_base ? std::optional(parent->second) : std::nullopt, above_added);
}

/// Goes through the payload; false where it does more to the base than can be read over it.
bool find_changes(Look& look, const Payload& payload) {
  std::vector<Seen> seen(payload.prims.size());
  for (std::size_t index = 0; index < payload.prims.size(); ++index) {
    const PayloadPrim& prim = payload.prims[index];
    if (!look_at(look, prim, prim.parent ? &seen[*prim.parent] : nullptr, seen[index])) return false;
  }
  // deeper parents end first
  std::ranges::stable_sort(look.changes.added, {}, [](const Added& added) {
    return std::tuple(added.position, -static_cast<std::ptrdiff_t>(added.depth));
  });
  std::ranges::sort(look.changes.touched, {}, &Touched::prim);
  return true;
}

void exchange_prims(Reading& base, Changes& changes) {
  for (Touched& touched : changes.touched) std::swap(base.prims[touched.prim], touched.overlaid);
}

/// What of the base's physics makes room for a runtime's.
struct Replaced {
  std::vector<std::pair<model::ColliderIndex, model::Collider>> colliders;
  std::vector<std::pair<model::BodyIndex, model::MassProperties>> masses;
  std::vector<model::VendorSchema> vendor_schemas;
  std::vector<model::VendorValue> vendor_values;
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
  physics.vendor_schemas.swap(replaced.vendor_schemas);
  physics.vendor_values.swap(replaced.vendor_values);
  physics.commands.swap(replaced.commands);
  physics.mimics.swap(replaced.mimics);
  physics.actuators.swap(replaced.actuators);
  physics.tendons.swap(replaced.tendons);
  physics.sites.swap(replaced.sites);
  physics.wheels.swap(replaced.wheels);
}

/// Puts each in the other's place.
void exchange(model::Physics& physics, Replaced& replaced) {
  for (auto& [index, collider] : replaced.colliders) std::swap(physics.colliders[index], collider);
  for (auto& [index, mass] : replaced.masses) std::swap(physics.bodies[index].mass, mass);
  exchange_lists(physics, replaced);
}

/// Reads the shapes that the payload changes, and what follows from them; false where something odd was met.
bool read_shapes_again(Reading& reading, const Changes& changes, Replaced& replaced) {
  model::Physics& physics = reading.physics;
  const std::size_t oddity_count = physics.oddities.size();
  std::set<model::NameIndex> odd;
  for (const model::Oddity& oddity : physics.oddities) odd.insert(oddity.prim);
  std::vector<model::BodyIndex> bodies;
  for (const Touched& touched : changes.touched) {
    if (!touched.is_reshaped) continue;
    const PhysicsPrim& prim = reading.prims[touched.prim];
    if (odd.contains(reading.recorder.path(prim.path))) return false;
    const model::ColliderIndex index = reading.colliders.at(prim.path);
    replaced.colliders.emplace_back(index, physics.colliders[index]);
    read_collider_shape(reading, prim, physics.colliders[index]);
    if (physics.colliders[index].body) bodies.push_back(*physics.colliders[index].body);
  }
  std::ranges::sort(bodies);
  bodies.erase(std::unique(bodies.begin(), bodies.end()), bodies.end());
  for (const model::BodyIndex body : bodies) {
    replaced.masses.emplace_back(body, std::move(physics.bodies[body].mass));
    read_mass(reading, physics.bodies[body]);
  }
  const bool is_even = physics.oddities.size() == oddity_count;
  physics.oddities.resize(oddity_count);
  return is_even;
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

/// The vendors' data of all prims: that of the base where the payload says nothing.
void read_vendor_data_again(Reading& reading, const Replaced& base, const Changes& changes) {
  VendorReader vendors(reading);
  std::size_t next = 0;  // prim of the base
  auto touched = changes.touched.begin();
  for (const PhysicsPrim* prim : reading.in_order) {
    const bool is_added = next == reading.prims.size() || prim != &reading.prims[next];
    const bool is_touched = !is_added && touched != changes.touched.end() && touched->prim == next;
    if (is_added || is_touched) {
      vendors.read(*prim);
    } else {
      vendors.copy(base.vendor_schemas, base.vendor_values, next);
    }
    if (is_touched) ++touched;
    if (!is_added) ++next;
  }
}

/// What is read of vendors' schemas and types alone; false where something odd was met.
bool read_vendors_again(Reading& reading, Replaced& base, const Changes& changes) {
  const std::size_t oddity_count = reading.physics.oddities.size();
  reading.in_order.swap(base.in_order);
  read_vendor_data_again(reading, base, changes);
  read_role(reading);
  read_mimics(reading);
  read_actuators(reading);
  read_wheels(reading);
  reading.in_order.swap(base.in_order);
  const bool is_even = reading.physics.oddities.size() == oddity_count;
  reading.physics.oddities.resize(oddity_count);
  return is_even;
}

}  // namespace

Payload read_payload(const Overlay& overlay, const SdfPath& default_prim) {
  Payload payload;
  payload.overlay = overlay;
  const SdfLayer& layer = *overlay.layer;
  struct Waiting {
    SdfPath spec;
    SdfPath path;
    std::optional<std::size_t> parent;
  };
  std::vector<Waiting> waiting = {{overlay.node.GetPath(), default_prim, std::nullopt}};
  while (!waiting.empty()) {
    PayloadPrim& prim = payload.prims.emplace_back();
    prim.spec = std::move(waiting.back().spec);
    prim.path = std::move(waiting.back().path);
    prim.parent = waiting.back().parent;
    waiting.pop_back();
    layer.HasField(prim.spec, SdfFieldKeys->Specifier, &prim.specifier);
    read_schemas(layer, prim);
    prim.properties = names_at(layer, prim.spec, SdfChildrenKeys->PropertyChildren);
    const TfTokenVector names = names_at(layer, prim.spec, SdfChildrenKeys->PrimChildren);
    const std::size_t index = payload.prims.size() - 1;
    for (auto name = names.rbegin(); name != names.rend(); ++name) {
      waiting.push_back({prim.spec.AppendChild(*name), prim.path.AppendChild(*name), index});
    }
  }
  return payload;
}

bool visit_overlaid(Reading& reading, const Payload& payload, const std::function<void()>& visit) {
  Look look{.base = reading, .overlay = payload.overlay};
  if (!find_changes(look, payload)) return false;
  Replaced replaced;
  exchange_prims(reading, look.changes);
  bool is_read = read_shapes_again(reading, look.changes, replaced);
  exchange_lists(reading.physics, replaced);
  replaced.in_order = order_with(reading, look.changes.added);
  is_read = is_read && read_vendors_again(reading, replaced, look.changes);
  if (is_read) visit();
  exchange(reading.physics, replaced);
  exchange_prims(reading, look.changes);
  return is_read;
}

}  // namespace assay::extract
