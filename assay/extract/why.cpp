#include "assay/extract/why.h"

#include "assay/base/nearest_names.h"
#include "assay/base/version.h"
#include "assay/extract/recorder.h"
#include "assay/extract/runtime_choices.h"
#include "assay/stage/fallbacks.h"
#include "assay/stage/metadata.h"
#include "assay/stage/resolve_value.h"
#include "assay/stage/targets.h"
#include "assay/stage/text_index.h"
#include "assay/stage/value_json.h"
#include "assay/stage/walk.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay::extract {
namespace {

using namespace pxr;
using Json = nlohmann::ordered_json;
using Sites = std::vector<stage::SpecSite>;

enum class PropertyKind : std::uint8_t { Attribute, Relationship, Metadata };

/// One question being answered.
struct Answer {
  const stage::Asset& asset;
  const WhyQuestion& question;
  const stage::Composed& composed;
  SdfPath prim = {};
  const PcpPrimIndex* index = nullptr;
  Sites sites = {};
  TfToken name = {};
  PropertyKind kind = PropertyKind::Attribute;
  model::Model model = {};
  stage::TextIndex texts = {};
};

std::string did_you_mean(const std::string& name, const std::vector<std::string>& known, std::string_view otherwise) {
  const std::vector<std::string> near = nearest_names(name, known);
  return near.empty() ? std::string(otherwise) : fmt::format("did you mean {}?", fmt::join(near, ", "));
}

/// Finds the prim, also below instances; says so with the nearest paths when it is not there.
Result<bool> find_prim(Answer& answer) {
  std::vector<std::string> paths;
  stage::walk_prims(answer.composed, [&](const stage::PrimVisit& visit) {
    paths.push_back(visit.path.GetString());
    if (visit.path != answer.prim) return;
    answer.index = visit.index;
    answer.sites = visit.sites;
  });
  if (answer.index != nullptr) return true;
  const std::string& prim = answer.question.prim;
  return Error{ErrorCode::NotFound,
               fmt::format("there is no prim <{}> in this selection; {}", prim,
                           did_you_mean(prim, paths, "`assay dump` lists them")),
               "", 0, 0};
}

bool has_property(const Answer& answer) {
  return std::ranges::any_of(answer.sites, [&](const stage::SpecSite& site) {
    return site.layer->HasSpec(site.path->AppendProperty(answer.name));
  });
}

const schema::PropertyDefinition* definition_of(const Answer& answer) {
  std::vector<stage::AppliedSchema> applied;
  stage::collect_applied_schemas(answer.sites, applied);
  return stage::find_definition(*answer.question.profile, stage::type_name(answer.sites, nullptr), applied,
                                answer.name);
}

/// Says what is asked for: a property that is authored or that a schema of the prim defines, or a metadata field.
Result<bool> find_property(Answer& answer) {
  const schema::PropertyDefinition* definition = definition_of(answer);
  if (has_property(answer)) {
    const bool is_relationship = stage::declaration_of(answer.sites, answer.name).is_relationship;
    answer.kind = is_relationship ? PropertyKind::Relationship : PropertyKind::Attribute;
    return true;
  }
  const std::vector<TfToken> fields = stage::authored_metadata(answer.sites);
  if (definition == nullptr && std::ranges::find(fields, answer.name) != fields.end()) {
    answer.kind = PropertyKind::Metadata;
    return true;
  }
  if (definition != nullptr) {
    if (definition->kind == "relationship") answer.kind = PropertyKind::Relationship;
    return true;
  }
  std::vector<std::string> known;
  for (const TfToken& each : stage::property_names(answer.sites)) known.push_back(each.GetString());
  for (const TfToken& each : fields) known.push_back(each.GetString());
  const std::string& property = answer.question.property;
  return Error{ErrorCode::NotFound,
               fmt::format("<{}> has no property '{}', and no schema of it defines one; {}", answer.question.prim,
                           property, did_you_mean(property, known, "`assay dump` lists those that are authored")),
               "", 0, 0};
}

/// The paths of a list op of a relationship.
Json targets_json(const SdfPathListOp& list) {
  Json json = Json::object();
  const auto write = [&json](const char* name, const SdfPathVector& paths, bool is_wanted) {
    if (!is_wanted) return;
    json[name] = Json::array();
    for (const SdfPath& path : paths) json[name].push_back(path.GetString());
  };
  write("explicit", list.GetExplicitItems(), list.IsExplicit());
  write("prepended", list.GetPrependedItems(), !list.GetPrependedItems().empty());
  write("appended", list.GetAppendedItems(), !list.GetAppendedItems().empty());
  write("added", list.GetAddedItems(), !list.GetAddedItems().empty());
  write("deleted", list.GetDeletedItems(), !list.GetDeletedItems().empty());
  return json;
}

/// What one spec states of a property: how, and the value; nothing for a spec that says nothing of it.
Json statement_json(const Answer& answer, const stage::SpecSite& site) {
  const SdfPath path = answer.kind == PropertyKind::Metadata ? *site.path : site.path->AppendProperty(answer.name);
  if (!site.layer->HasSpec(path)) return nullptr;
  VtValue value;
  if (answer.kind == PropertyKind::Metadata) {
    if (!site.layer->HasField(path, answer.name, &value)) return nullptr;
    return {{"states", "value"}, {"value", stage::value_json(answer.asset, value)}};
  }
  if (answer.kind == PropertyKind::Relationship) {
    if (!site.layer->HasField(path, SdfFieldKeys->TargetPaths, &value) || !value.IsHolding<SdfPathListOp>())
      return {{"states", "declaration"}, {"value", nullptr}};
    return {{"states", "value"}, {"value", targets_json(value.UncheckedGet<SdfPathListOp>())}};
  }
  Json json = {{"states", "declaration"}, {"value", nullptr}};
  if (site.layer->HasField(path, SdfFieldKeys->Default, &value)) {
    const bool is_block = value.IsHolding<SdfValueBlock>();
    json["states"] = is_block ? "block" : "value";
    if (!is_block) json["value"] = stage::value_json(answer.asset, value);
  }
  if (site.layer->HasField(path, SdfFieldKeys->TimeSamples))
    json["time_samples"] = site.layer->GetNumTimeSamplesForPath(path);
  if (site.layer->HasField(path, SdfFieldKeys->Spline)) json["spline"] = true;
  return json;
}

/// Whether what is weaker than a list has no say.
bool is_explicit(const Json& statement) {
  const Json& value = statement["value"];
  return !value.is_object() || value.contains("explicit");
}

Json opinion_json(Answer& answer, Recorder& recorder, const stage::SpecSite& site, Json statement) {
  const model::Opinion& opinion = answer.model.opinions[recorder.opinion(site)];
  Json json = {{"layer", answer.model.layers[opinion.layer]},
               {"line", nullptr},
               {"column", nullptr},
               {"spec_path", site.path->GetString()}};
  stage::TextQuery query{site.path->GetString(), "", "", "", {}};
  (answer.kind == PropertyKind::Metadata ? query.field : query.property) = answer.name.GetString();
  if (const std::optional<stage::TextLocation> location = answer.texts.locate(*site.layer, query)) {
    json["line"] = location->line;
    json["column"] = location->column;
  }
  json["arcs"] = Json::array();
  for (const Arc& arc : answer.model.arc_chains[opinion.arcs])
    json["arcs"].push_back({{"kind", arc.kind}, {"layer", arc.layer}, {"path", arc.path}});
  json["blocked"] = statement["states"] == "block";
  json.update(statement);
  return json;
}

/// Every opinion, strong to weak. Of an attribute one wins; of lists all down to the first that replaces the others.
Json opinions_json(Answer& answer, const stage::SpecSite* winner) {
  Recorder recorder(answer.asset, schema::policy_of(*answer.question.profile), answer.model);
  Json opinions = Json::array();
  bool has_list_ended = false;
  for (const stage::SpecSite& site : answer.sites) {
    Json statement = statement_json(answer, site);
    if (statement.is_null()) continue;
    const bool is_stated = statement["states"] != "declaration";
    const bool has_say = answer.kind == PropertyKind::Attribute ? &site == winner : is_stated && !has_list_ended;
    if (answer.kind != PropertyKind::Attribute && is_stated) has_list_ended = has_list_ended || is_explicit(statement);
    Json opinion = opinion_json(answer, recorder, site, std::move(statement));
    opinion["is_winner"] = has_say;
    opinions.push_back(std::move(opinion));
  }
  return opinions;
}

const char* word_of(stage::ValueOrigin origin, bool has_fallback) {
  switch (origin) {
    case stage::ValueOrigin::Blocked:
      return "blocked";
    case stage::ValueOrigin::None:
      return has_fallback ? "fallback" : "none";
    default:
      return "authored";
  }
}

void write_attribute(Answer& answer, Json& document) {
  const schema::PropertyDefinition* definition = definition_of(answer);
  const VtValue fallback = stage::fallback_value(definition);
  const stage::ResolvedValue resolved = stage::resolve_default(answer.sites, answer.name, fallback);
  const Json fallback_json = fallback.IsEmpty() ? Json() : stage::value_json(answer.asset, fallback);
  const bool is_authored = resolved.origin == stage::ValueOrigin::Default;
  const std::string type = stage::declaration_of(answer.sites, answer.name).type.GetString();
  document["type"] = type.empty() && definition != nullptr ? std::string(definition->type) : type;
  document["value"] = is_authored ? stage::value_json(answer.asset, resolved.value) : fallback_json;
  document["origin"] = word_of(resolved.origin, !fallback.IsEmpty());
  document["fallback"] = fallback_json;
  document["animated"] = stage::animation_source(answer.sites, answer.name) != nullptr;
  document["opinions"] = opinions_json(answer, resolved.source);
}

void write_list(Answer& answer, Json& document) {
  Json value;
  bool is_authored = false;
  if (answer.kind == PropertyKind::Metadata) {
    value = stage::value_json(answer.asset, stage::resolve_metadata(answer.sites, answer.name));
    is_authored = true;
  } else {
    const stage::Targets targets =
        stage::relationship_targets(answer.composed, *answer.index, answer.prim.AppendProperty(answer.name));
    value = Json::array();
    for (const SdfPath& path : targets.paths) value.push_back(path.GetString());
    is_authored = targets.has_opinions;
  }
  document["type"] = "";
  document["value"] = std::move(value);
  document["origin"] = is_authored ? "authored" : "none";
  document["fallback"] = nullptr;
  document["animated"] = false;
  document["opinions"] = opinions_json(answer, nullptr);
}

}  // namespace

Result<nlohmann::ordered_json> why(const std::string& path, const WhyQuestion& question) {
  const Result<stage::Asset> opened = stage::open_asset(path);
  if (!opened) return opened.error();
  const stage::Asset& asset = opened.value();
  const ArResolverContextBinder binder(asset.context);
  std::vector<stage::ChosenVariant> chosen =
      runtime_choices(question.selection, asset.root->GetDefaultPrimAsPath().GetString());
  chosen.insert(chosen.end(), question.chosen.begin(), question.chosen.end());
  const stage::Composed composed = stage::compose(asset, chosen);

  Answer answer{asset, question, composed};
  answer.prim = SdfPath(question.prim);
  answer.name = TfToken(question.property);
  if (const Result<bool> found = find_prim(answer); !found) return found.error();
  if (const Result<bool> found = find_property(answer); !found) return found.error();
  constexpr const char* kinds[] = {"attribute", "relationship", "metadata"};
  Json document = {{"schema", "assay.why/1"},
                   {"version", version},
                   {"asset", stage::layer_name(asset, *asset.root)},
                   {"selection", question.selection},
                   {"prim", question.prim},
                   {"property", question.property},
                   {"kind", kinds[static_cast<std::size_t>(answer.kind)]}};
  answer.kind == PropertyKind::Attribute ? write_attribute(answer, document) : write_list(answer, document);
  return document;
}

}  // namespace assay::extract
