#include "assay/rules/runtime/variant_section_impure.h"

#include <algorithm>
#include <set>

namespace assay::rules {
namespace {

constexpr std::string_view enabled = "Enabled";
constexpr std::string_view disabled = "Disabled";

Draft draft_of(const model::VariantSet& set, std::string_view option) {
  Draft draft;
  draft.finding.severity = Severity::Error;
  draft.finding.requirements = {"RV.010"};
  draft.finding.prim = set.prim;
  draft.finding.subject = set.name + "=" + std::string(option);
  // a Disabled section reaches every other selection, an Enabled one only its own runtime
  const schema::Runtime* runtime = schema::runtime_of_variant_set(set.name);
  if (option == enabled && runtime != nullptr) draft.finding.runtimes = {std::string(runtime->name)};
  return draft;
}

/// Whether a payload can take over all that a section holds beside it.
bool can_move(const model::VariantSection& section) {
  if (section.payloads.size() != 1 || !section.payloads.front().opens) return false;
  return std::ranges::all_of(section.contents, [](const model::SectionContent& content) {
    return content.kind == "prim" || content.kind == "property" || content.name == "apiSchemas";
  });
}

/// One finding for all that one section holds beside what it may.
void report_section(const model::Model& model, const model::VariantSet& set, std::string_view option,
                    const model::VariantSection& section, const std::vector<model::SectionContent>& contents,
                    Drafts& drafts) {
  if (contents.empty()) return;
  Draft draft = draft_of(set, option);
  std::vector<std::string> names;
  for (const model::SectionContent& content : contents) names.push_back(content.kind + " " + content.name);
  draft.finding.values = {{"set", set.name},
                          {"option", std::string(option)},
                          {"layer", model.layers[model.opinions[section.opinion].layer]},
                          {"contents", names}};
  draft.place = contents.front().place;
  for (std::size_t index = 1; index < contents.size(); ++index) draft.related.push_back(contents[index].place);
  const bool is_enabled = option == enabled;
  if (is_enabled && can_move(section)) draft.moved_section = &section;
  draft.finding.remedy = is_enabled ? "Move these opinions into the payload's layer."
                                    : "Empty the Disabled option; what belongs to a runtime goes into its payload.";
  draft.message = is_enabled ? "option {option} of {set} may hold only its payload, and holds {contents}"
                             : "option {option} of {set} must be empty, and holds {contents}";
  drafts.push_back(std::move(draft));
}

void check_disabled(const model::Model& model, const model::VariantSet& set, Drafts& drafts) {
  const model::VariantOption* option = set.find_option(disabled);
  if (option == nullptr) return;
  for (const model::VariantSection& section : option->sections) {
    std::vector<model::SectionContent> contents = section.contents;
    for (const model::PayloadArc& payload : section.payloads) {
      contents.push_back(
          {"payload", payload.asset_path.empty() ? payload.target_prim : payload.asset_path, payload.place});
    }
    report_section(model, set, disabled, section, contents, drafts);
  }
}

/// A payload beyond the first in the option, whichever layers write them.
void check_payload_count(const model::VariantSet& set, const model::VariantOption& option, Drafts& drafts) {
  std::set<std::pair<std::string, std::string>> seen;
  std::vector<const model::PayloadArc*> payloads;
  for (const model::VariantSection& section : option.sections) {
    for (const model::PayloadArc& payload : section.payloads) {
      const std::string target = payload.exists ? payload.resolved_name : payload.asset_path;
      if (seen.insert({target, payload.target_prim}).second) payloads.push_back(&payload);
    }
  }
  if (payloads.size() < 2) return;
  Draft draft = draft_of(set, enabled);
  std::vector<std::string> paths;
  for (const model::PayloadArc* payload : payloads) paths.push_back("@" + payload->asset_path + "@");
  draft.finding.values = {
      {"set", set.name}, {"count", static_cast<std::int64_t>(payloads.size())}, {"payloads", paths}};
  draft.finding.remedy = "Keep the one payload in runnables/physics and let it bring the others, if they are needed.";
  draft.place = payloads[1]->place;
  draft.related = {payloads[0]->place};
  draft.message = "option Enabled of {set} has {count} payloads where exactly one is due: {payloads}";
  drafts.push_back(std::move(draft));
}

void check(const model::Model& model, const Context& context, Drafts& drafts) {
  if (!context.policy_enforced) return;
  for (const model::VariantSet& set : model.runtime_sets) {
    check_disabled(model, set, drafts);
    const model::VariantOption* option = set.find_option(enabled);
    if (option == nullptr) continue;
    for (const model::VariantSection& section : option->sections) {
      report_section(model, set, enabled, section, section.contents, drafts);
    }
    check_payload_count(set, *option, drafts);
  }
}

}  // namespace

const Rule variant_section_impure{
    .id = "runtime.variant-section-impure",
    .severity = Severity::Error,
    .summary = "A runtime variant section holds opinions of its own.",
    .what =
        "For each runtime variant set (PhysX, Newton, MuJoCo): option Enabled may hold exactly one payload arc and "
        "nothing else, option Disabled nothing at all. Every layer that writes the option counts, and so do "
        "metadata, API schemas, nested variant sets and every kind of arc.",
    .why =
        "An opinion in an Enabled section outranks the payload that it stands beside. An opinion in a Disabled section "
        "is there whenever another runtime is selected, and in the neutral base.",
    .silent_for =
        "Comments, documentation and the order of children; variant sets of other names; options of other "
        "names in a runtime set; a payload list that is explicit instead of prepended.",
    .example =
        "variantSet \"Newton\" = {\n    \"Disabled\" {\n        over \"body\" {\n            float "
        "newton:contactGap = 0.01  # reaches PhysX, MuJoCo and the neutral base\n        }\n    }\n}\n",
    .fix =
        "Move the opinions into the layer that the Enabled payload points to. A suggested fix does that for applied "
        "schemas, properties and child prims; opinions that were stronger than references are then weaker.",
    .requirements = {"RV.010"},
    .sources = {"SimReady RV.010", "SimReady Runtime Physics Isolation Matrix: mapping to the validators, structural"},
    .check = check,
};

}  // namespace assay::rules
