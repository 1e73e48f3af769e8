#include "assay/inspect/document.h"

#include "assay/base/prim_path.h"
#include "assay/base/role.h"
#include "assay/base/version.h"
#include "assay/inspect/document_parts.h"
#include "assay/inspect/lens.h"
#include "assay/model/pairs.h"

#include <algorithm>
#include <functional>
#include <set>

namespace assay::inspect {
namespace {

/// What of the physics a document holds.
class Scope {
 public:
  Scope(const model::Model& model, const model::Physics& physics, const std::string& prim)
      : model_(model), physics_(physics), prim_(prim) {}

  bool holds(model::NameIndex path) const { return is_at_or_below(model_.text(path), prim_); }
  bool holds(const model::Scene& scene) const { return holds(scene.path); }
  bool holds(const model::Body& body) const { return holds(body.path); }
  bool holds(const model::CollisionGroup& group) const { return holds(group.path); }
  bool holds(const model::FilteredPair& pair) const { return holds(pair.owner) || holds(pair.target); }
  bool holds(const model::Instancer& instancer) const { return holds(instancer.path); }
  bool holds(const model::Site& site) const { return holds(site.path); }
  bool holds(const model::Wheel& wheel) const { return holds(wheel.path) || (wheel.wheel && holds(*wheel.wheel)); }
  bool holds(const model::Mimic& mimic) const { return holds(mimic.path) || (mimic.leader && holds(*mimic.leader)); }
  bool holds(const model::Actuator& actuator) const { return holds(actuator.path) || holds_any(actuator.targets); }
  bool holds(const model::Tendon& tendon) const { return holds(tendon.path) || holds_any(tendon.parts); }
  bool holds(const model::VendorSchema& schema) const { return holds(schema.prim); }
  bool holds(const model::VendorValue& value) const { return holds(value.prim); }
  bool holds(const model::Oddity& oddity) const { return holds(oddity.prim); }

  bool holds(const model::Collider& collider) const {
    return holds(collider.path) || (collider.body && holds(physics_.bodies.at(*collider.body)));
  }

  bool holds(const model::Joint& joint) const {
    const auto is_joined = [this](const model::JointSide& side) {
      return (side.body && holds(physics_.bodies.at(*side.body))) || (side.prim && holds(*side.prim));
    };
    return holds(joint.path) || std::ranges::any_of(joint.sides, is_joined);
  }

  /// Materials that lie in it or that a collider in it has.
  bool holds(const model::Material& material) const {
    const auto is_it = [&](model::MaterialIndex index) { return &physics_.materials.at(index) == &material; };
    const auto has_material = [&](const model::Collider& collider) {
      const bool is_bound = (collider.material && is_it(*collider.material)) ||
                            std::ranges::any_of(collider.subsets, is_it, &model::MaterialSubset::material);
      return is_bound && holds(collider);
    };
    return holds(material.path) || std::ranges::any_of(physics_.colliders, has_material);
  }

 private:
  bool holds_any(const std::vector<model::NameIndex>& paths) const {
    return std::ranges::any_of(paths, [this](model::NameIndex path) { return holds(path); });
  }

  const model::Model& model_;
  const model::Physics& physics_;
  const std::string& prim_;
};

/// The objects of those records that are in scope.
template <class Item, class Write>
Json list_json(const Scope& scope, const std::vector<Item>& items, const Write& write) {
  Json list = Json::array();
  for (const Item& item : items) {
    if (scope.holds(item)) list.push_back(write(item));
  }
  return list;
}

/// Sums over the enabled bodies in scope: a collider is part of one body only, so nothing counts twice.
Json totals_json(const Scope& scope, const model::Physics& physics) {
  double mass = 0;
  for (const model::Body& body : physics.bodies) {
    if (body.enabled.value && scope.holds(body)) mass += body.mass.mass;
  }
  const auto count = [&scope](const auto& items) {
    return std::ranges::count_if(items, [&scope](const auto& item) { return scope.holds(item); });
  };
  return {{"mass", number_json(mass)},
          {"bodies", count(physics.bodies)},
          {"joints", count(physics.joints)},
          {"colliders", count(physics.colliders)},
          {"materials", count(physics.materials)},
          {"scenes", count(physics.scenes)}};
}

Json role_json(const model::Physics& physics) {
  Json commands = Json::array();
  for (const auto& [schema, count] : physics.commands) commands.push_back({{"schema", schema}, {"prims", count}});
  const Role role = guessed_role(physics.default_prim_exists, !physics.commands.empty());
  return {{"name", assay::name_of(role)}, {"default_prim_exists", physics.default_prim_exists}, {"commands", commands}};
}

Json oddity_json(const model::Model& model, const model::Oddity& oddity) {
  return {{"path", model.text(oddity.prim)}, {"property", oddity.property}, {"text", oddity.text}};
}

void write_lists(Json& document, const model::Model& model, const model::Physics& physics, const Scope& scope) {
  const auto of = [&](auto write) {
    return [&model, &physics, write](const auto& item) { return write(model, physics, item); };
  };
  const auto by = [&](auto write) { return [&model, write](const auto& item) { return write(model, item); }; };
  document["scenes"] = list_json(scope, physics.scenes, by(scene_json));
  document["bodies"] = list_json(scope, physics.bodies, of(body_json));
  document["colliders"] = list_json(scope, physics.colliders, of(collider_json));
  document["materials"] = list_json(scope, physics.materials, by(material_json));
  document["instancers"] = list_json(scope, physics.instancers, by(instancer_json));
  document["joints"] = list_json(scope, physics.joints, of(joint_json));
  document["mimics"] = list_json(scope, physics.mimics, by(mimic_json));
  document["actuators"] = list_json(scope, physics.actuators, by(actuator_json));
  document["tendons"] = list_json(scope, physics.tendons, by(tendon_json));
  document["sites"] = list_json(scope, physics.sites, of(site_json));
  document["wheels"] = list_json(scope, physics.wheels, of(wheel_json));
  document["graph"] = graph_json(model, physics);
  document["groups"] = list_json(scope, physics.filters.groups, of(group_json));
  document["filtered_pairs"] = list_json(scope, physics.filters.pairs, by(filtered_pair_json));
}

}  // namespace

nlohmann::ordered_json document_of(const model::Model& model, const model::Physics& physics,
                                   const DocumentOptions& options) {
  const Scope scope(model, physics, options.prim);
  const auto by = [&](auto write) { return [&model, write](const auto& item) { return write(model, item); }; };
  Json document = {{"schema", "assay.inspect/1"},
                   {"version", version},
                   {"asset", options.asset},
                   {"prim", options.prim},
                   {"selection", {{"name", physics.selection}, {"variants", Json::object()}}},
                   {"default_prim", model.default_prim},
                   {"units", units_json(model, physics.units)},
                   {"totals", totals_json(scope, physics)}};
  document["role"] = role_json(physics);
  document["extents"] =
      extents_json(model::extents_of(physics, [&](model::NameIndex path) { return scope.holds(path); }));
  for (const auto& [set, option] : physics.variants) document["selection"]["variants"][set] = option;
  write_lists(document, model, physics, scope);
  document["pairs"] = pairs_json(model, physics, options.prim, options.most_pairs);
  document["vendor"] = {{"schemas", list_json(scope, physics.vendor_schemas, by(vendor_schema_json))},
                        {"values", list_json(scope, physics.vendor_values, by(vendor_value_json))}};
  document["oddities"] = list_json(scope, physics.oddities, by(oddity_json));
  document["losses"] = options.lens == nullptr ? Json() : losses_json(model, physics, *options.lens, options.prim);
  return document;
}

std::vector<std::string> prims_of(const model::Model& model, const model::Physics& physics) {
  std::vector<std::string> prims;
  std::set<std::string> known;
  const auto add = [&](model::NameIndex prim) {
    if (known.insert(model.text(prim)).second) prims.push_back(model.text(prim));
  };
  for (const model::Scene& scene : physics.scenes) add(scene.path);
  for (const model::Body& body : physics.bodies) add(body.path);
  for (const model::Collider& collider : physics.colliders) add(collider.path);
  for (const model::Joint& joint : physics.joints) add(joint.path);
  for (const model::Instancer& instancer : physics.instancers) add(instancer.path);
  for (const model::Material& material : physics.materials) add(material.path);
  for (const model::CollisionGroup& group : physics.filters.groups) add(group.path);
  for (const model::FilteredPair& pair : physics.filters.pairs) add(pair.owner);
  for (const model::ArticulationRoot& root : physics.graph.articulation_roots) add(root.prim);
  for (const model::VendorSchema& schema : physics.vendor_schemas) add(schema.prim);
  for (const model::VendorValue& value : physics.vendor_values) add(value.prim);
  for (const model::Oddity& oddity : physics.oddities) add(oddity.prim);
  return prims;
}

bool has_physics(const model::Model& model, const model::Physics& physics, const std::string& prim) {
  return std::ranges::any_of(prims_of(model, physics),
                             [&](const std::string& each) { return is_at_or_below(each, prim); });
}

}  // namespace assay::inspect
