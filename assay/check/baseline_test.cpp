#include "assay/check/baseline.h"

#include <gtest/gtest.h>

namespace assay::check {
namespace {

Finding finding(const std::string& fingerprint, const std::string& message, Severity severity = Severity::Error) {
  Finding made;
  made.rule = "runtime.foreign-data";
  made.severity = severity;
  made.prim = "/Root";
  made.message = message;
  made.fingerprint = fingerprint;
  return made;
}

AssetReport asset_with(const std::vector<Finding>& findings) {
  AssetReport asset;
  asset.asset = "props/a.usda";
  asset.findings = findings;
  return asset;
}

BaselineEntry entry(const std::string& fingerprint, const std::string& message, int count) {
  return {"props/a.usda", "runtime.foreign-data", "/Root", fingerprint, message, count};
}

// which findings are marked: x or -
std::string marks(const AssetReport& asset) {
  std::string text;
  for (const Finding& each : asset.findings) text += each.silenced_by.source.empty() ? '-' : 'x';
  return text;
}

TEST(baseline, known_finding_is_marked_and_another_is_not) {
  AssetReport asset = asset_with({finding("f", "m"), finding("g", "m")});
  const BaselineEntry known = entry("f", "m", 1);
  EXPECT_EQ(mark_known(asset, {&known}, "known.json"), 0);
  EXPECT_EQ(marks(asset), "x-");
  EXPECT_EQ(asset.findings[0].silenced_by, (SilencedBy{"baseline", "known.json"}));
}

TEST(baseline, count_bounds_what_is_known) {
  AssetReport asset = asset_with({finding("f", "m"), finding("f", "m"), finding("f", "m")});
  const BaselineEntry known = entry("f", "m", 2);
  EXPECT_EQ(mark_known(asset, {&known}, "known.json"), 0);
  EXPECT_EQ(marks(asset), "xx-");
}

TEST(baseline, entry_without_finding_is_gone) {
  AssetReport asset = asset_with({finding("f", "m")});
  const BaselineEntry known = entry("f", "m", 3);
  const BaselineEntry other = entry("g", "m", 1);
  EXPECT_EQ(mark_known(asset, {&known, &other}, "known.json"), 3);
}

TEST(baseline, same_message_goes_first_then_the_least_severe) {
  AssetReport same = asset_with({finding("f", "new"), finding("f", "m")});
  const BaselineEntry known = entry("f", "m", 1);
  mark_known(same, {&known}, "known.json");
  EXPECT_EQ(marks(same), "-x");
  AssetReport reworded = asset_with({finding("f", "worse"), finding("f", "reworded", Severity::Warning)});
  mark_known(reworded, {&known}, "known.json");
  EXPECT_EQ(marks(reworded), "-x");
}

TEST(baseline, finding_that_settings_silence_still_occurs) {
  AssetReport asset = asset_with({});
  asset.silenced = {finding("f", "m")};
  const BaselineEntry known = entry("f", "m", 1);
  EXPECT_EQ(mark_known(asset, {&known}, "known.json"), 0);
}

TEST(baseline, written_document_is_read_back) {
  CheckReport report;
  report.assets = {asset_with({finding("g", "m"), finding("f", "m"), finding("f", "m")})};
  report.assets[0].silenced = {finding("s", "by settings"), finding("b", "by baseline")};
  report.assets[0].silenced[0].silenced_by = {"to be moved", "assay.toml:1"};
  report.assets[0].silenced[1].silenced_by = {"baseline", "known.json"};
  const std::string text = baseline_json(report, "/library", "/library/checks/known.json", {});
  const Result<Baseline> baseline = read_baseline(text, "/library/checks/known.json");
  ASSERT_TRUE(baseline) << text;
  ASSERT_EQ(baseline.value().entries.size(), 3U) << text;
  EXPECT_EQ(baseline.value().entries[0].fingerprint, "b");
  EXPECT_EQ(baseline.value().entries[1].fingerprint, "f");
  EXPECT_EQ(baseline.value().entries[1].count, 2);
  EXPECT_EQ(baseline.value().entries[1].asset, "../props/a.usda");
}

TEST(baseline, asset_that_could_not_be_judged_keeps_its_entries) {
  CheckReport report;
  report.assets = {asset_with({})};
  const Baseline before{"/known.json", {{"usr", "r", "", "f", "m", 1}}};  // a path that exists
  report.assets[0].asset = "usr";
  report.assets[0].errors = {{ErrorCode::Crashed, "crashed", "", 0, 0}};
  EXPECT_NE(baseline_json(report, "/", "/known.json", before).find("\"f\""), std::string::npos);
  report.assets[0].errors.clear();
  EXPECT_EQ(baseline_json(report, "/", "/known.json", before).find("\"f\""), std::string::npos);
}

TEST(baseline, other_texts_are_refused) {
  EXPECT_TRUE(read_baseline(R"({"schema": "assay.baseline/1", "findings": []})", "/known.json"));
  for (const char* text : {"", "[]", "{}", R"({"schema": "assay.baseline/2", "findings": []})",
                           R"({"schema": "assay.baseline/1", "findings": [{"asset": 1}]})",
                           R"({"schema": "assay.baseline/1", "findings": [{"asset": "a", "rule": "r", "prim": "",
                               "fingerprint": "f", "message": "m", "count": 0}]})"}) {
    EXPECT_FALSE(read_baseline(text, "/known.json")) << text;
  }
}

}  // namespace
}  // namespace assay::check
