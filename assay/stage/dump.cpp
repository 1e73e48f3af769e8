#include "assay/stage/dump.h"

#include "assay/base/version.h"
#include "assay/stage/collections.h"
#include "assay/stage/composed.h"
#include "assay/stage/fallbacks.h"
#include "assay/stage/material_bindings.h"
#include "assay/stage/metadata.h"
#include "assay/stage/resolve_value.h"
#include "assay/stage/stage_value.h"
#include "assay/stage/targets.h"
#include "assay/stage/transforms.h"
#include "assay/stage/value_json.h"
#include "assay/stage/walk.h"

#include <pxr/tf/enum.h>
#include <pxr/tf/stringUtils.h>

#include <array>
#include <set>

namespace assay::stage {
namespace {

using namespace pxr;
using Json = nlohmann::ordered_json;

/// One dump in progress.
struct Dump {
  const Asset& asset;
  const DumpOptions& options;
  const Composed& composed;
  InheritedState inherited;
  PcpErrorVector errors;
  SdfPathVector prims = {};  // filled when a collection is first met
};

constexpr std::array<std::pair<const char*, std::string_view>, 4> purposes = {
    {{"all", all_purpose}, {"physics", "physics"}, {"preview", "preview"}, {"full", "full"}}};

// fields that stand in places of their own
bool is_shown_elsewhere(const TfToken& field) {
  static const std::set<TfToken> shown = {SdfFieldKeys->Specifier,   SdfFieldKeys->TypeName, SdfFieldKeys->Active,
                                          SdfFieldKeys->Variability, SdfFieldKeys->Custom,   TfToken("apiSchemas")};
  return shown.contains(field);
}

Json metadata_json(const Dump& dump, const std::vector<SpecSite>& sites, const TfToken& property = {}) {
  Json metadata = Json::object();
  for (const TfToken& field : authored_metadata(sites, property)) {
    if (is_shown_elsewhere(field)) continue;
    metadata[field.GetString()] = value_json(dump.asset, resolve_metadata(sites, field, property));
  }
  return metadata;
}

/// Names the layer and spec of a property's opinion.
void write_source(const Dump& dump, const SpecSite& site, const TfToken& property, Json& json) {
  json["layer"] = layer_name(dump.asset, *site.layer);
  json["spec"] = site.path->AppendProperty(property).GetString();
}

Json resolved_json(const Dump& dump, const ResolvedValue& resolved, const TfToken& property) {
  Json json = Json::object();
  const bool is_blocked = resolved.origin == ValueOrigin::Blocked;
  json["value"] =
      is_blocked ? value_json(dump.asset, VtValue(SdfValueBlock())) : value_json(dump.asset, resolved.value);
  write_source(dump, *resolved.source, property, json);
  return json;
}

/// The time samples that win over a default where a time is asked for.
void write_animation(const Dump& dump, const std::vector<SpecSite>& sites, const TfToken& property, Json& json) {
  const SpecSite* source = animation_source(sites, property);
  if (source == nullptr) return;
  const std::vector<TimeSample> samples = time_samples(sites, property);
  Json animation = Json::object();
  if (samples.empty()) {
    animation["spline"] = true;
  } else {
    animation["times"] = Json::array();
    animation["values"] = Json::array();
    for (const TimeSample& sample : samples) {
      animation["times"].push_back(sample.time);
      animation["values"].push_back(value_json(dump.asset, sample.value));
    }
  }
  write_source(dump, *source, property, animation);
  json["animation"] = std::move(animation);
}

Json paths_json(const SdfPathVector& paths) {
  Json list = Json::array();
  for (const SdfPath& path : paths) list.push_back(path.GetString());
  return list;
}

void write_attribute(Dump& dump, const PrimVisit& prim, const TfToken& name, const VtValue& fallback, Json& json) {
  const ResolvedValue resolved = resolve_default(prim.sites, name, fallback);
  if (resolved.origin != ValueOrigin::None) json["default"] = resolved_json(dump, resolved, name);
  if (!fallback.IsEmpty()) json["fallback"] = value_json(dump.asset, fallback);
  write_animation(dump, prim.sites, name, json);
  if (dump.options.time) {
    const ResolvedValue at_time = resolve_at(prim.sites, name, *dump.options.time, fallback);
    if (at_time.origin != ValueOrigin::None) json["at_time"] = resolved_json(dump, at_time, name);
  }
  Targets connections = attribute_connections(dump.composed, *prim.index, prim.path.AppendProperty(name));
  if (connections.has_opinions) json["connections"] = paths_json(connections.paths);
  dump.errors.insert(dump.errors.end(), connections.errors.begin(), connections.errors.end());
}

Json property_json(Dump& dump, const PrimVisit& prim, const TfToken& name, const VtValue& fallback) {
  const PropertyDeclaration declaration = declaration_of(prim.sites, name);
  Json json = {{"name", name.GetString()}, {"kind", declaration.is_relationship ? "relationship" : "attribute"}};
  if (!declaration.is_relationship) json["type"] = declaration.type.GetString();
  json["uniform"] = declaration.variability == SdfVariabilityUniform;
  json["custom"] = declaration.is_custom;
  if (declaration.is_relationship) {
    Targets targets = relationship_targets(dump.composed, *prim.index, prim.path.AppendProperty(name));
    if (targets.has_opinions) json["targets"] = paths_json(targets.paths);
    dump.errors.insert(dump.errors.end(), targets.errors.begin(), targets.errors.end());
  } else {
    write_attribute(dump, prim, name, fallback, json);
  }
  json["metadata"] = metadata_json(dump, prim.sites, name);
  return json;
}

/// The variant sets that a prim's specs list with the options they select; a set that no list names is not composed.
Json variants_json(const PrimVisit& prim) {
  std::set<std::string> names;
  std::vector<SpecSite> node_sites;
  for (std::size_t index = 0; index < prim.sites.size(); ++index) {
    node_sites.push_back(prim.sites[index]);
    if (index + 1 < prim.sites.size() && prim.sites[index + 1].node == prim.sites[index].node) continue;
    const VtValue listed = resolve_metadata(node_sites, SdfFieldKeys->VariantSetNames);
    node_sites.clear();
    if (!listed.IsHolding<SdfStringListOp>()) continue;
    for (const std::string& name : listed.UncheckedGet<SdfStringListOp>().GetExplicitItems()) names.insert(name);
  }
  Json variants = Json::object();
  for (const std::string& name : names) variants[name] = prim.index->GetSelectionAppliedForVariantSet(name);
  return variants;
}

/// The binding for each purpose that has one.
Json materials_json(const Dump& dump, const PrimVisit& prim) {
  Json materials = Json::object();
  MaterialBindings bindings(dump.composed);  // of this prim alone, so that memory does not grow with the stage
  for (const auto& [name, purpose] : purposes) {
    const std::optional<MaterialBinding> binding = bindings.bound_material(prim.path, purpose);
    if (!binding) continue;
    materials[name] = {{"material", binding->material.GetString()}, {"by", binding->relationship.GetString()}};
  }
  return materials;
}

/// The prims that each collection of a prim holds.
Json collections_json(Dump& dump, const PrimVisit& prim) {
  Json collections = Json::object();
  for (const std::string& name : collection_names(dump.composed, *dump.options.profile, prim.path)) {
    if (dump.prims.empty()) {
      walk_prims(dump.composed, [&dump](const PrimVisit& each) { dump.prims.push_back(each.path); });
    }
    const Collection collection = resolve_collection(dump.composed, prim.path, name);
    Json held = Json::array();
    for (const SdfPath& path : dump.prims) {
      if (collection.holds(path)) held.push_back(path.GetString());
    }
    collections[name] = {{"prims", std::move(held)}, {"problems", collection.problems}};
  }
  return collections;
}

void write_inherited(Dump& dump, const PrimVisit& prim, const TfToken& type, Json& json) {
  if (!is_derived_from(*dump.options.profile, type, "Imageable")) return;
  json["purpose"] = dump.inherited.purpose(prim.path).GetString();
  json["visible"] = dump.inherited.is_visible(prim.path);
  json["materials"] = materials_json(dump, prim);
  if (!is_derived_from(*dump.options.profile, type, "Xformable")) return;
  json["world_from_prim"] = value_json(dump.asset, VtValue(dump.inherited.world_from_prim(prim.path)));
}

Json prim_json(Dump& dump, const PrimVisit& prim) {
  const TfToken type = type_name(prim.sites, nullptr);
  std::vector<AppliedSchema> applied;
  collect_applied_schemas(prim.sites, applied);
  Json schemas = Json::array();
  for (const AppliedSchema& schema : applied) schemas.push_back(schema.name.GetString());

  Json json = {{"path", prim.path.GetString()},
               {"specifier", prim.specifier == SdfSpecifierDef     ? "def"
                             : prim.specifier == SdfSpecifierClass ? "class"
                                                                   : "over"},
               {"type", type.GetString()},
               {"active", prim.is_active},
               {"defined", prim.is_defined},
               {"abstract", prim.is_abstract},
               {"instance", prim.is_instance},
               {"instance_proxy", prim.is_instance_proxy},
               {"schemas", std::move(schemas)},
               {"metadata", metadata_json(dump, prim.sites)},
               {"variants", variants_json(prim)}};
  write_inherited(dump, prim, type, json);
  Json collections = collections_json(dump, prim);
  if (!collections.empty()) json["collections"] = std::move(collections);
  if (has_value_clips(prim.sites)) json["not_evaluated"] = {"clips"};
  json["properties"] = Json::array();
  for (const TfToken& name : property_names(prim.sites)) {
    const VtValue fallback = fallback_value(find_definition(*dump.options.profile, type, applied, name));
    json["properties"].push_back(property_json(dump, prim, name, fallback));
  }
  return json;
}

Json layers_json(const Dump& dump) {
  std::set<std::string> names;
  for (const SdfLayerHandle& layer : dump.composed.cache->GetUsedLayers()) {
    // raw pointers: a handle compared with a reference pointer recurses for ever under C++20 rewriting of operator==
    if (layer && get_pointer(layer) != get_pointer(dump.composed.session)) names.insert(layer_name(dump.asset, *layer));
  }
  return names;
}

Json errors_json(const Dump& dump) {
  std::set<std::vector<std::string>> errors;
  const std::string prefix = dump.asset.folder + "/";
  for (const PcpErrorBasePtr& error : dump.errors) {
    std::string text = TfStringReplace(error->ToString(), prefix, "");
    errors.insert({error->rootSite.path.GetString(), TfEnum::GetName(error->errorType), std::move(text)});
  }
  Json list = Json::array();
  for (const auto& error : errors) list.push_back({{"path", error[0]}, {"type", error[1]}, {"text", error[2]}});
  return list;
}

Json head_json(const Dump& dump) {
  Json json = {{"schema", "assay.dump/1"},
               {"version", version},
               {"asset", layer_name(dump.asset, *dump.asset.root)},
               {"selection", Json::array()},
               {"time", dump.options.time ? Json(*dump.options.time) : Json()},
               {"layers", layers_json(dump)}};
  for (const ChosenVariant& chosen : dump.options.chosen) {
    json["selection"].push_back({{"prim", chosen.prim}, {"set", chosen.variant_set}, {"option", chosen.option}});
  }
  json["metadata"] = metadata_json(dump, stage_sites(dump.asset, dump.composed));
  return json;
}

/// A value as it stands in a document, with its own lines indented by a number of levels.
std::string text_of(const Json& json, std::size_t depth) {
  const std::string text = json.dump(1, ' ', false, Json::error_handler_t::replace);
  std::string indented;
  indented.reserve(text.size());
  for (const char byte : text) {
    indented += byte;
    if (byte == '\n') indented.append(depth, ' ');
  }
  return indented;
}

/// Writes an object whose list `prims` is made while it is written.
bool write_document(Dump& dump, const WritePiece& write) {
  std::string head = text_of(head_json(dump), 0);
  head.erase(head.rfind("\n}"));  // its closing brace follows later
  bool is_wanted = write(head + ",\n \"prims\": [");
  bool is_first = true;
  walk_prims(dump.composed, [&](const PrimVisit& prim) {
    if (!is_wanted) return;
    is_wanted = write((is_first ? "\n  " : ",\n  ") + text_of(prim_json(dump, prim), 2));
    is_first = false;
  });
  const std::string end = std::string(is_first ? "" : "\n ") + "],\n \"errors\": " + text_of(errors_json(dump), 1);
  return is_wanted && write(end + "\n}\n");
}

}  // namespace

Result<bool> dump(const std::string& path, const DumpOptions& options, const WritePiece& write) {
  const Result<Asset> opened = open_asset(path);
  if (!opened) return opened.error();
  const Asset& asset = opened.value();
  const ArResolverContextBinder binder(asset.context);
  const Composed composed = compose(asset, options.chosen);
  Dump dump{asset, options, composed, InheritedState(composed, *options.profile, options.time), composed.errors};
  return write_document(dump, write);
}

}  // namespace assay::stage
