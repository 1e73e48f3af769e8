#include "assay/inspect/lens.h"

#include "assay/base/prim_path.h"
#include "assay/inspect/lens_features.h"
#include "assay/schema/runtime.h"

#include <nlohmann/json.hpp>

#include <set>

namespace assay::inspect {
namespace {

using Json = nlohmann::ordered_json;

const Decision* decision_of(std::string_view feature) {
  for (const auto& decisions : {body_decisions(), collider_decisions(), joint_decisions(), stage_decisions()}) {
    const auto found = std::ranges::find(decisions, feature, &Decision::feature);
    if (found != decisions.end()) return &*found;
  }
  return nullptr;
}

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

std::optional<std::vector<std::string>> uses(const Seen& seen, std::string_view feature) {
  const Decision* decision = decision_of(feature);
  if (decision == nullptr) return std::nullopt;
  std::vector<std::string> prims;
  std::set<std::string_view> known;
  for (const model::NameIndex prim : decision->uses(seen)) {
    if (known.insert(seen.text(prim)).second) prims.push_back(seen.text(prim));
  }
  return prims;
}

}  // namespace

Seen::Seen(const model::Model& of_model, const model::Physics& of_physics) : model(of_model), physics(of_physics) {
  for (const model::VendorSchema& schema : physics.vendor_schemas)
    schemas.emplace(text(schema.prim), text(schema.schema));
  for (const model::VendorValue& value : physics.vendor_values) values.emplace(text(value.prim), text(value.property));
  mechanisms.resize(physics.joints.size());
  for (const model::Mechanism& mechanism : physics.graph.mechanisms) {
    for (const model::JointIndex joint : mechanism.joints) mechanisms.at(joint) = &mechanism;
  }
}

std::optional<std::vector<std::string>> uses_of(const model::Model& model, const model::Physics& physics,
                                                std::string_view feature) {
  return uses({model, physics}, feature);
}

nlohmann::ordered_json losses_json(const model::Model& model, const model::Physics& physics,
                                   const schema::Reader& reader, const std::string& prim) {
  Json object = {{"reader", reader.name},
                 {"runtime", schema::name_of(reader.runtime)},
                 {"title", reader.title},
                 {"features", Json::array()},
                 {"not_decided", Json::array()}};
  const Seen seen(model, physics);
  for (const schema::Feature& feature : schema::features()) {
    std::optional<std::vector<std::string>> prims = uses(seen, feature.id);
    if (!prims) {
      object["not_decided"].push_back(feature.id);
      continue;
    }
    // what concerns the stage concerns every prim
    std::erase_if(*prims, [&](const std::string& each) { return each != "/" && !is_at_or_below(each, prim); });
    if (!prims->empty()) object["features"].push_back(loss_json(feature, effect_of(feature, reader), *prims));
  }
  return object;
}

}  // namespace assay::inspect
