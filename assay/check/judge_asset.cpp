#include "assay/check/judge_asset.h"

#include "assay/base/message.h"
#include "assay/base/role.h"
#include "assay/check/causes.h"
#include "assay/check/merge.h"
#include "assay/check/selectors.h"
#include "assay/check/verdict.h"
#include "assay/rules/list.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <tuple>

namespace assay::check {
namespace {

constexpr std::string_view arcs_rule = "composition.arc-broken";
constexpr std::string_view data_rule = "runtime.foreign-data";

/// Runtimes that the asset declares: by a runtime variant set or by metadata for one.
std::vector<Target> declared_runtimes(const model::Model& model) {
  std::vector<Target> declared;
  for (const schema::Runtime& runtime : schema::runtimes()) {
    const auto has_metadata = [&](const model::RuntimeMetadata& each) {
      return each.variant_set_key == runtime.variant_set;
    };
    const auto has_set = [&](const model::VariantSet& each) { return each.name == runtime.variant_set; };
    if (std::ranges::any_of(model.runtime_sets, has_set) || std::ranges::any_of(model.metadata, has_metadata)) {
      declared.push_back(runtime.target);
    }
  }
  return declared;
}

std::vector<std::string> targets_of(const model::Model& model, const Options& options) {
  std::set<Target> targets(options.runtimes.begin(), options.runtimes.end());
  if (targets.empty()) {
    const std::vector<Target> declared = declared_runtimes(model);
    targets.insert(declared.begin(), declared.end());
    targets.insert(options.required.begin(), options.required.end());
  }
  std::vector<std::string> names;
  for (const Target target : targets) names.emplace_back(schema::name_of(target));
  return names;
}

bool is_policy_enforced(const model::Model& model, const Options& options) {
  if (options.isolation == rules::Isolation::Off) return false;
  if (options.isolation == rules::Isolation::Always || !options.required.empty()) return true;
  return !model.runtime_sets.empty() || model.has_variant_metadata;
}

std::string role_of(const model::Model& model, const Options& options) {
  if (!options.role.empty()) return options.role;
  return std::string(name_of(guessed_role(model.default_prim_exists, model.has_commanded_joints)));
}

std::vector<SelectionReport> selections_of(const model::Model& model) {
  std::vector<SelectionReport> selections;
  for (const model::Composition& composition : model.compositions) {
    if (!composition.nested.empty()) continue;
    selections.push_back({composition.name, composition.variants, Verdict::Pass, composition.as_opened});
  }
  return selections;
}

/// The severity that profile and limits give a finding which is as severe as its rule can be.
Severity ranked_severity(const rules::Rule& rule, Severity severity, const Options& options) {
  if (severity != rule.severity) return severity;
  for (const schema::ProfileSeverity& ranked : options.profile->severities) {
    if (ranked.rule == rule.id) severity_from_name(ranked.severity, severity);
  }
  const auto limited = options.limits.severities.find(std::string(rule.id));
  return limited == options.limits.severities.end() ? severity : limited->second;
}

Finding finding_of(const rules::Rule& rule, rules::Draft& draft, const Options& options) {
  Finding finding = std::move(draft.finding);
  finding.rule = rule.id;
  finding.severity = ranked_severity(rule, finding.severity, options);
  if (!draft.reasons.empty()) finding.values.emplace_back("reasons", std::move(draft.reasons));
  finding.message = render_message(draft.message, finding.values);
  return finding;
}

void locate(const extract::Extraction& extraction, const rules::Draft& draft, Finding& finding) {
  finding.site = extraction.locate(draft.place);
  for (const model::Place& place : draft.related) finding.related.push_back(extraction.locate(place));
  set_fingerprint(finding);
}

/// Adds the fix that moves a section's opinions into its payload, where they can move.
void add_move(const extract::Extraction& extraction, const rules::Draft& draft, Finding& finding) {
  if (draft.moved_section == nullptr) return;
  std::optional<std::vector<Edit>> edits = extraction.edits_to_payload(*draft.moved_section);
  if (!edits) return;
  finding.fixes.push_back({"move what the section holds into its payload", FixSafety::Suggested, std::move(*edits)});
}

void run_rule(const rules::Rule& rule, const extract::Extraction& extraction, const rules::Context& context,
              const Options& options, std::vector<Finding>& findings) {
  rules::Drafts drafts;
  rule.check(extraction.model, context, drafts);
  for (rules::Draft& draft : merge_over_selections(std::move(drafts))) {
    Finding finding = finding_of(rule, draft, options);
    if (!is_finding_wanted(options, finding)) continue;
    locate(extraction, draft, finding);
    add_move(extraction, draft, finding);
    findings.push_back(std::move(finding));
  }
}

/// Sorts by severity, worst first, then by place, so that equal input gives equal bytes.
void sort_findings(std::vector<Finding>& findings) {
  std::ranges::stable_sort(findings, [](const Finding& left, const Finding& right) {
    return std::tie(right.severity, left.prim, left.property, left.rule, left.subject, left.site.layer, left.message,
                    left.selections, left.variants) < std::tie(left.severity, right.prim, right.property, right.rule,
                                                               right.subject, right.site.layer, right.message,
                                                               right.selections, right.variants);
  });
}

/// What could not be judged: isolation in selections of which parts are missing, unless the broken arcs are reported.
void add_not_evaluated(const model::Model& model, const Options& options, AssetReport& report) {
  if (is_rule_wanted(options, *rules::find_rule(arcs_rule)) || !is_rule_wanted(options, *rules::find_rule(data_rule)))
    return;
  std::string incomplete;
  for (const model::Composition& composition : model.compositions) {
    if (composition.complete || !composition.nested.empty()) continue;
    incomplete += (incomplete.empty() ? "" : ", ") + composition.name;
  }
  if (incomplete.empty()) return;
  report.not_evaluated.push_back({std::string(data_rule), "selections composed only in part: " + incomplete +
                                                              "; select " + std::string(arcs_rule) +
                                                              " to see the broken arcs"});
}

void judge(const extract::Extraction& extraction, const Options& options, AssetReport& report) {
  const model::Model& model = extraction.model;
  rules::Context context;
  context.profile = options.profile;
  context.policy = &schema::policy_of(*options.profile);
  context.required = options.required;
  context.judged = options.runtimes;
  context.policy_enforced = is_policy_enforced(model, options);
  context.isolation_off = options.isolation == rules::Isolation::Off;

  report.role = role_of(model, options);
  report.targets = targets_of(model, options);
  report.selections = selections_of(model);
  for (const rules::Rule* rule : rules::all_rules()) {
    if (is_rule_wanted(options, *rule)) run_rule(*rule, extraction, context, options, report.findings);
  }
  sort_findings(report.findings);
  set_causes(report.findings);
  add_not_evaluated(model, options, report);
  report.work = {extraction.layer_count, extraction.composition_count};
}

/// Further options are composed where the isolation policy may be enforced.
extract::NestedOptions nested_options_of(const Options& options) {
  if (options.isolation == rules::Isolation::Off) return extract::NestedOptions::Never;
  const bool always = options.isolation == rules::Isolation::Always || !options.required.empty();
  return always ? extract::NestedOptions::Always : extract::NestedOptions::WhereDeclared;
}

}  // namespace

Judgement judge_asset(const std::string& path, const Options& options, bool wants_dependencies) {
  Judgement judgement;
  const extract::Options extract_options{options.profile, options.limits.nested_options, wants_dependencies,
                                         nested_options_of(options), options.composes_each};
  Result<extract::Extraction> extraction = extract::extract(path, extract_options);
  if (extraction) {
    judge(extraction.value(), options, judgement.report);
    judgement.loaded = std::move(extraction.value().loaded_files);
    judgement.dependencies = std::move(extraction.value().dependencies);
    judgement.extraction = std::make_shared<const extract::Extraction>(std::move(extraction.value()));
  } else {
    judgement.report.errors.push_back(extraction.error());
  }
  set_verdicts(judgement.report);
  return judgement;
}

}  // namespace assay::check
