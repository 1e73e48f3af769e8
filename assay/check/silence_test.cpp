#include "assay/check/silence.h"

#include "assay/check/verdict.h"

#include <gtest/gtest.h>

namespace assay::check {
namespace {

TEST(silence, star_stands_within_one_name) {
  EXPECT_TRUE(glob_matches("props/*.usda", "props/a.usda"));
  EXPECT_FALSE(glob_matches("props/*.usda", "props/deep/a.usda"));
  EXPECT_FALSE(glob_matches("*", "props/a.usda"));
  EXPECT_TRUE(glob_matches("/Root/*/Hull", "/Root/Body/Hull"));
}

TEST(silence, two_stars_stand_for_any_number_of_names) {
  for (const char* path : {"a.usda", "props/a.usda", "props/deep/er/a.usda"}) {
    EXPECT_TRUE(glob_matches("**/a.usda", path)) << path;
    EXPECT_TRUE(glob_matches("**", path)) << path;
  }
  EXPECT_FALSE(glob_matches("**/a.usda", "props/b.usda"));
  EXPECT_TRUE(glob_matches("props/**", "props/a.usda"));
  EXPECT_FALSE(glob_matches("props/**", "other/a.usda"));
  EXPECT_TRUE(glob_matches("/Root/**/Hull", "/Root/Hull"));
}

TEST(silence, question_mark_and_brackets_stand_for_one_character) {
  EXPECT_TRUE(glob_matches("a?.usda", "a1.usda"));
  EXPECT_FALSE(glob_matches("a?.usda", "a.usda"));
  EXPECT_TRUE(glob_matches("a[0-9].usda", "a7.usda"));
  EXPECT_FALSE(glob_matches("a[0-9].usda", "ab.usda"));
}

TEST(silence, many_stars_take_no_time) {
  std::string glob;
  std::string path;
  for (int index = 0; index < 200; ++index) {
    glob += "**/a/";
    path += "a/";
  }
  EXPECT_TRUE(glob_matches(glob + "**", path));
  EXPECT_FALSE(glob_matches(glob + "b", path));
}

CheckReport report_with_error() {
  Finding finding;
  finding.rule = "runtime.foreign-data";
  finding.requirements = {"RV.011"};
  finding.severity = Severity::Error;
  finding.selections = {"standard"};
  finding.prim = "/Root/Body";
  finding.site.layer = "payloads/base.usda";
  AssetReport asset;
  asset.asset = "props/a.usda";
  asset.selections = {{"standard", {}, Verdict::Pass, false}};
  asset.findings = {finding};
  set_verdicts(asset);
  CheckReport report;
  report.assets = {asset};
  return report;
}

Options options_with(const SilenceEntry& entry) {
  Options options;
  options.settings.file = "/library/assay.toml";
  options.settings.silences = {entry};
  options.today = {2026, 7, 1};
  return options;
}

TEST(silence, silenced_finding_leaves_the_verdicts) {
  CheckReport report = report_with_error();
  EXPECT_EQ(report.assets[0].verdict, Verdict::Fail);
  silence(report, options_with({"RV.011", {"props/payloads/*"}, "/Root/*", "to be moved", {}, 3, 1}), "/library");
  EXPECT_EQ(report.assets[0].verdict, Verdict::Pass);
  EXPECT_EQ(report.assets[0].selections[0].verdict, Verdict::Pass);
  EXPECT_TRUE(report.assets[0].findings.empty());
  ASSERT_EQ(report.assets[0].silenced.size(), 1U);
  EXPECT_EQ(report.assets[0].silenced[0].silenced_by, (SilencedBy{"to be moved", "assay.toml:3"}));
}

TEST(silence, entry_for_something_else_silences_nothing) {
  for (const SilenceEntry& entry :
       {SilenceEntry{"RV.010", {"**"}, "", "x", {}, 1, 1}, SilenceEntry{"RV.011", {"other/**"}, "", "x", {}, 1, 1},
        SilenceEntry{"RV.011", {"**"}, "/Root", "x", {}, 1, 1}}) {
    CheckReport report = report_with_error();
    silence(report, options_with(entry), "/library");
    EXPECT_EQ(report.assets[0].verdict, Verdict::Fail);
    EXPECT_TRUE(report.silencing.notes.empty());
  }
}

TEST(silence, expired_entry_is_a_note) {
  CheckReport report = report_with_error();
  silence(report, options_with({"RV", {"**"}, "", "x", Date{2026, 6, 30}, 3, 1}), "/library");
  EXPECT_EQ(report.assets[0].findings.size(), 1U);
  ASSERT_EQ(report.silencing.notes.size(), 1U);
  EXPECT_EQ(report.silencing.notes[0].line, 3);
  CheckReport on_its_last_day = report_with_error();
  silence(on_its_last_day, options_with({"RV", {"**"}, "", "x", Date{2026, 7, 1}, 3, 1}), "/library");
  EXPECT_TRUE(on_its_last_day.assets[0].findings.empty());
}

}  // namespace
}  // namespace assay::check
