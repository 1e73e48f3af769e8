#include "assay/rules/runtime/variant_scaffold_wrong.h"

#include "assay/rules/runtime/fixes.h"

#include <algorithm>
#include <array>
#include <filesystem>

namespace assay::rules {
namespace {

const std::string_view enabled = schema::variant_words().enabled;
const std::string_view disabled = schema::variant_words().disabled;
constexpr std::array<std::string_view, 3> payload_extensions = {".usd", ".usda", ".usdc"};

Draft draft_of(const schema::Runtime& runtime, std::string_view requirement, const std::string& prim,
               const std::string& subject) {
  Draft draft;
  draft.finding.severity = Severity::Error;
  draft.finding.requirements = {std::string(requirement)};
  draft.finding.runtimes = {std::string(runtime.name)};
  draft.finding.prim = prim;
  draft.finding.subject = subject;
  draft.finding.values = {{"set", std::string(runtime.variant_set)}};
  return draft;
}

void report(Draft draft, std::string_view message, std::string remedy, Drafts& drafts) {
  draft.message = message;
  draft.finding.remedy = std::move(remedy);
  drafts.push_back(std::move(draft));
}

void check_options(const schema::Runtime& runtime, const model::VariantSet& set, Drafts& drafts) {
  std::vector<std::string> missing;
  for (const std::string_view option : {disabled, enabled}) {
    if (set.find_option(option) == nullptr) missing.emplace_back(option);
  }
  if (missing.empty()) return;
  Draft draft = draft_of(runtime, runtime.set_requirement, set.prim, set.name);
  draft.finding.values.emplace_back("options", missing);
  draft.place = set.place;
  report(std::move(draft), "variant set {set} lacks options: {options}", "Add what is missing to the set.", drafts);
}

/// Selects Disabled where the selection is authored, or where the set is.
void add_default_fix(const model::Model& model, const model::VariantSet& set, Draft& draft) {
  if (set.find_option(disabled) == nullptr) return;
  Edit edit = edit_at(model, set.default_place.opinion, EditOperation::SetVariantSelection);
  // the set's own spec ends with {set=}
  if (edit.spec.ends_with("=}")) edit.spec.erase(edit.spec.rfind('{'));
  if (edit.spec.find('{') != std::string::npos) return;
  edit.keys = {set.name};
  edit.value = disabled;
  draft.finding.fixes = {{"select Disabled for variant set " + set.name, FixSafety::Suggested, {std::move(edit)}}};
}

void check_default(const model::Model& model, const schema::Runtime& runtime, const model::VariantSet& set,
                   Drafts& drafts) {
  if (set.default_option == disabled) return;
  Draft draft = draft_of(runtime, runtime.set_requirement, set.prim, set.name);
  draft.place = set.default_place;
  add_default_fix(model, set, draft);
  const std::string remedy = "Author the selection Disabled, e.g. in the root layer's `variants`.";
  if (!set.default_option || set.default_option->empty()) {
    report(std::move(draft), "variant set {set} has no default selection; it must be Disabled", remedy, drafts);
    return;
  }
  draft.finding.values.emplace_back("default", *set.default_option);
  draft.finding.runtimes.clear();  // whoever opens the asset for another runtime gets this one with it
  report(std::move(draft), "the default selection of variant set {set} is {default}; it must be Disabled", remedy,
         drafts);
}

/// What is wrong with a payload, in the order in which a person would fix it; empty when nothing is.
std::vector<std::string> payload_problems(const schema::Runtime& runtime, const model::PayloadArc& payload) {
  if (payload.asset_path.empty()) return {"names no file"};
  std::vector<std::string> problems;
  const std::string& path = payload.asset_path;
  if (!path.starts_with("./") && !path.starts_with("../")) problems.emplace_back("does not begin with ./ or ../");

  const std::filesystem::path normal = std::filesystem::path(path).lexically_normal();
  const std::string folder = normal.parent_path().generic_string();
  const std::string file = normal.filename().string();
  const std::size_t dot = file.find('.');
  const std::string stem = file.substr(0, dot);
  const std::string extension = dot == std::string::npos ? "" : file.substr(dot);
  const bool in_folder = ("/" + folder).ends_with("/runnables/physics");
  if (!in_folder || (payload.exists && !payload.inside_asset)) {
    problems.emplace_back("does not lie in the asset's runnables/physics folder");
  }
  if (stem != runtime.payload_stem || std::ranges::find(payload_extensions, extension) == payload_extensions.end()) {
    problems.push_back("is not called " + std::string(runtime.payload_stem) + ".usd, .usda or .usdc");
  }
  if (!payload.exists) {
    problems.emplace_back("is not there");
  } else if (!payload.opens) {
    problems.emplace_back("does not open as a layer");
  } else if (!payload.brings_prim) {
    problems.emplace_back("targets a prim that its file does not have");
  }
  return problems;
}

void check_payload(const schema::Runtime& runtime, const model::VariantSet& set, Drafts& drafts) {
  const model::VariantOption* option = set.find_option(enabled);
  if (option == nullptr) return;
  const model::PayloadArc* wrong = nullptr;
  std::vector<std::string> problems;
  for (const model::PayloadArc& payload : option->payloads) {
    std::vector<std::string> found = payload_problems(runtime, payload);
    if (found.empty()) return;
    if (wrong != nullptr) continue;
    wrong = &payload;
    problems = std::move(found);
  }
  Draft draft = draft_of(runtime, runtime.payload_requirement, set.prim, set.name + "=" + std::string(enabled));
  const std::string stem(runtime.payload_stem);
  const std::string remedy =
      "Let option Enabled bring one payload @./runnables/physics/" + stem + ".usda@ (or .usd, .usdc).";
  if (wrong == nullptr) {
    draft.place = option->sections.empty() ? set.place : model::Place{option->sections.front().opinion, "", "", "", {}};
    report(std::move(draft), "option Enabled of {set} has no payload", remedy, drafts);
    return;
  }
  draft.place = wrong->place;
  draft.finding.values.emplace_back(
      "payload", wrong->asset_path.empty() ? "<" + wrong->target_prim + ">" : "@" + wrong->asset_path + "@");
  draft.finding.values.emplace_back("problems", problems);
  report(std::move(draft), "the payload {payload} of {set} {problems}", remedy, drafts);
}

std::string or_nothing(const std::optional<std::string>& text) {
  return text && !text->empty() ? "\"" + *text + "\"" : "missing";
}

std::vector<std::string> metadata_problems(const model::Model& model, const schema::Runtime& runtime,
                                           const model::RuntimeMetadata& metadata) {
  std::vector<std::string> problems;
  const std::string set(runtime.variant_set);
  const auto owns_set = [&](const model::VariantSet& each) { return each.name == set && each.prim == metadata.prim; };
  if (!metadata.prim || metadata.prim->empty()) {
    problems.emplace_back("prim is missing");
  } else if (std::ranges::none_of(model.runtime_sets, owns_set)) {
    problems.push_back("prim is " + or_nothing(metadata.prim) + ", which has no variant set " + set);
  }
  if (metadata.variant_set_name != set) {
    problems.push_back("variantSetName is " + or_nothing(metadata.variant_set_name) + ", not \"" + set + "\"");
  }
  if (metadata.activate_option != enabled) {
    problems.push_back("activateOption is " + or_nothing(metadata.activate_option) + ", not \"Enabled\"");
  }
  return problems;
}

/// Writes what the metadata must say of a set on the default prim, key by key where it says something else.
void add_metadata_fix(const model::Model& model, const schema::Runtime& runtime, const model::RuntimeMetadata* metadata,
                      Draft& draft) {
  const std::string set(runtime.variant_set);
  if (model.runtime_set(set) == nullptr) return;
  const bool owner_is_right =
      metadata != nullptr && metadata->prim && std::ranges::any_of(model.runtime_sets, [&](const auto& each) {
        return each.name == set && each.prim == *metadata->prim;
      });
  Fix fix{"complete the SimReady metadata for " + set, FixSafety::Safe, {}};
  const auto set_entry = [&](const std::string& key, std::string value) {
    Edit edit = edit_at(model, 0, EditOperation::SetEntry);
    edit.spec = "/";
    edit.keys = {"customLayerData", "SimReady_Metadata", "Variants", "Physics", set, key};
    edit.value = std::move(value);
    fix.edits.push_back(std::move(edit));
  };
  if (!owner_is_right) set_entry("prim", model.default_prim);
  if (metadata == nullptr || metadata->variant_set_name != set) set_entry("variantSetName", set);
  if (metadata == nullptr || metadata->activate_option != enabled) set_entry("activateOption", std::string(enabled));
  draft.finding.fixes = {std::move(fix)};
}

void check_metadata(const model::Model& model, const schema::Runtime& runtime, Drafts& drafts) {
  const std::string set(runtime.variant_set);
  const auto metadata = std::ranges::find(model.metadata, set, &model::RuntimeMetadata::variant_set_key);
  Draft draft = draft_of(runtime, runtime.metadata_requirement, "", set);
  const std::string remedy =
      "Write prim, variantSetName and activateOption = \"Enabled\" under customLayerData, SimReady_Metadata, Variants, "
      "Physics, " +
      set + " of the root layer.";
  if (metadata == model.metadata.end()) {
    draft.place = {0, "", "", "", {"customLayerData", "SimReady_Metadata", "Variants", "Physics"}};
    add_metadata_fix(model, runtime, nullptr, draft);
    report(std::move(draft), "the root layer's SimReady metadata has no entry for {set}", remedy, drafts);
    return;
  }
  const std::vector<std::string> problems = metadata_problems(model, runtime, *metadata);
  if (problems.empty()) return;
  draft.place = metadata->place;
  add_metadata_fix(model, runtime, &*metadata, draft);
  draft.finding.values.emplace_back("problems", problems);
  report(std::move(draft), "the SimReady metadata for {set} is wrong: {problems}", remedy, drafts);
}

/// The set is not on the default prim: it is missing, or another prim owns it.
void report_missing_set(const model::Model& model, const schema::Runtime& runtime, Drafts& drafts) {
  Draft draft = draft_of(runtime, runtime.set_requirement, model.default_prim, std::string(runtime.variant_set));
  draft.place = model.default_prim_place;
  const auto elsewhere = std::ranges::find(model.runtime_sets, runtime.variant_set, &model::VariantSet::name);
  if (elsewhere != model.runtime_sets.end()) {
    draft.finding.values.emplace_back("owner", elsewhere->prim);
    draft.place = elsewhere->place;
    report(std::move(draft), "variant set {set} stands on <{owner}>, not on the default prim",
           "Move the set to the default prim.", drafts);
    return;
  }
  if (!model.default_prim_exists) {
    report(std::move(draft), "the asset has no default prim that could own variant set {set}",
           "Name the asset's root prim in defaultPrim.", drafts);
    return;
  }
  report(std::move(draft), "the default prim has no variant set {set}",
         "Add the set with the options Disabled (empty, the default) and Enabled (one payload).", drafts);
}

/// A runtime that the asset is judged for and that it has no set for.
void note_unprepared(const model::Model& model, const schema::Runtime& runtime, Drafts& drafts) {
  Draft draft = draft_of(runtime, runtime.set_requirement, model.default_prim, std::string(runtime.variant_set));
  draft.finding.severity = Severity::Note;
  draft.finding.values.emplace_back("runtime", std::string(runtime.title));
  draft.place = model.default_prim_place;
  report(std::move(draft), "the asset has no variant set {set}: {runtime} gets the neutral base", "", drafts);
}

void check_runtime(const model::Model& model, const Context& context, const schema::Runtime& runtime, Drafts& drafts) {
  const std::string set_name(runtime.variant_set);
  const model::VariantSet* set = model.runtime_set(set_name);
  const bool required = std::ranges::find(context.required, runtime.target) != context.required.end();
  const auto has_set_name = [&](const model::VariantSet& each) { return each.name == set_name; };
  if (set == nullptr) {
    const bool judged = std::ranges::find(context.judged, runtime.target) != context.judged.end();
    if (judged && !required) note_unprepared(model, runtime, drafts);
    if (required || std::ranges::any_of(model.runtime_sets, has_set_name)) report_missing_set(model, runtime, drafts);
    if (std::ranges::find(model.metadata, set_name, &model::RuntimeMetadata::variant_set_key) != model.metadata.end()) {
      check_metadata(model, runtime, drafts);
    }
    return;
  }
  check_options(runtime, *set, drafts);
  check_default(model, runtime, *set, drafts);
  check_payload(runtime, *set, drafts);
  check_metadata(model, runtime, drafts);
}

void check(const model::Model& model, const Context& context, Drafts& drafts) {
  for (const model::Place& place : model.foreign_convention) {
    Draft draft;
    draft.finding.severity = Severity::Note;
    draft.finding.prim = model.default_prim;
    draft.finding.subject = "Physics";
    draft.place = place;
    draft.message = "variant set Physics follows the importers' convention, which the isolation policy does not judge";
    drafts.push_back(std::move(draft));
  }
  if (!context.policy_enforced) return;
  for (const schema::Runtime& runtime : schema::runtimes()) check_runtime(model, context, runtime, drafts);
}

}  // namespace

const Rule variant_scaffold_wrong{
    .id = "runtime.variant-scaffold-wrong",
    .severity = Severity::Error,
    .summary = "A runtime variant set is not built as agreed.",
    .what =
        "For each runtime set present and each runtime that --require names: the set stands on the default prim; it "
        "has the options Disabled and Enabled; the composed default selection is Disabled, whichever layer authors "
        "it; Enabled brings a payload written ./ or ../ to an existing file runnables/physics/<runtime>.usd, .usda or "
        ".usdc of the asset that opens; and the root layer's own customLayerData carries prim (which owns the set), "
        "variantSetName and activateOption = Enabled.",
    .why =
        "Loaders find a runtime by these names alone. Where one is off, the runtime's data is not loaded, or another "
        "runtime's is loaded with it, and nothing says so.",
    .silent_for =
        "A default selection authored in a sublayer or through a reference; extra options; sets of other names. "
        "A set named Physics (the URDF and MJCF importers' convention) is a note.",
    .example =
        "variantSet \"Newton\" = {\n    \"Disabled\" {\n    }\n    \"Enabled\" (\n        prepend payload = "
        "@./physics/newton.usda@  # not in runnables/physics\n    )\n    {\n    }\n}\n",
    .fix =
        "Complete the scaffolding as each finding says. A safe fix completes the metadata, a suggested one selects "
        "Disabled.",
    .requirements = {"RV.001", "RV.002", "RV.003", "RV.004", "RV.005", "RV.006", "RV.007", "RV.008", "RV.009"},
    .sources = {"SimReady RV.001 to RV.009"},
    .check = check,
};

}  // namespace assay::rules
