#include "assay/rules/list.h"

#include "assay/rules/composition/arc_broken.h"
#include "assay/rules/runtime/foreign_data.h"
#include "assay/rules/runtime/variant_scaffold_wrong.h"
#include "assay/rules/runtime/variant_section_impure.h"

#include <algorithm>
#include <array>

namespace assay::rules {
namespace {

const std::array<const Rule*, 4> rules = {
    &arc_broken,
    &foreign_data,
    &variant_scaffold_wrong,
    &variant_section_impure,
};

// requirements that every runtime's isolation feature lists beside its own three. Source: SimReady FET_000_<RUNTIME>
// 0.1.0
constexpr std::array<std::string_view, 2> shared_feature_requirements = {"RV.010", "RV.011"};

bool is_judged_by(const Rule& rule, std::string_view requirement) {
  return std::ranges::find(rule.requirements, requirement) != rule.requirements.end();
}

}  // namespace

std::span<const Rule* const> all_rules() { return rules; }

const Rule* find_rule(std::string_view id) {
  const auto found = std::ranges::find(rules, id, &Rule::id);
  return found == rules.end() ? nullptr : *found;
}

std::vector<std::string_view> requirements_of(std::string_view selector) {
  std::vector<std::string_view> requirements;
  for (const schema::Runtime& runtime : schema::runtimes()) {
    if (runtime.feature != selector) continue;
    requirements = {runtime.set_requirement, runtime.payload_requirement, runtime.metadata_requirement};
    requirements.insert(requirements.end(), shared_feature_requirements.begin(), shared_feature_requirements.end());
    return requirements;
  }
  const std::string prefix = std::string(selector) + ".";
  for (const Rule* rule : rules) {
    for (const std::string_view requirement : rule->requirements) {
      if (requirement == selector || requirement.starts_with(prefix)) requirements.push_back(requirement);
    }
  }
  return requirements;
}

std::vector<const Rule*> rules_judging(std::string_view requirement) {
  const std::vector<std::string_view> wanted = requirements_of(requirement);
  std::vector<const Rule*> found;
  for (const Rule* rule : rules) {
    const auto judges = [rule](std::string_view each) { return is_judged_by(*rule, each); };
    if (std::ranges::any_of(wanted, judges)) found.push_back(rule);
  }
  return found;
}

}  // namespace assay::rules
