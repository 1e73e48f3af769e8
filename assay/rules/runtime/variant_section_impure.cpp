#include "assay/rules/runtime/variant_section_impure.h"

#include <algorithm>
#include <string>
#include <vector>

namespace assay::rules {
namespace {

Draft draft_of(const model::VariantSet& set, std::string_view option) {
  Draft draft;
  draft.finding.severity = Severity::Error;
  draft.finding.requirements = {"RV.010"};
  draft.finding.prim = set.prim;
  draft.finding.subject = set.name + "=" + std::string(option);
  // a Disabled section reaches every other selection, an Enabled one only its own runtime
  const schema::Runtime* runtime = schema::runtime_of_variant_set(set.name);
  if (option == schema::variant_words().enabled && runtime != nullptr)
    draft.finding.runtimes = {std::string(runtime->name)};
  return draft;
}

/// Whether a payload can take over all that a section holds beside it.
bool can_move(const model::Model& model, const model::VariantSection& section) {
  const model::PayloadArc* payload = model.only_payload(section);
  if (payload == nullptr || !payload->opens) return false;
  return std::ranges::all_of(section.contents, [](const model::SectionContent& content) {
    return content.kind == "payload" || content.kind == "prim" || content.kind == "property" ||
           content.name == "apiSchemas";
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
  const bool is_enabled = option == schema::variant_words().enabled;
  if (is_enabled && can_move(model, section)) draft.moved_section = &section;
  draft.finding.remedy = is_enabled ? "Move these opinions into the payload's layer."
                                    : "Empty the Disabled option; what belongs to a runtime goes into its payload.";
  draft.message = is_enabled ? "option {option} of {set} may hold only its payload, and holds {contents}"
                             : "option {option} of {set} must be empty, and holds {contents}";
  drafts.push_back(std::move(draft));
}

void check_disabled(const model::Model& model, const model::VariantSet& set, Drafts& drafts) {
  const model::VariantOption* option = set.find_option(schema::variant_words().disabled);
  if (option == nullptr) return;
  for (const model::VariantSection& section : option->sections) {
    report_section(model, set, option->name, section, section.contents, drafts);
  }
}

std::string text_of(const model::PayloadArc& payload) {
  const std::string prim = payload.target_prim.empty() ? "" : "<" + payload.target_prim + ">";
  return payload.asset_path.empty() ? prim : "@" + payload.asset_path + "@" + prim;
}

/// A payload beyond the first in the option, whichever layers write them.
void check_payload_count(const model::VariantSet& set, const model::VariantOption& option, Drafts& drafts) {
  if (option.payloads.size() < 2) return;
  Draft draft = draft_of(set, option.name);
  std::vector<std::string> paths;
  for (const model::PayloadArc& payload : option.payloads) paths.push_back(text_of(payload));
  draft.finding.values = {
      {"set", set.name}, {"count", static_cast<std::int64_t>(option.payloads.size())}, {"payloads", paths}};
  draft.finding.remedy = "Keep the one payload in runnables/physics and let it bring the others, if they are needed.";
  draft.place = option.payloads[1].place;
  draft.related = {option.payloads[0].place};
  draft.message = "option Enabled of {set} has {count} payloads where exactly one is due: {payloads}";
  drafts.push_back(std::move(draft));
}

void check_enabled(const model::Model& model, const model::VariantSet& set, Drafts& drafts) {
  const model::VariantOption* option = set.find_option(schema::variant_words().enabled);
  if (option == nullptr) return;
  for (const model::VariantSection& section : option->sections) {
    std::vector<model::SectionContent> contents = section.contents;
    std::erase_if(contents, [](const model::SectionContent& content) { return content.kind == "payload"; });
    report_section(model, set, option->name, section, contents, drafts);
  }
  check_payload_count(set, *option, drafts);
}

void check(const model::Model& model, const Context& context, Drafts& drafts) {
  if (!context.policy_enforced) return;
  for (const model::VariantSet& set : model.runtime_sets) {
    check_disabled(model, set, drafts);
    check_enabled(model, set, drafts);
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
