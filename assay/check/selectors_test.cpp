#include "assay/check/selectors.h"

#include "assay/rules/list.h"

#include <gtest/gtest.h>

namespace assay::check {
namespace {

using Texts = std::vector<std::string>;

Options options(const Texts& select, const Texts& ignore = {}) {
  Options made;
  made.select = select;
  made.ignore = ignore;
  return made;
}

// ids of the rules that run
Texts wanted_rules(const Options& chosen) {
  Texts ids;
  for (const rules::Rule* rule : rules::all_rules()) {
    if (is_rule_wanted(chosen, *rule)) ids.emplace_back(rule->id);
  }
  return ids;
}

bool is_wanted(const Options& chosen, const std::string& rule, const Texts& requirements) {
  Finding finding;
  finding.rule = rule;
  finding.requirements = requirements;
  return is_finding_wanted(chosen, finding);
}

const Texts runtime_rules = {"runtime.foreign-data", "runtime.variant-scaffold-wrong",
                             "runtime.variant-section-impure"};

TEST(selectors, everything_wanted_without_selectors) {
  EXPECT_EQ(wanted_rules(options({})).size(), rules::all_rules().size());
  EXPECT_TRUE(is_wanted(options({}), "composition.arc-broken", {}));
}

TEST(selectors, rule_id_selects_one_rule) {
  EXPECT_EQ(wanted_rules(options({"runtime.foreign-data"})), Texts{"runtime.foreign-data"});
  EXPECT_TRUE(is_wanted(options({"runtime.foreign-data"}), "runtime.foreign-data", {}));
  EXPECT_FALSE(is_wanted(options({"runtime.foreign-data"}), "composition.arc-broken", {}));
}

TEST(selectors, group_selects_its_rules) {
  EXPECT_EQ(wanted_rules(options({"runtime"})), runtime_rules);
  EXPECT_EQ(wanted_rules(options({"composition"})), Texts{"composition.arc-broken"});
}

TEST(selectors, requirement_selects_findings_that_judge_it) {
  EXPECT_EQ(wanted_rules(options({"RV.010"})), Texts{"runtime.variant-section-impure"});
  EXPECT_TRUE(is_wanted(options({"MUJOCO.COL.002"}), "runtime.foreign-data", {"RV.011", "MUJOCO.COL.002"}));
  EXPECT_FALSE(is_wanted(options({"MUJOCO.COL.002"}), "runtime.foreign-data", {"RV.011"}));
}

TEST(selectors, prefix_selects_the_requirements_behind_it) {
  EXPECT_EQ(wanted_rules(options({"RV"})), runtime_rules);
  EXPECT_EQ(wanted_rules(options({"MUJOCO.BA"})), Texts{"runtime.foreign-data"});
  EXPECT_TRUE(is_wanted(options({"RV"}), "runtime.variant-scaffold-wrong", {"RV.004"}));
  EXPECT_FALSE(is_wanted(options({"RV"}), "composition.arc-broken", {}));
  EXPECT_FALSE(is_wanted(options({"MUJOCO"}), "runtime.foreign-data", {"RV.011", "NEWTON.DJ.002"}));
}

// FET_000_NEWTON lists RV.004, RV.005, RV.006, RV.010 and RV.011
TEST(selectors, feature_selects_its_requirements) {
  const Options newton = options({"FET_000_NEWTON"});
  EXPECT_EQ(wanted_rules(newton), runtime_rules);
  for (const char* requirement : {"RV.004", "RV.005", "RV.006", "RV.010", "RV.011"}) {
    EXPECT_TRUE(is_wanted(newton, "runtime.any", {requirement})) << requirement;
  }
  for (const char* requirement : {"RV.001", "RV.003", "RV.007", "RV.009"}) {
    EXPECT_FALSE(is_wanted(newton, "runtime.any", {requirement})) << requirement;
  }
}

TEST(selectors, ignored_rule_does_not_run) {
  EXPECT_EQ(wanted_rules(options({}, {"runtime"})), Texts{"composition.arc-broken"});
  EXPECT_TRUE(wanted_rules(options({"composition"}, {"composition.arc-broken"})).empty());
  EXPECT_FALSE(is_wanted(options({}, {"runtime"}), "runtime.foreign-data", {"RV.011"}));
}

TEST(selectors, ignored_requirement_leaves_the_others_of_its_rule) {
  const Options without = options({}, {"RV.004"});
  EXPECT_EQ(wanted_rules(without).size(), rules::all_rules().size());
  EXPECT_FALSE(is_wanted(without, "runtime.variant-scaffold-wrong", {"RV.004"}));
  EXPECT_TRUE(is_wanted(without, "runtime.variant-scaffold-wrong", {"RV.005"}));
}

TEST(selectors, ignoring_outranks_selecting) {
  EXPECT_FALSE(is_wanted(options({"RV"}, {"RV.004"}), "runtime.variant-scaffold-wrong", {"RV.004"}));
}

TEST(selectors, known_selectors_accepted) {
  for (const char* selector :
       {"runtime", "runtime.foreign-data", "RV", "RV.011", "MUJOCO.BA.001", "NEWTON", "FET_000_PHYSX"}) {
    EXPECT_FALSE(unknown_selector({selector})) << selector;
  }
}

TEST(selectors, unknown_selector_named) {
  for (const char* selector :
       {"", "runtim", "runtime.", "RV.01", "RV.012", "RV.", "rv", "FET_000", "FET_000_BULLET", "foreign-data"}) {
    EXPECT_EQ(unknown_selector({"RV", selector}), selector) << selector;
  }
}

}  // namespace
}  // namespace assay::check
