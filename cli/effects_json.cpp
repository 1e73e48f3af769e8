#include "cli/effects_json.h"

#include "assay/base/version.h"
#include "assay/schema/runtime.h"

#include <nlohmann/json.hpp>

namespace assay::cli {
namespace {

using Json = nlohmann::ordered_json;

void add_text(Json& object, const char* key, std::string_view text) {
  if (!text.empty()) object[key] = text;
}

Json citations_json(std::span<const schema::Citation> citations) {
  Json list = Json::array();
  for (const schema::Citation& citation : citations) {
    Json item = {{"source", citation.source->id}};
    add_text(item, "detail", citation.detail);
    list.push_back(std::move(item));
  }
  return list;
}

Json effect_json(const schema::Effect& effect) {
  Json object = {{"effect", name_of(effect.kind)}};
  add_text(object, "how", effect.how);
  if (effect.becomes) object["becomes"] = name_of(*effect.becomes);
  if (effect.severity) object["severity"] = name_of(*effect.severity);
  if (!effect.is_confirmed) object["unconfirmed"] = true;
  add_text(object, "holds_for", version_text(effect));
  object["sources"] = citations_json(effect.sources);
  if (effect.earlier != nullptr) object["earlier"] = effect_json(*effect.earlier);
  return object;
}

Json feature_json(const schema::Feature& feature, const std::vector<const schema::Reader*>& readers) {
  Json effects = Json::object();
  for (const schema::Reader* reader : readers)
    effects[std::string(reader->name)] = effect_json(effect_of(feature, *reader));
  Json object = {{"id", feature.id}, {"area", feature.area}, {"used_when", feature.used_when}};
  add_text(object, "owner", feature.owner);
  add_text(object, "owner_when", feature.owner_when);
  object["effects"] = std::move(effects);
  return object;
}

Json default_json(const schema::RuntimeDefault& standard) {
  Json object = {{"id", standard.id}, {"reader", standard.reader->name}};
  if (standard.number) object["value"] = *standard.number;
  add_text(object, "value", standard.word);
  add_text(object, "unit", standard.unit);
  add_text(object, "rule", standard.rule);
  add_text(object, "property", standard.property);
  object["sources"] = citations_json(standard.sources);
  return object;
}

Json sources_json() {
  Json list = Json::array();
  for (const schema::FactSource& source : schema::fact_sources()) {
    Json object = {{"id", source.id}, {"kind", name_of(source.kind)}, {"product", source.product}};
    add_text(object, "version", source.version);
    object["text"] = source.text;
    list.push_back(std::move(object));
  }
  return list;
}

}  // namespace

std::string effects_json(const EffectsChoice& choice) {
  Json document = {{"schema", "assay.effects/1"}, {"version", version}, {"readers", Json::array()}};
  for (const schema::Reader* reader : choice.readers) {
    document["readers"].push_back(
        {{"name", reader->name}, {"runtime", schema::name_of(reader->runtime)}, {"title", reader->title}});
  }
  document["features"] = Json::array();
  for (const schema::Feature* feature : choice.features)
    document["features"].push_back(feature_json(*feature, choice.readers));
  document["defaults"] = Json::array();
  for (const schema::RuntimeDefault* standard : choice.defaults)
    document["defaults"].push_back(default_json(*standard));
  document["sources"] = sources_json();
  return document.dump(2) + "\n";
}

}  // namespace assay::cli
