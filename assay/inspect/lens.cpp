#include "assay/inspect/lens.h"

#include "assay/base/prim_path.h"
#include "assay/inspect/lens_features.h"
#include "assay/schema/runtime.h"

#include <nlohmann/json.hpp>

#include <cstdlib>
#include <set>

namespace assay::inspect {
namespace {

using Json = nlohmann::ordered_json;

Json loss_json(const schema::Feature& feature, const schema::Effect& effect, const std::vector<std::string>& prims) {
  Json object = {{"feature", feature.id},
                 {"area", feature.area},
                 {"used_when", feature.used_when},
                 {"effect", name_of(effect.kind)},
                 {"how", effect.how},
                 {"severity", effect.severity ? Json(name_of(*effect.severity)) : Json()},
                 {"confirmed", effect.is_confirmed},
                 {"holds_for", schema::version_text(effect)}};
  object["owner"] = feature.owner;
  object["prims"] = prims;
  return object;
}

std::vector<std::string> uses(const Seen& seen, std::string_view feature) {
  std::vector<std::string> prims;
  std::set<std::string_view> known;
  for (const model::NameIndex prim : decision_of(feature).uses(seen)) {
    if (known.insert(seen.text(prim)).second) prims.push_back(seen.text(prim));
  }
  return prims;
}

}  // namespace

const Decision& decision_of(std::string_view feature) {
  for (const auto& decisions : {articulation_decisions(), body_decisions(), collider_decisions(), joint_decisions(),
                                mass_decisions(), mimic_decisions(), stage_decisions()}) {
    const auto found = std::ranges::find(decisions, feature, &Decision::feature);
    if (found != decisions.end()) return *found;
  }
  std::abort();  // a test looks for every feature of the table
}

Seen::Seen(const model::Model& of_model, const model::Physics& of_physics, const schema::Reader& for_reader)
    : model(of_model), physics(of_physics), reader(for_reader) {
  for (const model::VendorSchema& schema : physics.vendor_schemas)
    schemas.emplace(text(schema.prim), text(schema.schema));
  for (const model::VendorValue& value : physics.vendor_values) values[text(value.prim)].push_back(&value);
  for (const model::Circumstance& circumstance : physics.circumstances)
    circumstances.emplace(text(circumstance.prim), circumstance.kind);
  for (const model::Body& body : physics.bodies) bodies.emplace(text(body.path), &body);
  for (const model::Collider& collider : physics.colliders) colliders.emplace(text(collider.path), &collider);
  for (const model::Joint& joint : physics.joints) joints.emplace(text(joint.path), &joint);
  mechanisms.resize(physics.joints.size());
  for (const model::Mechanism& mechanism : physics.graph.mechanisms) {
    for (const model::JointIndex joint : mechanism.joints) mechanisms.at(joint) = &mechanism;
  }
}

std::span<const model::VendorValue* const> Seen::values_of(model::NameIndex prim) const {
  const auto found = values.find(text(prim));
  if (found == values.end()) return {};
  return found->second;
}

std::vector<std::string> uses_of(const model::Model& model, const model::Physics& physics, const schema::Reader& reader,
                                 std::string_view feature) {
  return uses({model, physics, reader}, feature);
}

nlohmann::ordered_json losses_json(const model::Model& model, const model::Physics& physics,
                                   const schema::Reader& reader, const std::string& prim) {
  Json object = {{"reader", reader.name},
                 {"runtime", schema::name_of(reader.runtime)},
                 {"title", reader.title},
                 {"features", Json::array()}};
  const Seen seen(model, physics, reader);
  for (const schema::Feature& feature : schema::features()) {
    std::vector<std::string> prims = uses(seen, feature.id);
    // what concerns the stage concerns every prim
    std::erase_if(prims, [&](const std::string& each) { return each != "/" && !is_at_or_below(each, prim); });
    if (!prims.empty()) object["features"].push_back(loss_json(feature, effect_of(feature, reader), prims));
  }
  object["shapes"] = realised_shapes_json(seen, prim);
  return object;
}

}  // namespace assay::inspect
