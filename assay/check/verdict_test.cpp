#include "assay/check/verdict.h"

#include <gtest/gtest.h>

namespace assay::check {
namespace {

using Texts = std::vector<std::string>;

Finding finding(Severity severity, const Texts& selections, const Texts& runtimes) {
  Finding made;
  made.severity = severity;
  made.selections = selections;
  made.runtimes = runtimes;
  return made;
}

// an asset with all three runtime sets
AssetReport judged(const std::vector<Finding>& findings, const Texts& targets = {"physx", "newton", "mujoco"}) {
  AssetReport report;
  report.targets = targets;
  for (const char* name : {"standard", "physx", "newton", "mujoco"})
    report.selections.push_back({name, {}, Verdict::Pass, false});
  report.findings = findings;
  set_verdicts(report);
  return report;
}

// verdicts of asset, standard, physx, newton, mujoco: p, c, n or f
std::string verdicts(const AssetReport& report) {
  std::string text(1, name_of(report.verdict).front());
  for (const char* column : {"standard", "physx", "newton", "mujoco"})
    text += name_of(report.readiness.at(column).verdict).front();
  return text;
}

// Source: design, contract "Verdict"
TEST(verdict, asset_without_findings_passes) { EXPECT_EQ(verdicts(judged({})), "ppppp"); }

TEST(verdict, severity_decides) {
  EXPECT_EQ(judged({finding(Severity::Error, {"standard"}, {})}).verdict, Verdict::Fail);
  EXPECT_EQ(judged({finding(Severity::Warning, {"standard"}, {})}).verdict, Verdict::Conditional);
  EXPECT_EQ(judged({finding(Severity::Note, {"standard"}, {})}).verdict, Verdict::Pass);
}

TEST(verdict, worst_finding_counts) {
  EXPECT_EQ(verdicts(judged({finding(Severity::Error, {"physx"}, {"physx"}),
                             finding(Severity::Warning, {"newton"}, {"newton"}),
                             finding(Severity::Note, {"mujoco"}, {"mujoco"})})),
            "fpfcp");
}

TEST(verdict, finding_tied_to_a_runtime_counts_for_that_runtime) {
  EXPECT_EQ(verdicts(judged({finding(Severity::Error, {"newton"}, {"newton"})})), "fppfp");
  EXPECT_EQ(verdicts(judged({finding(Severity::Error, {}, {"newton"})})), "fppfp");
}

TEST(verdict, runtime_that_is_no_target_leaves_the_asset) {
  EXPECT_EQ(verdicts(judged({finding(Severity::Error, {"newton"}, {"newton"})}, {"physx"})), "pppfp");
  EXPECT_EQ(verdicts(judged({finding(Severity::Error, {"newton"}, {"newton"})}, {})), "pppfp");
}

TEST(verdict, standard_selection_counts_whatever_the_targets) {
  EXPECT_EQ(judged({finding(Severity::Error, {"standard"}, {})}, {}).verdict, Verdict::Fail);
  EXPECT_EQ(judged({finding(Severity::Error, {"standard", "newton"}, {"newton"})}, {"physx"}).verdict, Verdict::Fail);
}

TEST(verdict, structural_finding_counts_everywhere) {
  EXPECT_EQ(verdicts(judged({finding(Severity::Error, {}, {})}, {})), "fffff");
  EXPECT_EQ(verdicts(judged({finding(Severity::Warning, {}, {})}, {"physx"})), "ccccc");
}

TEST(verdict, finding_tied_to_no_runtime_counts_for_the_asset) {
  EXPECT_EQ(judged({finding(Severity::Error, {"authored"}, {})}, {}).verdict, Verdict::Fail);
  EXPECT_EQ(judged({finding(Severity::Warning, {"newton"}, {})}, {"physx"}).verdict, Verdict::Conditional);
}

TEST(verdict, unevaluated_rule_outranks_a_warning_and_not_an_error) {
  AssetReport report;
  report.not_evaluated = {{"runtime.foreign-data", "composes only in part"}};
  set_verdicts(report);
  EXPECT_EQ(verdicts(report), "nnnnn");
  report.findings = {finding(Severity::Warning, {}, {})};
  set_verdicts(report);
  EXPECT_EQ(report.verdict, Verdict::NotEvaluated);
  report.findings = {finding(Severity::Error, {}, {})};
  set_verdicts(report);
  EXPECT_EQ(report.verdict, Verdict::Fail);
}

TEST(verdict, asset_with_an_error_is_not_evaluated) {
  AssetReport report;
  report.errors = {{ErrorCode::Unreadable, "damaged", "", 0, 0}};
  set_verdicts(report);
  EXPECT_EQ(report.verdict, Verdict::NotEvaluated);
}

TEST(verdict, selection_has_its_own_verdict) {
  const AssetReport report = judged(
      {finding(Severity::Error, {"newton"}, {"newton"}), finding(Severity::Warning, {"standard", "newton"}, {})});
  EXPECT_EQ(report.selections[0].verdict, Verdict::Conditional);
  EXPECT_EQ(report.selections[1].verdict, Verdict::Pass);
  EXPECT_EQ(report.selections[2].verdict, Verdict::Fail);
}

TEST(verdict, findings_counted_by_severity) {
  const AssetReport report =
      judged({finding(Severity::Error, {"physx"}, {"physx"}), finding(Severity::Note, {"physx"}, {"physx"}),
              finding(Severity::Note, {"physx", "newton"}, {"physx", "newton"})});
  EXPECT_EQ(report.readiness.at("physx").errors, 1);
  EXPECT_EQ(report.readiness.at("physx").warnings, 0);
  EXPECT_EQ(report.readiness.at("physx").notes, 2);
  EXPECT_EQ(report.readiness.at("newton").notes, 1);
  EXPECT_EQ(report.readiness.at("mujoco").notes, 0);
}

// design, "Exit codes"
TEST(verdict, exit_code_meets_the_threshold) {
  const auto code = [](Severity severity, Severity fail_on) {
    return exit_code_of(judged({finding(severity, {}, {})}), fail_on);
  };
  EXPECT_EQ(code(Severity::Error, Severity::Error), 1);
  EXPECT_EQ(code(Severity::Error, Severity::Warning), 1);
  EXPECT_EQ(code(Severity::Warning, Severity::Error), 0);
  EXPECT_EQ(code(Severity::Warning, Severity::Warning), 1);
  EXPECT_EQ(code(Severity::Note, Severity::Warning), 0);
  AssetReport broken;
  broken.errors = {{ErrorCode::Unreadable, "damaged", "", 0, 0}};
  set_verdicts(broken);
  EXPECT_EQ(exit_code_of(broken, Severity::Error), 2);
}

}  // namespace
}  // namespace assay::check
