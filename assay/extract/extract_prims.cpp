#include "assay/extract/extract_prims.h"

#include "assay/extract/extract_assets.h"
#include "assay/extract/nested_options.h"
#include "assay/extract/spec_facts.h"

#include <algorithm>
#include <optional>
#include <span>
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

/// A part of a composition: one prim, or a prim with all below it.
struct Part {
  SdfPath prim;
  bool whole = true;
};

// as many parts as make it worth while to walk them in several threads, and what balances uneven ones
constexpr std::size_t fewest_parts = 128;
constexpr std::size_t records_per_thread = 2;
constexpr std::size_t paths_per_part = 2;  // a guess for the size of tables
// a composition that is not wide enough after so many levels is walked by one thread
constexpr int most_levels = 8;

/// The children of a prim in any of the selections; `index` is null where the composition lacks the prim.
SdfPathVector children_of(const PcpPrimIndex* index, const SdfPath& prim, const Overlays* overlays) {
  TfTokenVector names;
  PcpTokenSet prohibited;
  if (index != nullptr) index->ComputePrimChildNames(&names, &prohibited);
  if (overlays != nullptr) overlays->add_children(prim, names);
  SdfPathVector children;
  for (const TfToken& name : names) children.push_back(prim.AppendChild(name));
  return children;
}

/// The parts of the next level down: each prim alone, and after it its children with all below them.
std::vector<Part> split(const stage::Composed& composed, const Overlays* overlays, const std::vector<Part>& parts) {
  std::vector<Part> finer;
  for (const Part& part : parts) {
    finer.push_back({part.prim, false});
    if (!part.whole || composed.inactive.contains(part.prim)) continue;
    for (const SdfPath& child : children_of(composed.prim_index(part.prim), part.prim, overlays)) {
      finer.push_back({child, true});
    }
  }
  return finer;
}

/// The composition in parts, in stage order: few when it is small, or holds instances, whose prims are walked once.
std::vector<Part> parts_of(const stage::Composed& composed, const Overlays* overlays) {
  std::vector<Part> parts = {{SdfPath::AbsoluteRootPath()}};
  if (composed.has_instances) return parts;
  for (int level = 0; level < most_levels && parts.size() < fewest_parts; ++level)
    parts = split(composed, overlays, parts);
  return parts;
}

/// A property name and a spec that has it.
struct NamedSpec {
  TfToken name;
  std::size_t spec = 0;  // index into Walk::specs
};

/// A prim of an instance prototype, by the composition that records it.
struct PrototypePrim {
  model::Composition* composition = nullptr;
  std::size_t prim = 0;
  std::size_t prototype = 0;
};

/// State of one walk over a composition.
struct Walk {
  Recorder& recorder;
  const stage::Composed& composed;
  const Overlays* overlays;
  const std::vector<Recorded>& recorded;
  WalkFacts& facts;

  // the prim at hand: its specs, strongest first, and by spec what it says, who keeps it, and its opinion once asked
  // for
  std::vector<stage::SpecSite> specs = {};
  SdfPathVector overlay_paths = {};  // that specs point to
  std::vector<SpecFacts> spec_facts = {};
  std::vector<SelectionMask> kept_by = {};
  std::vector<std::optional<model::OpinionIndex>> opinions = {};

  // the selections at hand, which keep the same specs, and what they make of the prim
  std::vector<Recorded> group = {};
  std::vector<std::size_t> kept = {};  // indices into specs
  std::vector<stage::SchemaList> schema_lists = {};
  std::vector<stage::AppliedSchema> schemas = {};
  std::vector<NamedSpec> properties = {};
  std::vector<stage::SpecSite> property_specs = {};
  std::vector<model::Entry> entries = {};
  std::vector<model::TokenValue> tokens = {};

  std::unordered_map<PcpInstanceKey, std::size_t, TfHash> prototypes = {};
  std::vector<std::uint32_t> instance_counts = {};
  std::vector<PrototypePrim> prototype_prims = {};
};

void note_commands(model::Model& model, std::string_view name) {
  const std::span<const std::string_view> commands = schema::joint_commands();
  model.has_commanded_joints |= std::ranges::find(commands, name.substr(0, name.find(':'))) != commands.end();
}

model::OpinionIndex opinion_of(Walk& walk, std::size_t spec) {
  std::optional<model::OpinionIndex>& opinion = walk.opinions[spec];
  if (!opinion) opinion = walk.recorder.opinion(walk.specs[spec]);
  return *opinion;
}

/// Adds the composed type, where it is a vendor's or of UsdPhysics, and returns it.
TfToken add_type(Walk& walk) {
  const auto says = [&walk](std::size_t spec) { return !walk.spec_facts[spec].type.IsEmpty(); };
  const auto source = std::ranges::find_if(walk.kept, says);
  if (source == walk.kept.end()) return TfToken();
  const TfToken type = walk.spec_facts[*source].type;
  const SchemaClass& known = walk.recorder.class_of_schema(type);
  if (known.name == NameClass::Other) return type;
  walk.entries.push_back({known.index, model::EntryKind::PrimType, opinion_of(walk, *source)});
  note_commands(walk.recorder.model(), type.GetString());
  return type;
}

void add_schemas(Walk& walk) {
  walk.schema_lists.clear();
  for (const std::size_t spec : walk.kept) {
    const SdfTokenListOp* list = schemas_of(walk.spec_facts[spec]);
    if (list != nullptr) walk.schema_lists.push_back({&walk.specs[spec], list});
  }
  stage::compose_schemas(walk.schema_lists, walk.schemas);
  for (const stage::AppliedSchema& schema : walk.schemas) {
    const SchemaClass& known = walk.recorder.class_of_schema(schema.name);
    if (known.name == NameClass::Other) continue;
    const auto spec = static_cast<std::size_t>(schema.source - walk.specs.data());
    walk.entries.push_back({known.index, model::EntryKind::AppliedSchema, opinion_of(walk, spec)});
    note_commands(walk.recorder.model(), schema.name.GetString());
  }
}

void add_tokens(Walk& walk, const TfToken& name, const stage::PropertyOpinion& opinion, std::size_t spec) {
  const auto add = [&](const TfToken& token, bool sampled) {
    walk.tokens.push_back({walk.recorder.name(name), walk.recorder.name(token), opinion_of(walk, spec), sampled});
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

/// Fills `properties` with what the kept specs have, sorted by name, strongest spec first.
void collect_properties(Walk& walk) {
  walk.properties.clear();
  for (const std::size_t spec : walk.kept) {
    for (const TfToken& name : walk.spec_facts[spec].properties) walk.properties.push_back({name, spec});
  }
  std::ranges::stable_sort(walk.properties, {}, &NamedSpec::name);
}

/// Adds one property, which stands in the specs from `first` on.
void add_property(Walk& walk, const NamedSpec* first, const SdfPath& prim) {
  const TfToken& name = first->name;
  const PropertyClass& known = walk.recorder.class_of_property(name);
  if (known.may_hold_assets) {
    std::vector<std::string> selections;
    for (const Recorded& each : walk.group) selections.push_back(each.composition->name);
    extract_assets(walk.recorder, walk.property_specs, prim, name, selections);
  }
  if (known.name == NameClass::Other) return;
  const stage::PropertyOpinion opinion = stage::resolve_property(walk.property_specs, name);
  if (opinion.source == nullptr) return;
  const std::size_t spec = first[opinion.source - walk.property_specs.data()].spec;
  if (known.name == NameClass::Neutral) return add_tokens(walk, name, opinion, spec);
  walk.entries.push_back({known.index,
                          opinion.is_relationship ? model::EntryKind::Relationship : model::EntryKind::Attribute,
                          opinion_of(walk, spec)});
}

void add_properties(Walk& walk, const SdfPath& prim) {
  collect_properties(walk);
  const std::vector<NamedSpec>& properties = walk.properties;
  for (std::size_t begin = 0; begin < properties.size();) {
    walk.property_specs.clear();
    std::size_t end = begin;
    for (; end < properties.size() && properties[end].name == properties[begin].name; ++end) {
      walk.property_specs.push_back(walk.specs[properties[end].spec]);
    }
    add_property(walk, &properties[begin], prim);
    begin = end;
  }
}

/// Adds what the selections at hand make of the prim to each of them.
void append_prim(Walk& walk, const Visit& visit, const TfToken& type) {
  if (walk.entries.empty() && walk.tokens.empty()) return;
  model::Prim prim;
  prim.path = walk.recorder.path(visit.path);
  prim.type = walk.recorder.name(type);
  prim.entry_count = static_cast<std::uint32_t>(walk.entries.size());
  prim.token_count = static_cast<std::uint32_t>(walk.tokens.size());
  for (const Recorded& each : walk.group) {
    model::Composition& composition = *each.composition;
    prim.first_entry = static_cast<std::uint32_t>(composition.entries.size());
    prim.first_token = static_cast<std::uint32_t>(composition.tokens.size());
    composition.entries.insert(composition.entries.end(), walk.entries.begin(), walk.entries.end());
    composition.tokens.insert(composition.tokens.end(), walk.tokens.begin(), walk.tokens.end());
    if (visit.prototype != none) {
      walk.prototype_prims.push_back({&composition, composition.prims.size(), visit.prototype});
    }
    composition.prims.push_back(prim);
  }
}

/// Records the prim for the selections at hand.
void record_group(Walk& walk, const Visit& visit) {
  walk.entries.clear();
  walk.tokens.clear();
  const TfToken type = add_type(walk);
  add_schemas(walk);
  add_properties(walk, visit.path);
  append_prim(walk, visit, type);

  const auto has_sets = [&walk](std::size_t spec) { return walk.spec_facts[spec].has_variant_sets; };
  if (visit.prototype != none || std::ranges::none_of(walk.kept, has_sets)) return;
  std::vector<stage::SpecSite> sites;
  for (const std::size_t spec : walk.kept) sites.push_back(walk.specs[spec]);
  for (const Recorded& each : walk.group) {
    collect_variant_facts(walk.recorder, sites, visit.path, *each.composition, walk.facts);
  }
}

/// Fills `kept` with the specs that a selection keeps.
void keep(const Walk& walk, SelectionMask bit, std::vector<std::size_t>& kept) {
  kept.clear();
  for (std::size_t spec = 0; spec < walk.specs.size(); ++spec) {
    if ((walk.kept_by[spec] & bit) != 0) kept.push_back(spec);
  }
}

/// Records the prim once for all selections that keep the same specs of it.
void record_prim(Walk& walk, const Visit& visit) {
  std::vector<std::size_t> other;
  std::vector<Recorded> waiting = walk.recorded;
  while (!waiting.empty()) {
    keep(walk, waiting.front().bit, walk.kept);
    walk.group.clear();
    std::erase_if(waiting, [&](const Recorded& each) {
      keep(walk, each.bit, other);
      if (other != walk.kept) return false;
      walk.group.push_back(each);
      return true;
    });
    if (!walk.kept.empty()) record_group(walk, visit);
  }
}

/// Reads the specs of a prim, each once.
void read_specs(Walk& walk) {
  const std::size_t count = walk.specs.size();
  if (walk.spec_facts.size() < count) walk.spec_facts.resize(count);
  walk.kept_by.resize(count);
  walk.opinions.assign(count, std::nullopt);
  for (std::size_t spec = 0; spec < count; ++spec) {
    const stage::SpecSite& site = walk.specs[spec];
    read_spec_facts(walk.recorder, site, walk.spec_facts[spec]);
    walk.kept_by[spec] = walk.overlays == nullptr ? all_selections : walk.overlays->kept_by(site.node);
  }
}

/// The prototype whose prims the children of `index` are; `descend` is false when they were walked already.
std::size_t prototype_of_children(Walk& walk, const PcpPrimIndex* index, const Visit& visit, bool& descend) {
  if (index == nullptr || !index->IsInstanceable()) return visit.prototype;
  const auto [entry, added] = walk.prototypes.try_emplace(PcpInstanceKey(*index), walk.instance_counts.size());
  if (added) walk.instance_counts.push_back(0);
  ++walk.instance_counts[entry->second];
  descend = added;
  return entry->second;
}

void push_children(Walk& walk, const PcpPrimIndex* index, const Visit& visit, std::vector<Visit>& visits) {
  bool descend = true;
  const std::size_t prototype = prototype_of_children(walk, index, visit, descend);
  if (!descend) return;
  const SdfPathVector children = children_of(index, visit.path, walk.overlays);
  for (auto child = children.rbegin(); child != children.rend(); ++child) visits.push_back({*child, prototype});
}

/// Fills `specs` with those of all selections.
void collect_specs(Walk& walk, const PcpPrimIndex* index, const SdfPath& prim) {
  walk.specs.clear();
  if (index != nullptr) stage::collect_spec_sites(*index, walk.specs);
  if (walk.overlays != nullptr) walk.overlays->add_sites(prim, walk.specs, walk.overlay_paths);
}

/// Walks parts of the composition, one after the other.
void walk_parts(Walk& walk, std::span<const Part> parts) {
  std::vector<Visit> visits;
  for (const Part& part : parts) {
    visits.push_back({part.prim, none});
    while (!visits.empty()) {
      const Visit visit = visits.back();
      visits.pop_back();
      const PcpPrimIndex* index = walk.composed.prim_index(visit.path);
      if (walk.composed.inactive.contains(visit.path)) continue;
      collect_specs(walk, index, visit.path);
      if (!visit.path.IsAbsoluteRootPath()) {
        read_specs(walk);
        record_prim(walk, visit);
      }
      if (part.whole) push_children(walk, index, visit, visits);
    }
  }
  for (const PrototypePrim& each : walk.prototype_prims) {
    each.composition->prims[each.prim].instance_count = walk.instance_counts[each.prototype];
  }
}

/// What one thread records of its parts, to be taken over in the order of the parts.
struct Record {
  model::Model model;
  std::optional<Recorder> recorder;
  std::vector<model::Composition> compositions;
  WalkFacts facts;
};

void walk_into(Record& record, Recorder& recorder, const stage::Composed& composed, const Overlays* overlays,
               const std::vector<Recorded>& recorded, std::span<const Part> parts) {
  const ArResolverContextBinder binder(recorder.asset().context);
  record.model.default_prim = recorder.model().default_prim;
  record.recorder.emplace(recorder.asset(), recorder.policy(), record.model);
  record.recorder->reserve(paths_per_part * parts.size(), 2 * paths_per_part * parts.size());
  std::vector<Recorded> own;
  record.compositions.resize(recorded.size());
  for (std::size_t index = 0; index < recorded.size(); ++index) {
    model::Composition& composition = record.compositions[index];
    composition.name = recorded[index].composition->name;
    composition.nested = recorded[index].composition->nested;
    own.push_back({&composition, recorded[index].bit});
  }
  Walk walk{
      .recorder = *record.recorder, .composed = composed, .overlays = overlays, .recorded = own, .facts = record.facts};
  walk_parts(walk, parts);
}

void append(model::Composition& composition, const model::Composition& part, const Renumbering& renumbering) {
  const auto first_entry = static_cast<std::uint32_t>(composition.entries.size());
  const auto first_token = static_cast<std::uint32_t>(composition.tokens.size());
  for (model::Entry entry : part.entries) {
    composition.entries.push_back({renumbering.names[entry.name], entry.kind, renumbering.opinions[entry.opinion]});
  }
  for (model::TokenValue token : part.tokens) {
    composition.tokens.push_back({renumbering.names[token.property], renumbering.names[token.token],
                                  renumbering.opinions[token.opinion], token.sampled});
  }
  for (model::Prim prim : part.prims) {
    prim.path = renumbering.names[prim.path];
    prim.type = renumbering.names[prim.type];
    prim.first_entry += first_entry;
    prim.first_token += first_token;
    composition.prims.push_back(prim);
  }
}

void take_over(Record& record, Recorder& recorder, const std::vector<Recorded>& recorded, WalkFacts& facts) {
  const Renumbering renumbering = recorder.absorb(*record.recorder);
  for (std::size_t index = 0; index < recorded.size(); ++index) {
    append(*recorded[index].composition, record.compositions[index], renumbering);
  }
  for (auto& [option, selections] : record.facts.nested_options) facts.nested_options[option].merge(selections);
  facts.runtime_set_owners.merge(record.facts.runtime_set_owners);
}

}  // namespace

void extract_prims(Recorder& recorder, const stage::Composed& composed, const Overlays* overlays,
                   const std::vector<Recorded>& recorded, WalkFacts& facts) {
  const std::vector<Part> parts = parts_of(composed, overlays);
  const std::size_t count = parts.size() < fewest_parts ? 1 : records_per_thread * WorkGetConcurrencyLimit();
  if (count == 1) {
    Walk walk{.recorder = recorder, .composed = composed, .overlays = overlays, .recorded = recorded, .facts = facts};
    return walk_parts(walk, parts);
  }
  const auto shared_records = std::make_shared<std::vector<Record>>(count);
  std::vector<Record>& records = *shared_records;
  WorkParallelForN(count, [&](std::size_t begin, std::size_t end) {
    for (std::size_t index = begin; index < end; ++index) {
      const std::size_t first = parts.size() * index / count;
      const std::size_t last = parts.size() * (index + 1) / count;
      walk_into(records[index], recorder, composed, overlays, recorded, std::span(parts).subspan(first, last - first));
    }
  });
  std::size_t paths = 0;
  std::size_t opinions = 0;
  for (const Record& record : records) {
    paths += record.recorder->path_count();
    opinions += record.model.opinions.size();
  }
  recorder.reserve(paths, opinions);
  for (Record& record : records) take_over(record, recorder, recorded, facts);
  facts.used_up.push_back(shared_records);
}

}  // namespace assay::extract
