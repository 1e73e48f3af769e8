#include "assay/inspect/document.h"

#include "assay/base/prim_path.h"
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
    const auto has_material = [&](const model::Collider& collider) {
      return collider.material && &physics_.materials.at(*collider.material) == &material && holds(collider);
    };
    return holds(material.path) || std::ranges::any_of(physics_.colliders, has_material);
  }

 private:
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
  document["joints"] = list_json(scope, physics.joints, of(joint_json));
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
