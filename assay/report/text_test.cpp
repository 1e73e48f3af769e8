#include "assay/report/text.h"

#include <gtest/gtest.h>

#include <regex>

namespace assay::report {
namespace {

Finding finding(const std::string& prim) {
  Finding made;
  made.rule = "runtime.foreign-data";
  made.severity = Severity::Error;
  made.requirements = {"RV.011"};
  made.selections = {"standard", "physx"};
  made.prim = prim;
  made.property = "newton:contactGap";
  made.subject = made.property;
  made.message = "attribute newton:contactGap is Newton data";
  made.remedy = "Move it.";
  made.site.layer = "payloads/base.usda";
  made.site.prim = prim;
  made.site.property = made.property;
  made.site.line = 12;
  made.site.column = 11;
  made.site.excerpt = {"    float newton:contactGap = 0.1", 10, 17};
  made.site.arcs = {{"root", "asset.usda", "/Root"}, {"payload", "payloads/base.usda", "/Root"}};
  made.fingerprint = "of " + prim;
  return made;
}

CheckReport small_report() {
  AssetReport asset;
  asset.asset = "props/asset.usda";
  asset.shown = "props/asset.usda";
  asset.role = "asset";
  asset.targets = {"physx"};
  asset.verdict = Verdict::Fail;
  asset.readiness["standard"] = {Verdict::Fail, 1, 0, 0};
  asset.readiness["physx"] = {Verdict::Fail, 1, 2, 3};
  asset.readiness["newton"] = {Verdict::Conditional, 0, 1, 0};
  asset.readiness["mujoco"] = {Verdict::Pass, 0, 0, 0};
  asset.findings = {finding("/Root/Body")};
  CheckReport report;
  report.assets = {asset};
  return report;
}

bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }
std::size_t count(const std::string& text, const std::string& part) {
  std::size_t hits = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++hits;
  return hits;
}

TEST(text, report_names_verdict_asset_and_finding) {
  const std::string text = check_text(small_report(), false);
  EXPECT_TRUE(text.starts_with("FAIL props/asset.usda")) << text;
  EXPECT_TRUE(holds(text, "error[runtime.foreign-data]: attribute newton:contactGap is Newton data\n")) << text;
  EXPECT_TRUE(holds(text, "</Root/Body.newton:contactGap>")) << text;
  for (const char* part : {"standard, physx", "RV.011", "Move it.", "role asset"})
    EXPECT_TRUE(holds(text, part)) << part;
}

// the layer as seen from where the asset's path was given, so that a terminal can open it
TEST(text, site_shown_as_file_line_and_column) {
  EXPECT_TRUE(holds(check_text(small_report(), false), "props/payloads/base.usda:12:11\n"));
}

TEST(text, site_without_line_shown_as_layer_and_path) {
  CheckReport report = small_report();
  Site& site = report.assets[0].findings[0].site;
  site.line = site.column = 0;
  site.excerpt = {};
  const std::string text = check_text(report, false);
  EXPECT_TRUE(holds(text, "props/payloads/base.usda </Root/Body.newton:contactGap>\n")) << text;
  EXPECT_FALSE(holds(text, ":0"));
}

TEST(text, caret_stands_below_the_place) {
  const std::string text = check_text(small_report(), false);
  const std::size_t line = text.find("    float newton:contactGap = 0.1\n");
  ASSERT_NE(line, std::string::npos);
  const std::size_t begin_of_line = text.rfind('\n', line) + 1;
  const std::size_t begin_of_carets = text.find('\n', line) + 1;
  const std::string carets = text.substr(begin_of_carets, text.find('\n', begin_of_carets) - begin_of_carets);
  EXPECT_EQ(carets.find('^'), line - begin_of_line + 10) << text;
  EXPECT_EQ(count(carets, "^"), 17U);
}

TEST(text, arcs_shown_in_order) {
  const std::string text = check_text(small_report(), false);
  const std::size_t root = text.find("asset.usda </Root>");
  const std::size_t payload = text.find("payload payloads/base.usda </Root>");
  ASSERT_NE(root, std::string::npos) << text;
  ASSERT_NE(payload, std::string::npos) << text;
  EXPECT_LT(root, payload);
}

TEST(text, readiness_marks_targets_and_counts) {
  const std::string text = check_text(small_report(), false);
  EXPECT_TRUE(holds(text, "physx* fail (1 error, 2 warnings, 3 notes)")) << text;
  EXPECT_TRUE(holds(text, "newton conditional (1 warning)")) << text;
  EXPECT_TRUE(holds(text, "mujoco pass")) << text;
  EXPECT_FALSE(holds(text, "mujoco*"));
}

TEST(text, colours_change_nothing_but_colours) {
  const std::string plain = check_text(small_report(), false);
  const std::string colored = check_text(small_report(), true);
  EXPECT_FALSE(holds(plain, "\x1b"));
  EXPECT_TRUE(holds(colored, "\x1b["));
  EXPECT_EQ(std::regex_replace(colored, std::regex("\x1b\\[[0-9;]*m"), ""), plain);
  EXPECT_EQ(count(colored, "\x1b[") % 2, 0U);
}

TEST(text, equal_findings_of_many_prims_shown_once) {
  CheckReport report = small_report();
  for (int body = 0; body < 9; ++body)
    report.assets[0].findings.push_back(finding("/Root/Body" + std::to_string(body)));
  const std::string text = check_text(report, false);
  EXPECT_EQ(count(text, "error[runtime.foreign-data]"), 1U);
  EXPECT_TRUE(holds(text, "9 more")) << text;
}

TEST(text, different_findings_shown_each) {
  CheckReport report = small_report();
  report.assets[0].findings.push_back(finding("/Root/Body"));
  report.assets[0].findings[1].message = "another message";
  EXPECT_EQ(count(check_text(report, false), "error[runtime.foreign-data]"), 2U);
}

TEST(text, consequence_shown_below_its_cause) {
  CheckReport report = small_report();
  Finding cause = finding("/Root");
  cause.rule = "runtime.variant-section-impure";
  report.assets[0].findings[0].caused_by = cause.fingerprint;
  report.assets[0].findings.push_back(cause);
  const std::string text = check_text(report, false);
  const std::size_t above = text.find("error[runtime.variant-section-impure]");
  const std::size_t below = text.find("error[runtime.foreign-data]");
  ASSERT_NE(above, std::string::npos);
  ASSERT_NE(below, std::string::npos);
  EXPECT_LT(above, below);
  EXPECT_EQ(count(text, "error[runtime.foreign-data]"), 1U);
}

TEST(text, consequence_of_an_absent_cause_still_shown) {
  CheckReport report = small_report();
  report.assets[0].findings[0].caused_by = "a finding that is not reported";
  EXPECT_TRUE(holds(check_text(report, false), "error[runtime.foreign-data]"));
}

TEST(text, unevaluated_rule_shown_with_its_reason) {
  CheckReport report = small_report();
  EXPECT_FALSE(holds(check_text(report, false), "not evaluated"));
  report.assets[0].not_evaluated = {{"runtime.foreign-data", "composes only in part"}};
  const std::string text = check_text(report, false);
  EXPECT_TRUE(holds(text, "not evaluated: runtime.foreign-data: composes only in part")) << text;
}

TEST(text, error_shown_as_file_line_column) {
  const Error error{ErrorCode::Unreadable, "damaged", "", 3, 5};
  EXPECT_TRUE(holds(error_text(error, "a.usda", false), "a.usda:3:5: damaged"));
  EXPECT_TRUE(holds(error_text({ErrorCode::Unreadable, "damaged", "", 3, 0}, "a.usda", false), "a.usda:3: damaged"));
  EXPECT_TRUE(holds(error_text({ErrorCode::NotFound, "gone", "", 0, 0}, "a.usda", false), "a.usda: gone"));
}

TEST(text, several_assets_end_with_a_summary) {
  CheckReport report = small_report();
  EXPECT_FALSE(holds(check_text(report, false), "assets:"));
  report.assets.push_back(report.assets[0]);
  report.assets[1].verdict = Verdict::Pass;
  const std::string text = check_text(report, false);
  EXPECT_TRUE(holds(text, "2 assets: 1 fail, 1 pass\n")) << text;
}

TEST(text, empty_report_is_empty) { EXPECT_EQ(check_text({}, false), ""); }

}  // namespace
}  // namespace assay::report
