#include "assay/base/finding.h"

#include "assay/base/result.h"

#include <gtest/gtest.h>

#include <functional>

namespace assay {
namespace {

Finding example() {
  Finding finding;
  finding.rule = "runtime.foreign-data";
  finding.subject = "newton:contactGap";
  finding.site.layer = "payloads/base.usda";
  finding.site.prim = "/Root/Body";
  finding.site.property = "newton:contactGap";
  return finding;
}

std::string fingerprint_after(const std::function<void(Finding&)>& change) {
  Finding finding = example();
  change(finding);
  set_fingerprint(finding);
  return finding.fingerprint;
}

TEST(finding, severity_names_read_back) {
  for (const Severity severity : {Severity::Note, Severity::Warning, Severity::Error}) {
    Severity read{};
    EXPECT_TRUE(severity_from_name(name_of(severity), read));
    EXPECT_EQ(read, severity);
  }
  EXPECT_EQ(name_of(Severity::Note), "note");
  EXPECT_EQ(name_of(Severity::Warning), "warning");
  EXPECT_EQ(name_of(Severity::Error), "error");
}

TEST(finding, unknown_severity_name_leaves_the_severity) {
  Severity severity = Severity::Warning;
  for (const char* name : {"", "Error", "fatal", "errors", " error"}) EXPECT_FALSE(severity_from_name(name, severity));
  EXPECT_EQ(severity, Severity::Warning);
}

// the contract's order, worst first: fail, not_evaluated, conditional, pass
TEST(finding, verdicts_ordered_by_the_contract) {
  EXPECT_EQ(name_of(Verdict::Fail), "fail");
  EXPECT_EQ(name_of(Verdict::NotEvaluated), "not_evaluated");
  EXPECT_EQ(name_of(Verdict::Conditional), "conditional");
  EXPECT_EQ(name_of(Verdict::Pass), "pass");
  EXPECT_GT(Verdict::Fail, Verdict::NotEvaluated);
  EXPECT_GT(Verdict::NotEvaluated, Verdict::Conditional);
  EXPECT_GT(Verdict::Conditional, Verdict::Pass);
}

TEST(finding, fingerprint_unmoved_by_what_is_not_its_identity) {
  const std::string before = fingerprint_after([](Finding&) {});
  EXPECT_EQ(before.size(), 64U);
  EXPECT_EQ(before, fingerprint_after([](Finding& finding) {
              finding.message = "other words";
              finding.remedy = "another remedy";
              finding.severity = Severity::Note;
              finding.selections = {"physx"};
              finding.site.line = 12;
              finding.site.column = 3;
              finding.site.arcs = {{"root", "a.usda", "/"}};
              finding.fingerprint = "old";
            }));
}

TEST(finding, fingerprint_moved_by_each_part_of_its_identity) {
  const std::string before = fingerprint_after([](Finding&) {});
  EXPECT_NE(before, fingerprint_after([](Finding& finding) { finding.rule = "runtime.other"; }));
  EXPECT_NE(before, fingerprint_after([](Finding& finding) { finding.subject = "newton:contactMargin"; }));
  EXPECT_NE(before, fingerprint_after([](Finding& finding) { finding.site.layer = "base.usda"; }));
  EXPECT_NE(before, fingerprint_after([](Finding& finding) { finding.site.prim = "/Root/Other"; }));
  EXPECT_NE(before, fingerprint_after([](Finding& finding) { finding.site.property = ""; }));
}

TEST(result, value_or_error_held) {
  const Result<int> good = 3;
  const Result<int> bad = Error{ErrorCode::NotFound, "no such file", "a.usda", 0, 0};
  EXPECT_TRUE(static_cast<bool>(good));
  EXPECT_EQ(good.value(), 3);
  EXPECT_FALSE(static_cast<bool>(bad));
  EXPECT_EQ(bad.error().file, "a.usda");
  EXPECT_EXIT(bad.value(), testing::ExitedWithCode(70), "internal error");
  EXPECT_EXIT(good.error(), testing::ExitedWithCode(70), "internal error");
}

}  // namespace
}  // namespace assay
