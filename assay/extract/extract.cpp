#include "assay/extract/extract.h"

#include "assay/extract/extract_prims.h"
#include "assay/extract/extract_structure.h"
#include "assay/extract/locate.h"
#include "assay/extract/move_section.h"
#include "assay/extract/runtime_choices.h"
#include "assay/stage/broken_arcs.h"
#include "assay/stage/start.h"

#include <algorithm>
#include <deque>
#include <optional>
#include <set>

namespace assay::extract {
namespace {

using namespace pxr;

/// One selection: what it is called, what is chosen from outside, and its composition once that is made.
struct Selection {
  model::Composition composition;
  std::vector<stage::ChosenVariant> chosen;
  stage::Composed composed;
};

/// One extraction in progress.
struct Job {
  Recorder& recorder;
  const Options& options;
  WalkFacts facts = {};
  std::set<SdfLayerRefPtr> layers = {};   // keeps every layer alive, so that compositions share them
  std::deque<Selection> selections = {};  // kept until the end: taking them down can wait until the answer is out
  stage::Composed base = {};              // likewise: the neutral base, where it serves several selections
  stage::Composed enabled = {};           // and the default prim with every runtime Enabled
  int composition_count = 0;
  std::vector<const SdfLayer*> plain_layers = {};  // those of runtimes that can lie over the base
};

std::vector<stage::ChosenVariant> choices(const model::Model& model, const model::Composition& composition) {
  std::vector<stage::ChosenVariant> chosen;
  for (const auto& [set, option] : composition.variants) chosen.push_back({model.default_prim, set, option});
  return chosen;
}

void record_layers(Job& job, const stage::Composed& composed) {
  std::vector<SdfLayerHandle> used;
  for (const SdfLayerHandle& layer : composed.cache->GetUsedLayers()) {
    // raw pointers: a handle compared with a reference pointer recurses for ever under C++20 rewriting of operator==
    if (layer && get_pointer(layer) != get_pointer(composed.session)) used.push_back(layer);
  }
  std::ranges::sort(used, {}, [](const SdfLayerHandle& layer) { return layer->GetIdentifier(); });
  for (const SdfLayerHandle& layer : used) {
    job.recorder.layer(*layer);
    job.layers.insert(SdfLayerRefPtr(layer));
  }
}

/// The opinion of a broken arc, with its arcs when the composed prim shows the node it hangs on.
model::OpinionIndex opinion_of(Recorder& recorder, const stage::Composed& composed, const stage::ArcError& error) {
  if (const PcpPrimIndex* index = composed.prim_index(error.prim)) {
    for (const PcpNodeRef& node : index->GetNodeRange()) {
      if (node.GetPath() != error.spec_path) continue;
      const auto& layers = node.GetLayerStack()->GetLayers();
      const auto holds = [&error](const SdfLayerRefPtr& layer) { return get_pointer(layer) == error.layer; };
      if (std::ranges::any_of(layers, holds)) return recorder.opinion(node, *error.layer, error.spec_path);
    }
  }
  return recorder.opinion(*error.layer, error.spec_path);
}

void record_arc_errors(Job& job, const stage::Composed& composed, model::Composition& composition) {
  Recorder& recorder = job.recorder;
  for (const stage::ArcError& error : stage::arc_errors(recorder.asset(), composed)) {
    composition.complete = composition.complete && !error.loses_content;
    const bool is_unselected = !composition.nested.empty();
    model::BrokenArc arc{error.kind,    error.subject,          error.detail, error.loses_content,
                         is_unselected, error.prim.GetString(), {},           {}};
    if (error.layer != nullptr) {
      arc.place = {opinion_of(recorder, composed, error), "", error.field, error.subject, {}};
    }
    model::BrokenArc& known = recorder.broken_arc(arc);
    if (is_unselected) continue;
    known.is_unselected = false;
    if (known.selections.empty() || known.selections.back() != composition.name) {
      known.selections.push_back(composition.name);
    }
  }
}

void compose(Job& job, Selection& selection) {
  selection.composed = stage::compose(job.recorder.asset(), selection.chosen);
  ++job.composition_count;
}

/// Records what a composition shows of the asset's structure.
void record_structure(Job& job, const stage::Composed& composed, model::Composition& composition) {
  model::Model& model = job.recorder.model();
  record_layers(job, composed);
  record_arc_errors(job, composed, composition);
  if (model.default_prim.empty()) return;
  model.default_prim_exists |= has_prim(composed, SdfPath(model.default_prim));
  extract_variant_sets(job.recorder, composed, SdfPath(model.default_prim));
}

void record_prims(Job& job, Selection& selection) {
  extract_prims(job.recorder, selection.composed, nullptr, {{&selection.composition}}, job.facts);
  job.recorder.model().compositions.push_back(std::move(selection.composition));
}

/// Records selections from `first` on; while one is recorded, the next is composed.
void record_ahead(Job& job, std::size_t first) {
  for (std::size_t index = first; index < job.selections.size(); ++index) {
    WorkDispatcher dispatcher;
    if (index + 1 < job.selections.size()) dispatcher.Run([&job, index] { compose(job, job.selections[index + 1]); });
    if (index > 0) record_structure(job, job.selections[index].composed, job.selections[index].composition);
    record_prims(job, job.selections[index]);
    dispatcher.Wait();
  }
}

/// All runtime sets Disabled but the one of `target`.
model::Composition selection_of(Target target) {
  model::Composition composition;
  composition.name = schema::name_of(target);
  if (target != Target::Standard) composition.enabled = {target};
  for (const schema::Runtime& runtime : schema::runtimes()) {
    composition.variants[std::string(runtime.variant_set)] =
        runtime.target == target ? schema::variant_words().enabled : schema::variant_words().disabled;
  }
  return composition;
}

/// What a selection really selects: options that the set does not have select nothing.
std::map<std::string, std::string> effective_variants(const model::Model& model,
                                                      const std::map<std::string, std::string>& variants) {
  std::map<std::string, std::string> effective;
  for (const model::VariantSet& set : model.runtime_sets) {
    if (set.prim != model.default_prim) continue;
    const auto option = variants.find(set.name);
    const bool exists = option != variants.end() && set.find_option(option->second) != nullptr;
    effective[set.name] = exists ? option->second : "";
  }
  return effective;
}

model::Composition authored_selection(const model::Model& model) {
  model::Composition composition;
  composition.name = "authored";
  composition.as_opened = true;
  for (const model::VariantSet& set : model.runtime_sets) {
    if (set.prim != model.default_prim) continue;
    composition.variants[set.name] = set.default_option.value_or("");
    if (set.default_option != schema::variant_words().enabled) continue;
    composition.enabled.push_back(schema::runtime_of_variant_set(set.name)->target);
  }
  return composition;
}

/// Adds a selection, to be composed and recorded later.
void add_selection(Job& job, model::Composition composition, std::vector<stage::ChosenVariant> chosen) {
  job.selections.push_back({std::move(composition), std::move(chosen), {}});
}

/// Composes and records the selections from `first` on.
void run_from(Job& job, std::size_t first) {
  if (first == job.selections.size()) return;
  compose(job, job.selections[first]);
  record_ahead(job, first);
}

/// Composes the selection that the asset opens with, unless it is one that was composed already.
void run_authored(Job& job) {
  model::Model& model = job.recorder.model();
  model::Composition authored = authored_selection(model);
  authored.variants = effective_variants(model, authored.variants);
  for (model::Composition& composition : model.compositions) {
    if (composition.variants != authored.variants) continue;
    composition.as_opened = true;
    return;
  }
  add_selection(job, std::move(authored), {});
  run_from(job, job.selections.size() - 1);
}

std::string spec_path(const NestedOption& option) {
  return option.prim + "{" + option.variant_set + "=" + option.option + "}";
}

/// Whether further options are judged at all: where the isolation policy is.
bool judges_nested_options(const Job& job) {
  const model::Model& model = job.recorder.model();
  if (job.options.isolation == NestedOptions::Never) return false;
  return job.options.isolation == NestedOptions::Always || !model.runtime_sets.empty() || model.has_variant_metadata;
}

/// Composes a selection with one further option and records it; the composition is let go at once.
void run_nested_option(Job& job, std::size_t base_index, const NestedOption& option, bool is_in_base) {
  const model::Composition& base = job.recorder.model().compositions[base_index];
  Selection selection;
  selection.composition.name = base.name;
  selection.composition.variants = base.variants;
  selection.composition.enabled = base.enabled;
  selection.composition.nested = {spec_path(option)};
  selection.composition.is_nested_in_base = is_in_base;
  selection.chosen = job.selections[base_index].chosen;
  selection.chosen.push_back({option.prim, option.variant_set, option.option});
  compose(job, selection);
  record_structure(job, selection.composed, selection.composition);
  record_prims(job, selection);
}

/// Composes each selection that shows a further option which can carry vendor data once more with that option.
void run_nested_options(Job& job) {
  if (!judges_nested_options(job)) return;
  model::Model& model = job.recorder.model();
  const std::map<NestedOption, std::set<std::string>> options = job.facts.nested_options;
  int remaining = job.options.nested_options;
  for (const auto& [option, selections] : options) {
    if (remaining-- <= 0) {
      model.skipped_options.push_back(spec_path(option));
      continue;
    }
    const bool is_in_base = selections.contains(std::string(schema::name_of(Target::Standard)));
    for (std::size_t index = 0; index < job.selections.size(); ++index) {
      if (selections.contains(model.compositions[index].name)) run_nested_option(job, index, option, is_in_base);
    }
  }
}

/// Adds the selections of the runtimes whose set the asset has.
void add_runtimes(Job& job) {
  const model::Model& model = job.recorder.model();
  for (const schema::Runtime& runtime : schema::runtimes()) {
    if (model.runtime_set(runtime.variant_set) == nullptr) continue;
    model::Composition selection = selection_of(runtime.target);
    add_selection(job, selection, choices(model, selection));
  }
}

void open_layers(Job& job) {
  for (const SdfLayerRefPtr& layer :
       open_runtime_layers(job.recorder.asset(), job.recorder.model().default_prim, job.plain_layers)) {
    job.layers.insert(layer);
  }
}

/// Records the standard selection and those of the runtimes from the neutral base and what lies over it.
void record_overlaid(Job& job, const Overlays& overlays) {
  model::Model& model = job.recorder.model();
  const model::Composition standard = selection_of(Target::Standard);
  add_selection(job, standard, choices(model, standard));
  add_runtimes(job);
  std::vector<Recorded> recorded;
  for (Selection& selection : job.selections) {
    const std::vector<Target>& enabled = selection.composition.enabled;
    recorded.push_back({&selection.composition, bit_of(enabled.empty() ? Target::Standard : enabled.front())});
  }
  extract_prims(job.recorder, job.base, &overlays, recorded, job.facts);
  for (Selection& selection : job.selections) model.compositions.push_back(std::move(selection.composition));
}

bool compose_base(Job& job, const Overlays& overlays) {
  const model::Model& model = job.recorder.model();
  ++job.composition_count;
  return overlays.compose_base(job.recorder.asset(), choices(model, selection_of(Target::Standard)), job.base);
}

/// Records all selections from one composition, where that is exact; says whether it was.
bool run_overlaid(Job& job) {
  const model::Model& model = job.recorder.model();
  const SdfPath default_prim(model.default_prim);
  if (job.plain_layers.empty() || job.options.composes_each) return false;
  job.enabled = stage::compose_prim(job.recorder.asset(), all_enabled(model.default_prim), default_prim);
  const std::optional<Overlays> overlays = Overlays::find(job.enabled, default_prim, job.plain_layers);
  if (!overlays || !compose_base(job, *overlays)) return false;
  model::Composition unnamed;
  record_layers(job, job.enabled);
  record_structure(job, job.base, unnamed);
  if (!is_disabled_empty(model)) return false;
  record_overlaid(job, *overlays);
  return true;
}

/// Composes the standard selection and those of the runtimes one by one.
void run_separately(Job& job) {
  const model::Model& model = job.recorder.model();
  const model::Composition standard = selection_of(Target::Standard);
  const bool has_default_prim = !model.default_prim.empty();
  add_selection(job, standard, has_default_prim ? choices(model, standard) : std::vector<stage::ChosenVariant>());
  Selection& first = job.selections.front();
  if (job.base.cache) {
    first.composed = std::move(job.base);
  } else {
    compose(job, first);
  }
  record_structure(job, first.composed, first.composition);
  add_runtimes(job);
  record_ahead(job, 0);
}

void run_selections(Job& job) {
  model::Model& model = job.recorder.model();
  if (!model.default_prim.empty()) open_layers(job);
  if (!run_overlaid(job)) run_separately(job);
  for (model::Composition& composition : model.compositions) {
    composition.variants = effective_variants(model, composition.variants);
  }
  run_authored(job);
  run_nested_options(job);
}

/// Runtime sets on other prims: their options and sections, as the neutral base shows them.
void record_other_owners(Job& job) {
  const stage::Composed& separate = job.selections.front().composed;
  for (const std::string& prim : job.facts.runtime_set_owners) {
    extract_variant_sets(job.recorder, separate.cache ? separate : job.base, SdfPath(prim));
  }
}

/// The files of the loaded layers, and those that their arcs name whatever is selected.
void find_dependencies(const Recorder& recorder, Extraction& extraction) {
  std::set<std::string> dependencies;
  for (const SdfLayerRefPtr& layer : recorder.layers()) {
    extraction.loaded_files.push_back(layer->GetRealPath());
    for (const std::string& path : layer->GetCompositionAssetDependencies()) {
      dependencies.insert(SdfComputeAssetPathRelativeToLayer(layer, path));
    }
  }
  extraction.dependencies.assign(dependencies.begin(), dependencies.end());
}

}  // namespace

struct Extraction::Sources {
  stage::Asset asset;
  std::deque<Selection> selections;
  stage::Composed base;
  stage::Composed enabled;
  std::vector<std::shared_ptr<void>> used_up;
  std::vector<SdfLayerRefPtr> layers;
  stage::TextIndex texts;
};

Extraction::Extraction() = default;
Extraction::~Extraction() = default;
Extraction::Extraction(Extraction&&) noexcept = default;
Extraction& Extraction::operator=(Extraction&&) noexcept = default;

Result<bool> start(int threads) { return stage::start_openusd(threads); }

Result<Extraction> extract(const std::string& path, const Options& options) {
  Result<stage::Asset> asset = stage::open_asset(path);
  if (!asset) return asset.error();
  Extraction extraction;
  extraction.sources_ = std::make_unique<Extraction::Sources>();
  extraction.sources_->asset = std::move(asset.value());

  const ArResolverContextBinder binder(extraction.sources_->asset.context);
  const auto shared_recorder =
      std::make_shared<Recorder>(extraction.sources_->asset, schema::policy_of(*options.profile), extraction.model);
  Recorder& recorder = *shared_recorder;
  extract_root_layer(recorder);
  Job job{.recorder = recorder, .options = options};
  run_selections(job);
  record_other_owners(job);
  settle_payloads(recorder);

  extraction.composition_count = job.composition_count;
  extraction.layer_count = static_cast<int>(job.layers.size());
  extraction.sources_->layers = recorder.layers();
  extraction.sources_->selections = std::move(job.selections);
  extraction.sources_->base = std::move(job.base);
  extraction.sources_->enabled = std::move(job.enabled);
  extraction.sources_->used_up = std::move(job.facts.used_up);
  extraction.sources_->used_up.push_back(shared_recorder);
  if (options.wants_dependencies) find_dependencies(recorder, extraction);
  return extraction;
}

Site Extraction::locate(const model::Place& place) const {
  return extract::locate(model, sources_->layers, sources_->texts, place);
}

std::optional<std::vector<Edit>> Extraction::edits_to_payload(const model::VariantSection& section) const {
  const model::Opinion& opinion = model.opinions[section.opinion];
  const std::vector<SdfLayerRefPtr>& layers = sources_->layers;
  const model::PayloadArc* only = model.only_payload(section);
  if (only == nullptr) return std::nullopt;
  const model::PayloadArc& arc = *only;
  const auto payload = std::ranges::find_if(layers, [&](const SdfLayerRefPtr& layer) {
    return stage::layer_name(sources_->asset, *layer) == arc.resolved_name;
  });
  if (payload == layers.end()) return std::nullopt;
  const SdfPath target = arc.target_prim.empty() ? (*payload)->GetDefaultPrimAsPath() : SdfPath(arc.target_prim);
  return extract::edits_to_payload({layers[opinion.layer], model.layers[opinion.layer]},
                                   SdfPath(model.text(opinion.spec_path)), {*payload, arc.resolved_name}, target);
}

}  // namespace assay::extract
