#include "assay/report/github.h"
#include "assay/report/junit.h"
#include "assay/report/sarif.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace assay::report {
namespace {

using Json = nlohmann::ordered_json;

CheckReport small_report() {
  Finding finding;
  finding.rule = "runtime.foreign-data";
  finding.severity = Severity::Error;
  finding.prim = "/Root/Body";
  finding.property = "newton:contactGap";
  finding.message = "a message: 100 %,\nsecond line";
  finding.site = {"base.usda", "/Root/Body", "newton:contactGap", 12, 11, {}, {"    float newton:contactGap", 10, 17}};
  finding.fingerprint = "beef";
  AssetReport asset;
  asset.asset = asset.shown = "a b/asset.usda";
  asset.findings = {finding};
  CheckReport report;
  report.assets = {asset};
  return report;
}

std::vector<RulePage> pages() {
  RulePage page;
  page.id = "runtime.foreign-data";
  page.summary = "Summary.";
  return {page};
}

bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

Json only_result(const CheckReport& report) {
  return Json::parse(check_sarif(report, pages())).at("runs").at(0).at("results").at(0);
}

TEST(sarif, place_is_uri_line_columns_and_snippet) {
  const Json place = only_result(small_report()).at("locations").at(0).at("physicalLocation");
  EXPECT_EQ(place.at("artifactLocation").at("uri"), "a%20b/base.usda");
  const Json& region = place.at("region");
  EXPECT_EQ(region.at("startLine"), 12);
  EXPECT_EQ(region.at("startColumn"), 11);
  EXPECT_EQ(region.at("endColumn"), 28);
  EXPECT_EQ(region.at("snippet").at("text"), "newton:contactGap");
}

TEST(sarif, snippet_counts_characters_and_not_bytes) {
  CheckReport report = small_report();
  report.assets[0].findings[0].site.excerpt = {
      "\xC3\xBC\xF0\x9D\x84\x9E"
      "abc",
      2, 2};
  const Json place = only_result(report).at("locations").at(0).at("physicalLocation");
  EXPECT_EQ(place.at("region").at("snippet").at("text"), "ab");
}

TEST(sarif, layer_without_text_has_no_region) {
  CheckReport report = small_report();
  Site& site = report.assets[0].findings[0].site;
  site.line = site.column = 0;
  site.excerpt = {};
  EXPECT_FALSE(only_result(report).at("locations").at(0).at("physicalLocation").contains("region"));
}

TEST(sarif, package_member_is_a_logical_place) {
  CheckReport report = small_report();
  report.assets[0].findings[0].site.layer = "pack.usdz[deep/[x].usda]";
  const Json location = only_result(report).at("locations").at(0);
  EXPECT_EQ(location.at("physicalLocation").at("artifactLocation").at("uri"), "a%20b/pack.usdz");
  EXPECT_EQ(location.at("logicalLocations").at(0).at("name"), "deep/[x].usda");
  EXPECT_FALSE(location.at("physicalLocation").contains("region"));
}

TEST(sarif, rule_that_is_not_listed_has_no_index) {
  EXPECT_EQ(only_result(small_report()).at("ruleIndex"), 0);
  CheckReport report = small_report();
  report.assets[0].findings[0].rule = "other.rule";
  EXPECT_FALSE(only_result(report).contains("ruleIndex"));
}

TEST(github, message_and_properties_are_escaped) {
  CheckReport report = small_report();
  report.assets[0].shown = "a,b:c%/asset.usda";
  const std::string text = check_github(report);
  EXPECT_TRUE(
      text.starts_with("::error file=a%2Cb%3Ac%25/base.usda,line=12,col=11,endColumn=28,title=runtime.foreign-data::"))
      << text;
  EXPECT_TRUE(holds(text, "::a message: 100 %25,%0Asecond line%0Aon <")) << text;
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 1);
}

TEST(github, severity_is_the_command) {
  CheckReport report = small_report();
  report.assets[0].findings[0].severity = Severity::Note;
  EXPECT_TRUE(check_github(report).starts_with("::notice "));
  report.assets[0].findings[0].severity = Severity::Warning;
  EXPECT_TRUE(check_github(report).starts_with("::warning "));
  report.assets[0].findings.clear();
  EXPECT_EQ(check_github(report), "");
}

TEST(junit, rule_fails_from_the_threshold_on) {
  CheckReport report = small_report();
  report.assets[0].findings[0].severity = Severity::Warning;
  const std::vector<std::string> judged = {"composition.arc-broken", "runtime.foreign-data"};
  const std::string at = check_junit(report, judged, Severity::Warning);
  EXPECT_TRUE(holds(at, "<testsuite name=\"a b/asset.usda\" tests=\"2\" failures=\"1\" errors=\"0\" skipped=\"0\">"))
      << at;
  EXPECT_TRUE(holds(at, "name=\"composition.arc-broken\"/>")) << at;
  const std::string below = check_junit(report, judged, Severity::Error);
  EXPECT_TRUE(holds(below, "failures=\"0\"")) << below;
  EXPECT_TRUE(holds(below, "<system-out>")) << below;
}

TEST(junit, text_is_escaped_and_control_characters_left_out) {
  CheckReport report = small_report();
  report.assets[0].findings[0].message = std::string("<&>\"\x01\x0B\x1B[31m\xEF\xBF\xBE \xFF\xC0\x80 ok");
  const std::string text = check_junit(report, {"runtime.foreign-data"}, Severity::Error);
  EXPECT_TRUE(holds(text, "&lt;&amp;&gt;&quot;[31m \xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD ok")) << text;
}

TEST(junit, asset_that_was_not_judged_has_no_rule_that_passes) {
  CheckReport report = small_report();
  report.assets[0].findings.clear();
  report.assets[0].errors = {{ErrorCode::Crashed, "crashed", "", 0, 0}};
  const std::string text = check_junit(report, {"runtime.foreign-data"}, Severity::Error);
  EXPECT_TRUE(holds(text, "<error message=\"crashed\"")) << text;
  EXPECT_FALSE(holds(text, "runtime.foreign-data")) << text;
}

}  // namespace
}  // namespace assay::report
