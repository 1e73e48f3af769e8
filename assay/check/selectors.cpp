#include "assay/check/selectors.h"

#include "assay/rules/list.h"

#include <algorithm>

namespace assay::check {
namespace {

bool names_rule(std::string_view selector, std::string_view rule_id) {
  return selector == rule_id || selector == rule_id.substr(0, rule_id.find('.'));
}

bool names_anything(const std::string& selector) {
  const auto is_named = [&](const rules::Rule* rule) { return names_rule(selector, rule->id); };
  return std::ranges::any_of(rules::all_rules(), is_named) || !rules::requirements_of(selector).empty();
}

bool could_match(const std::string& selector, const rules::Rule& rule) {
  if (names_rule(selector, rule.id)) return true;
  const std::vector<const rules::Rule*> judging = rules::rules_judging(selector);
  return std::ranges::find(judging, &rule) != judging.end();
}

}  // namespace

bool selects(const std::string& selector, const Finding& finding) {
  if (names_rule(selector, finding.rule)) return true;
  const std::vector<std::string_view> requirements = rules::requirements_of(selector);
  return std::ranges::any_of(finding.requirements, [&](const std::string& requirement) {
    return std::ranges::find(requirements, requirement) != requirements.end();
  });
}

std::optional<std::string> unknown_selector(const std::vector<std::string>& selectors) {
  const auto unknown = std::ranges::find_if_not(selectors, names_anything);
  if (unknown == selectors.end()) return std::nullopt;
  return *unknown;
}

bool is_rule_wanted(const Options& options, const rules::Rule& rule) {
  const auto ignored = [&](const std::string& selector) { return names_rule(selector, rule.id); };
  if (std::ranges::any_of(options.ignore, ignored)) return false;
  const auto selected = [&](const std::string& selector) { return could_match(selector, rule); };
  return options.select.empty() || std::ranges::any_of(options.select, selected);
}

bool is_finding_wanted(const Options& options, const Finding& finding) {
  const auto match = [&](const std::string& selector) { return selects(selector, finding); };
  if (std::ranges::any_of(options.ignore, match)) return false;
  return options.select.empty() || std::ranges::any_of(options.select, match);
}

}  // namespace assay::check
