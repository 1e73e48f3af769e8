#include "assay/rules/runtime/foreign_data.h"

#include "assay/rules/runtime/fixes.h"
#include "assay/rules/runtime/isolation_values.h"
#include "assay/rules/runtime/selection.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>

namespace assay::rules {
namespace {

constexpr std::array<std::string_view, 4> kind_names = {"applied schema", "prim type", "attribute", "relationship"};

/// The policy row of each name of a model, looked up once.
class RowIndex {
 public:
  RowIndex(const model::Model& model, const schema::IsolationPolicy& policy)
      : model_(model), policy_(policy), schemas_(model.names.size()), properties_(model.names.size()) {}

  const schema::PolicyRow* row_of(const model::Entry& entry) {
    const bool is_schema = entry.kind == model::EntryKind::AppliedSchema || entry.kind == model::EntryKind::PrimType;
    std::optional<const schema::PolicyRow*>& row = (is_schema ? schemas_ : properties_)[entry.name];
    if (!row) {
      const std::string& name = model_.text(entry.name);
      row = is_schema ? schema::row_of_schema(policy_, name) : schema::row_of_property(policy_, name);
    }
    return *row;
  }

 private:
  const model::Model& model_;
  const schema::IsolationPolicy& policy_;
  std::vector<std::optional<const schema::PolicyRow*>> schemas_;  // by name
  std::vector<std::optional<const schema::PolicyRow*>> properties_;
};

/// The targets that a row allows, as text: `only under Newton and MuJoCo`.
std::string allowance_of(const schema::PolicyRow& row) {
  std::string text;
  for (const Target target : all_targets) {
    const schema::Cell cell = row.cells.at(static_cast<std::size_t>(target));
    if (cell != schema::Cell::Allowed && cell != schema::Cell::Required) continue;
    text += (text.empty() ? "only under " : " and ") + std::string(schema::title_of(target));
  }
  return text.empty() ? "under no runtime" : text;
}

/// Why the other profile's policy allows what this one forbids; empty when it does not.
std::string other_profile_allowance(const Context& context, const model::Composition& composition,
                                    const model::Model& model, const model::Entry& entry) {
  for (const schema::Profile& profile : schema::profiles()) {
    const schema::IsolationPolicy& policy = schema::policy_of(profile);
    if (&policy == context.policy) continue;
    const schema::PolicyRow* row = RowIndex(model, policy).row_of(entry);
    if (row != nullptr && worst_cell(*row, composition) == schema::Cell::Forbidden) continue;
    const std::string source = row == nullptr ? "it has no row for this name" : std::string(row->source);
    return "Profile " + std::string(profile.name) + " allows it (" + source + ").";
  }
  return "";
}

/// The payload of a runtime's Enabled option as the asset writes it, or the path that is agreed on.
std::string payload_of(const model::Model& model, const schema::Runtime& runtime) {
  const model::VariantSet* set = model.runtime_set(runtime.variant_set);
  const model::VariantOption* option = set == nullptr ? nullptr : set->find_option(schema::variant_words().enabled);
  if (option != nullptr && !option->payloads.empty() && !option->payloads.front().asset_path.empty()) {
    return "@" + option->payloads.front().asset_path + "@";
  }
  return "@./runnables/physics/" + std::string(runtime.payload_stem) + ".usda@";
}

std::string remedy_of(const model::Model& model, const schema::PolicyRow& row) {
  const std::string allowance = allowance_of(row);
  if (allowance == "under no runtime") return "Remove it (" + std::string(row.source) + ").";
  for (const schema::Runtime& runtime : schema::runtimes()) {
    if (runtime.title != row.vendor) continue;
    const std::string set(runtime.variant_set);
    const bool has_set = model.runtime_set(set) != nullptr;
    return "Move it into " + payload_of(model, runtime) + ", the payload of " + set + "=Enabled" +
           (has_set ? "." : ", once the asset has that variant set.");
  }
  return "Remove it.";
}

model::Place place_of(const model::Model& model, const model::Entry& entry) {
  const std::string& name = model.text(entry.name);
  if (entry.kind == model::EntryKind::AppliedSchema) return {entry.opinion, "", "apiSchemas", name, {}};
  if (entry.kind == model::EntryKind::PrimType) return {entry.opinion, "", "", "", {}};
  return {entry.opinion, name, "", "", {}};
}

std::string joined(const std::vector<std::string>& texts) {
  std::string all;
  for (const std::string& text : texts) all += (all.empty() ? "" : " and ") + text;
  return all;
}

void report_entry(const model::Model& model, const Context& context, const model::Composition& composition,
                  const model::Prim& prim, const model::Entry& entry, const schema::PolicyRow& row, Drafts& drafts) {
  Draft draft = draft_in(model, composition, prim);
  const bool forbidden = worst_cell(row, composition) == schema::Cell::Forbidden;
  const std::string& name = model.text(entry.name);
  draft.finding.severity = forbidden ? Severity::Error : Severity::Warning;
  draft.finding.requirements.assign(row.requirements.begin(), row.requirements.end());
  draft.finding.subject = name;
  if (entry.kind == model::EntryKind::Attribute || entry.kind == model::EntryKind::Relationship) {
    draft.finding.property = name;
  }
  draft.finding.values.insert(draft.finding.values.begin(),
                              {{"kind", std::string(kind_names.at(static_cast<std::size_t>(entry.kind)))},
                               {"name", name},
                               {"vendor", std::string(row.vendor)},
                               {"row", std::string(row.title)},
                               {"allowed", allowance_of(row)}});
  draft.finding.remedy = remedy_of(model, row);
  const std::string elsewhere = other_profile_allowance(context, composition, model, entry);
  if (!elsewhere.empty()) draft.finding.remedy += " " + elsewhere;
  draft.place = place_of(model, entry);
  draft.message = "{kind} {name} is {vendor} data, which the policy allows {allowed}";
  if (composition.enabled.size() > 1) {
    std::vector<std::string> enabled;
    for (const Target target : composition.enabled) enabled.emplace_back(schema::title_of(target));
    draft.reasons = {"the asset opens with several runtimes enabled: " + joined(enabled)};
  } else if (forbidden && entry.kind != model::EntryKind::PrimType) {
    draft.finding.fixes = {
        {"remove " + name + ", which the policy forbids there", FixSafety::Suggested, {removal_of(model, entry)}}};
  }
  drafts.push_back(std::move(draft));
}

void check_composition(const model::Model& model, const Context& context, const model::Composition& composition,
                       RowIndex& rows, Drafts& drafts) {
  for (const model::Prim& prim : composition.prims) {
    for (const model::Entry& entry : composition.entries_of(prim)) {
      const schema::PolicyRow* row = rows.row_of(entry);
      if (row == nullptr) continue;
      const schema::Cell cell = worst_cell(*row, composition);
      if (cell == schema::Cell::Allowed || cell == schema::Cell::Required) continue;
      report_entry(model, context, composition, prim, entry, *row, drafts);
    }
    check_values(model, context, composition, prim, drafts);
    check_schema_combinations(model, context, composition, prim, drafts);
  }
}

/// An asset that declares no runtime sets: vendor data on it is mentioned once per vendor and not judged.
void note_vendors(const model::Model& model, RowIndex& rows, Drafts& drafts) {
  struct Seen {
    std::int64_t prims = 0;
    Draft first;
  };
  std::map<std::string, Seen> vendors;
  const model::Composition& standard = model.compositions.front();
  for (const model::Prim& prim : standard.prims) {
    std::map<std::string, const model::Entry*> first_entries;
    for (const model::Entry& entry : standard.entries_of(prim)) {
      const schema::PolicyRow* row = rows.row_of(entry);
      if (row != nullptr) first_entries.try_emplace(std::string(row->vendor), &entry);
    }
    for (const auto& [vendor, entry] : first_entries) {
      Seen& seen = vendors[vendor];
      if (seen.prims++ > 0) continue;
      seen.first = draft_in(model, standard, prim);
      seen.first.place = place_of(model, *entry);
    }
  }
  for (auto& [vendor, seen] : vendors) {
    Draft& draft = seen.first;
    draft.finding.severity = Severity::Note;
    draft.finding.requirements = {"RV.011"};
    draft.finding.subject = vendor;
    draft.finding.values = {
        {"vendor", vendor},
        {"prims", seen.prims == 1 ? std::string("one prim") : std::to_string(seen.prims) + " prims"}};
    draft.message =
        "the asset carries {vendor} data on {prims} and has no runtime variant sets: isolation is not judged "
        "(--isolation always judges it)";
    drafts.push_back(std::move(draft));
  }
}

void note_skipped_options(const model::Model& model, Drafts& drafts) {
  if (model.skipped_options.empty()) return;
  Draft draft;
  draft.finding.severity = Severity::Note;
  draft.finding.requirements = {"RV.011"};
  draft.finding.values = {{"count", static_cast<std::int64_t>(model.skipped_options.size())},
                          {"options", model.skipped_options}};
  draft.finding.remedy = "Raise isolation.nested_options in the limits file to judge them.";
  draft.message = "{count} variant options that could carry vendor data were not composed, the limit being reached";
  drafts.push_back(std::move(draft));
}

void check(const model::Model& model, const Context& context, Drafts& drafts) {
  RowIndex rows(model, *context.policy);
  if (!context.policy_enforced) {
    if (!context.isolation_off) note_vendors(model, rows, drafts);
    return;
  }
  for (const model::Composition& composition : model.compositions) {
    const std::size_t first = drafts.size();
    check_composition(model, context, composition, rows, drafts);
    if (!composition.is_nested_in_base) continue;
    // the policy composes runtime sets only; an option of another set in the base is somebody's choice to come
    for (std::size_t index = first; index < drafts.size(); ++index) drafts[index].finding.severity = Severity::Note;
  }
  keep_needed_schemas(model, context, drafts);
  note_skipped_options(model, drafts);
}

}  // namespace

const Rule foreign_data{
    .id = "runtime.foreign-data",
    .severity = Severity::Error,
    .summary = "A composed selection carries what the isolation policy forbids there.",
    .what =
        "Composes the neutral base (all runtime sets Disabled), each runtime alone, the selection that the asset opens "
        "with, and further variant options that could carry vendor data; and judges every applied schema, prim type, "
        "attribute and relationship of every active prim by the policy's namespace groups: over-only prims, classes, "
        "prims beside the default prim and instance prototypes included. Values of physics:approximation are judged "
        "by the policy's value rules. Under Newton a mesh carries one representation, not two.",
    .why =
        "A runtime that finds another runtime's data may read it, refuse the asset, or mix the two; the numbers are "
        "wrong "
        "and nothing is reported.",
    .silent_for =
        "Blocked and fallback values; properties that are declared without a value; unauthored built-ins of "
        "applied schemas; deleted list entries; inactive prims; names that only resemble a vendor's.",
    .example =
        "def Mesh \"collider\" (\n    prepend apiSchemas = [\"PhysicsCollisionAPI\", \"PhysxCollisionAPI\"]  # in the "
        "neutral base\n)\n{\n}\n",
    .fix =
        "Move the data into the payload of its runtime, or let a suggested fix remove it; a NewtonCollisionAPI that "
        "another schema includes is dropped by a safe fix, which changes what no runtime composes.",
    .requirements = {"RV.011", "MUJOCO.COL.002", "MUJOCO.BA.001", "NEWTON.DJ.002", "NEWTON.COL.001"},
    .sources = {"SimReady Runtime Physics Isolation Matrix", "SimReady RV.011"},
    .check = check,
};

}  // namespace assay::rules
