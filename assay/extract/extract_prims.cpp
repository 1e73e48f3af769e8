#include "assay/extract/extract_prims.h"

#include "assay/extract/extract_assets.h"
#include "assay/extract/nested_options.h"

#include <algorithm>
#include <array>
#include <optional>
#include <unordered_map>

namespace assay::extract {
namespace {

using namespace pxr;

/// One prim that the walk still has to visit.
struct Visit {
  SdfPath path;
  std::size_t prototype;  // index into Walk::instance_counts; none outside instances
};

constexpr std::size_t none = static_cast<std::size_t>(-1);

/// State of one walk over a composition.
struct Walk {
  Recorder& recorder;
  const stage::Composed& composed;
  model::Composition& composition;
  WalkFacts& facts;
  std::vector<stage::SpecSite> sites;
  std::vector<std::optional<model::OpinionIndex>> opinions;  // by site, made when first asked for
  std::vector<stage::AppliedSchema> schemas;
  std::vector<TfToken> properties;
  std::unordered_map<PcpInstanceKey, std::size_t, TfHash> prototypes;
  std::vector<std::uint32_t> instance_counts;
  std::vector<std::pair<std::size_t, std::size_t>> prims_of_prototypes;  // prim index, prototype
};

void note_commands(model::Model& model, std::string_view name) {
  const std::span<const std::string_view> commands = schema::joint_commands();
  model.has_commanded_joints |= std::ranges::find(commands, name.substr(0, name.find(':'))) != commands.end();
}

/// The opinion of one of the prim's sites.
model::OpinionIndex opinion_of(Walk& walk, const stage::SpecSite& site) {
  std::optional<model::OpinionIndex>& opinion = walk.opinions[static_cast<std::size_t>(&site - walk.sites.data())];
  if (!opinion) opinion = walk.recorder.opinion(site);
  return *opinion;
}

void add_entry(Walk& walk, model::NameIndex name, model::EntryKind kind, const stage::SpecSite& source) {
  walk.composition.entries.push_back({name, kind, opinion_of(walk, source)});
}

void add_type(Walk& walk, const TfToken& type, const stage::SpecSite* source) {
  if (type.IsEmpty()) return;
  const SchemaClass& known = walk.recorder.class_of_schema(type);
  if (known.name == NameClass::Other) return;
  add_entry(walk, known.index, model::EntryKind::PrimType, *source);
  note_commands(walk.recorder.model(), type.GetString());
}

void add_schemas(Walk& walk) {
  stage::collect_applied_schemas(walk.sites, walk.schemas);
  for (const stage::AppliedSchema& schema : walk.schemas) {
    const SchemaClass& known = walk.recorder.class_of_schema(schema.name);
    if (known.name == NameClass::Other) continue;
    add_entry(walk, known.index, model::EntryKind::AppliedSchema, *schema.source);
    note_commands(walk.recorder.model(), schema.name.GetString());
  }
}

void add_tokens(Walk& walk, const TfToken& name, const stage::PropertyOpinion& opinion) {
  const auto add = [&](const TfToken& token, bool sampled) {
    walk.composition.tokens.push_back(
        {walk.recorder.name(name), walk.recorder.name(token), opinion_of(walk, *opinion.source), sampled});
  };
  TfToken by_default;
  if (opinion.default_value.IsHolding<TfToken>()) by_default = opinion.default_value.UncheckedGet<TfToken>();
  if (opinion.default_value.IsHolding<std::string>())
    by_default = TfToken(opinion.default_value.UncheckedGet<std::string>());
  if (!by_default.IsEmpty()) add(by_default, false);
  // at any numeric time the samples hold, beside a default too
  for (const TfToken& token : stage::sampled_tokens(*opinion.source, name)) {
    if (token != by_default) add(token, true);
  }
}

/// Fills `properties` with the names that the prim's specs have and extraction cares for, sorted.
void collect_properties(Walk& walk) {
  walk.properties.clear();
  for (const stage::SpecSite& site : walk.sites) {
    TfTokenVector names;
    if (!site.layer->HasField(*site.path, SdfChildrenKeys->PropertyChildren, &names)) continue;
    for (const TfToken& name : names) {
      const PropertyClass& known = walk.recorder.class_of_property(name);
      if (known.name != NameClass::Other || known.may_hold_assets) walk.properties.push_back(name);
    }
  }
  std::ranges::sort(walk.properties);
  const auto repeated = std::ranges::unique(walk.properties);
  walk.properties.erase(repeated.begin(), repeated.end());
}

void add_property(Walk& walk, const TfToken& name, const PropertyClass& known) {
  const stage::PropertyOpinion opinion = stage::resolve_property(walk.sites, name);
  if (opinion.source == nullptr) return;
  if (known.name == NameClass::Neutral) return add_tokens(walk, name, opinion);
  add_entry(walk, known.index, opinion.is_relationship ? model::EntryKind::Relationship : model::EntryKind::Attribute,
            *opinion.source);
}

void add_properties(Walk& walk, const SdfPath& prim) {
  collect_properties(walk);
  for (const TfToken& name : walk.properties) {
    const PropertyClass& known = walk.recorder.class_of_property(name);
    if (known.name != NameClass::Other) add_property(walk, name, known);
    if (known.may_hold_assets) extract_assets(walk.recorder, walk.sites, prim, name, walk.composition.name);
  }
}

void record_prim(Walk& walk, const Visit& visit) {
  model::Composition& composition = walk.composition;
  model::Prim prim;
  prim.first_entry = static_cast<std::uint32_t>(composition.entries.size());
  prim.first_token = static_cast<std::uint32_t>(composition.tokens.size());

  const stage::SpecSite* type_source = nullptr;
  const TfToken type = stage::type_name(walk.sites, &type_source);
  add_type(walk, type, type_source);
  add_schemas(walk);
  add_properties(walk, visit.path);
  prim.entry_count = static_cast<std::uint32_t>(composition.entries.size()) - prim.first_entry;
  prim.token_count = static_cast<std::uint32_t>(composition.tokens.size()) - prim.first_token;
  if (prim.entry_count == 0 && prim.token_count == 0) return;

  prim.path = walk.recorder.path(visit.path);
  prim.type = walk.recorder.name(type);
  if (visit.prototype != none) walk.prims_of_prototypes.emplace_back(composition.prims.size(), visit.prototype);
  composition.prims.push_back(prim);
}

/// The prototype whose prims the children of `index` are; `descend` is false when they were walked already.
std::size_t prototype_of_children(Walk& walk, const PcpPrimIndex& index, const Visit& visit, bool& descend) {
  if (!index.IsInstanceable()) return visit.prototype;
  const auto [entry, added] = walk.prototypes.try_emplace(PcpInstanceKey(index), walk.instance_counts.size());
  if (added) walk.instance_counts.push_back(0);
  ++walk.instance_counts[entry->second];
  descend = added;
  return entry->second;
}

void push_children(Walk& walk, const PcpPrimIndex& index, const Visit& visit, std::vector<Visit>& visits) {
  bool descend = true;
  const std::size_t prototype = prototype_of_children(walk, index, visit, descend);
  if (!descend) return;
  TfTokenVector names;
  PcpTokenSet prohibited;
  index.ComputePrimChildNames(&names, &prohibited);
  for (auto name = names.rbegin(); name != names.rend(); ++name) {
    visits.push_back({visit.path.AppendChild(*name), prototype});
  }
}

}  // namespace

void extract_prims(Recorder& recorder, const stage::Composed& composed, model::Composition& composition,
                   WalkFacts& facts) {
  Walk walk{recorder, composed, composition, facts, {}, {}, {}, {}, {}, {}, {}};
  std::vector<Visit> visits = {{SdfPath::AbsoluteRootPath(), none}};
  while (!visits.empty()) {
    const Visit visit = visits.back();
    visits.pop_back();
    const PcpPrimIndex* index = composed.prim_index(visit.path);
    if (index == nullptr) continue;
    stage::collect_spec_sites(*index, walk.sites);
    if (!stage::is_active(walk.sites)) continue;
    walk.opinions.assign(walk.sites.size(), std::nullopt);

    if (!visit.path.IsAbsoluteRootPath()) {
      record_prim(walk, visit);
      if (visit.prototype == none) collect_variant_facts(recorder, walk.sites, visit.path, composition, facts);
    }
    push_children(walk, *index, visit, visits);
  }
  for (const auto& [prim, prototype] : walk.prims_of_prototypes) {
    composition.prims[prim].instance_count = walk.instance_counts[prototype];
  }
}

}  // namespace assay::extract
