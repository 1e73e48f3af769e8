#include "assay/rules/runtime/isolation_values.h"

#include "assay/rules/runtime/fixes.h"
#include "assay/rules/runtime/selection.h"

#include <algorithm>
#include <set>

namespace assay::rules {
namespace {

/// A prim as the value and combination rules see it.
struct Subject {
  const model::Model& model;
  const Context& context;
  const model::Composition& composition;
  const model::Prim& prim;
};

/// The entry that applies a schema, or null.
const model::Entry* applied_entry(const Subject& subject, std::string_view schema) {
  for (const model::Entry& entry : subject.composition.entries_of(subject.prim)) {
    if (entry.kind == model::EntryKind::AppliedSchema && subject.model.text(entry.name) == schema) return &entry;
  }
  return nullptr;
}

/// Whether a schema is applied, or built into one that is.
bool carries(const Subject& subject, std::string_view schema) {
  if (applied_entry(subject, schema) != nullptr) return true;
  return std::ranges::any_of(subject.composition.entries_of(subject.prim), [&](const model::Entry& entry) {
    return entry.kind == model::EntryKind::AppliedSchema &&
           schema::builds_in(*subject.context.profile, subject.model.text(entry.name), schema);
  });
}

bool carries_all(const Subject& subject, std::span<const std::string_view> schemas) {
  return std::ranges::all_of(schemas, [&](std::string_view schema) { return carries(subject, schema); });
}

bool is_judged(const Subject& subject, Target target) {
  const std::span<const Target> columns = columns_of(subject.composition);
  return std::ranges::find(columns, target) != columns.end();
}

std::string joined(std::span<const std::string_view> texts, const std::string& separator) {
  std::string all;
  for (const std::string_view text : texts) all += (all.empty() ? "" : separator) + std::string(text);
  return all;
}

/// How one value rule judges a token.
struct Judgement {
  schema::Cell cell = schema::Cell::Allowed;
  std::string reason;
};

Judgement judge(const Subject& subject, const schema::ValueRule& rule, const std::string& token) {
  const std::string title =
      rule.target == Target::Standard ? "the neutral base" : std::string(schema::title_of(rule.target));
  const bool listed = std::ranges::find(rule.tokens, token) != rule.tokens.end();
  Judgement judgement{listed ? rule.listed : rule.otherwise, ""};
  if (token == rule.paired_token && !carries(subject, rule.paired_schema)) {
    return {schema::Cell::Forbidden,
            title + " pairs it with " + std::string(rule.paired_schema) + ", which is not applied"};
  }
  if (judgement.cell == schema::Cell::NotConsumed) judgement.reason = title + " does not consume it";
  if (judgement.cell != schema::Cell::Forbidden) return judgement;
  judgement.reason = listed ? title + " must not see this value" : title + " takes only " + joined(rule.tokens, ", ");
  return judgement;
}

Draft value_draft(const Subject& subject, const model::TokenValue& value, const schema::ValueRule& rule) {
  Draft draft = draft_in(subject.model, subject.composition, subject.prim);
  const std::string& property = subject.model.text(value.property);
  draft.finding.requirements.assign(rule.requirements.begin(), rule.requirements.end());
  draft.finding.property = property;
  draft.finding.subject = property;
  draft.finding.values.insert(draft.finding.values.begin(),
                              {{"property", property}, {"token", subject.model.text(value.token)}});
  draft.place = {value.opinion, property, value.sampled ? "timeSamples" : "default", "", {}};
  return draft;
}

void check_value(const Subject& subject, const model::TokenValue& value, const schema::ValueRule& rule,
                 Drafts& drafts) {
  const Judgement judgement = judge(subject, rule, subject.model.text(value.token));
  if (!judgement.reason.empty()) {
    Draft draft = value_draft(subject, value, rule);
    draft.finding.severity = judgement.cell == schema::Cell::Forbidden ? Severity::Error : Severity::Warning;
    draft.reasons = {judgement.reason};
    draft.message = "{property} = \"{token}\": {reasons}";
    draft.finding.remedy = "Author the value only in the payloads of the runtimes that read it.";
    drafts.push_back(std::move(draft));
    return;
  }
  if (!rule.preferably_absent || subject.model.runtime_sets.empty()) return;
  Draft draft = value_draft(subject, value, rule);
  draft.finding.severity = Severity::Note;
  draft.message = "{property} = \"{token}\" on the neutral base is allowed, but each runtime has to override it";
  draft.finding.remedy = "Leave it off the neutral base and author it in the payloads of the runtimes that read it.";
  drafts.push_back(std::move(draft));
}

void check_exclusive(const Subject& subject, const schema::ExclusiveRule& rule, Drafts& drafts) {
  std::vector<const model::Entry*> found;
  std::vector<std::string> names;
  for (const std::string_view schema : rule.schemas) {
    const model::Entry* entry = applied_entry(subject, schema);
    if (entry == nullptr) continue;
    found.push_back(entry);
    names.emplace_back(schema);
  }
  if (found.size() < 2) return;
  Draft draft = draft_in(subject.model, subject.composition, subject.prim);
  draft.finding.severity = Severity::Error;
  draft.finding.requirements.assign(rule.requirements.begin(), rule.requirements.end());
  draft.finding.subject = names.back();
  draft.finding.values.insert(draft.finding.values.begin(), {{"schemas", names}});
  draft.finding.remedy = "Keep the representation that is meant and remove the other.";
  draft.place = {found.back()->opinion, "", "apiSchemas", names.back(), {}};
  draft.related = {{found.front()->opinion, "", "apiSchemas", names.front(), {}}};
  draft.message = "one mesh carries two Newton representations: {schemas}";
  drafts.push_back(std::move(draft));
}

void check_expected(const Subject& subject, const schema::ExpectedRule& rule, Drafts& drafts) {
  if (!rule.when_type.empty() && subject.model.text(subject.prim.type) != rule.when_type) return;
  if (!carries_all(subject, rule.when_schemas)) return;
  if (std::ranges::any_of(rule.any_of, [&](std::string_view schema) { return carries(subject, schema); })) return;
  const std::span<const model::Entry> entries = subject.composition.entries_of(subject.prim);
  Draft draft = draft_in(subject.model, subject.composition, subject.prim);
  draft.finding.severity = Severity::Note;
  draft.finding.requirements.assign(rule.requirements.begin(), rule.requirements.end());
  draft.finding.subject = std::string(rule.any_of.front());
  draft.finding.values.insert(draft.finding.values.begin(), {{"target", std::string(schema::title_of(rule.target))},
                                                             {"schemas", joined(rule.any_of, " or ")}});
  draft.finding.remedy = "Apply it in the payload of the runtime, unless the runtime's defaults are meant.";
  draft.place = {entries.front().opinion, "", "", "", {}};
  draft.message = "a collider under {target} is expected to apply {schemas}";
  drafts.push_back(std::move(draft));
}

void check_redundant(const Subject& subject, const schema::RedundantRule& rule, Drafts& drafts) {
  const model::Entry* entry = applied_entry(subject, rule.schema);
  if (entry == nullptr) return;
  for (const std::string_view including : rule.included_by) {
    if (applied_entry(subject, including) == nullptr) continue;
    Draft draft = draft_in(subject.model, subject.composition, subject.prim);
    draft.finding.severity = Severity::Note;
    draft.finding.requirements.assign(rule.requirements.begin(), rule.requirements.end());
    draft.finding.subject = std::string(rule.schema);
    draft.finding.values.insert(draft.finding.values.begin(),
                                {{"schema", std::string(rule.schema)}, {"including", std::string(including)}});
    draft.finding.remedy = "Drop it from the list.";
    draft.place = {entry->opinion, "", "apiSchemas", std::string(rule.schema), {}};
    draft.message = "{schema} is redundant: {including} includes it";
    draft.finding.fixes = {{"drop " + std::string(rule.schema) + ", which another applied schema includes",
                            FixSafety::Safe,
                            {removal_of(subject.model, *entry)}}};
    drafts.push_back(std::move(draft));
    return;
  }
}

/// The specs, by layer and path, whose schema some composition needs since no other includes it there.
std::set<std::pair<model::LayerIndex, model::NameIndex>> needed_specs(const model::Model& model,
                                                                      const Context& context) {
  std::set<std::pair<model::LayerIndex, model::NameIndex>> needed;
  for (const model::Composition& composition : model.compositions) {
    for (const model::Prim& prim : composition.prims) {
      const Subject subject{model, context, composition, prim};
      for (const schema::RedundantRule& rule : context.policy->redundant) {
        const model::Entry* entry = applied_entry(subject, rule.schema);
        const auto is_applied = [&](std::string_view schema) { return applied_entry(subject, schema) != nullptr; };
        if (entry == nullptr || std::ranges::any_of(rule.included_by, is_applied)) continue;
        const model::Opinion& opinion = model.opinions[entry->opinion];
        needed.insert({opinion.layer, opinion.spec_path});
      }
    }
  }
  return needed;
}

}  // namespace

void keep_needed_schemas(const model::Model& model, const Context& context, Drafts& drafts) {
  const auto is_safe = [](const Fix& fix) { return fix.safety == FixSafety::Safe; };
  const auto has_safe_fix = [&](const Draft& draft) { return std::ranges::any_of(draft.finding.fixes, is_safe); };
  if (std::ranges::none_of(drafts, has_safe_fix)) return;
  const auto needed = needed_specs(model, context);
  for (Draft& draft : drafts) {
    const model::Opinion& opinion = model.opinions[draft.place.opinion];
    if (needed.contains({opinion.layer, opinion.spec_path})) std::erase_if(draft.finding.fixes, is_safe);
  }
}

void check_values(const model::Model& model, const Context& context, const model::Composition& composition,
                  const model::Prim& prim, Drafts& drafts) {
  const Subject subject{model, context, composition, prim};
  for (const model::TokenValue& value : composition.tokens_of(prim)) {
    for (const schema::ValueRule& rule : context.policy->values) {
      if (rule.property != model.text(value.property) || !is_judged(subject, rule.target)) continue;
      if (carries_all(subject, rule.when_schemas)) check_value(subject, value, rule, drafts);
    }
  }
}

void check_schema_combinations(const model::Model& model, const Context& context, const model::Composition& composition,
                               const model::Prim& prim, Drafts& drafts) {
  const Subject subject{model, context, composition, prim};
  for (const schema::ExclusiveRule& rule : context.policy->exclusives) {
    if (is_judged(subject, rule.target)) check_exclusive(subject, rule, drafts);
  }
  for (const schema::ExpectedRule& rule : context.policy->expected) {
    if (is_judged(subject, rule.target)) check_expected(subject, rule, drafts);
  }
  for (const schema::RedundantRule& rule : context.policy->redundant) {
    if (is_judged(subject, rule.target)) check_redundant(subject, rule, drafts);
  }
}

}  // namespace assay::rules
