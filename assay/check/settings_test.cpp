#include "assay/check/settings.h"

#include "assay/base/test_folder.h"

#include <gtest/gtest.h>

namespace assay::check {
namespace {

constexpr std::string_view whole = R"(
[severity]
"runtime.foreign-data" = "warning"

[[silence]]
rule = "RV.011"
paths = ["legacy/**", "a.usda"]
prim = "/Root/*"
reason = "to be moved"
expires = 2027-03-31

[[silence]]
rule = "composition"
paths = ["**"]
reason = "known"
)";

// the place and the message of the error in a text
std::string problem_of(std::string_view text) {
  const Result<Settings> settings = read_settings(text, "assay.toml");
  if (settings) return "";
  const Error& error = settings.error();
  return error.file + ":" + std::to_string(error.line) + ":" + std::to_string(error.column) + ": " + error.message;
}

TEST(settings, every_key_is_read) {
  const Result<Settings> settings = read_settings(whole, "/folder/assay.toml");
  ASSERT_TRUE(settings) << problem_of(whole);
  EXPECT_EQ(settings.value().file, "/folder/assay.toml");
  EXPECT_EQ(settings.value().digest.size(), 64U);
  EXPECT_EQ(settings.value().severities.at("runtime.foreign-data"), Severity::Warning);
  ASSERT_EQ(settings.value().silences.size(), 2U);
  const SilenceEntry& first = settings.value().silences[0];
  EXPECT_EQ(first.rule, "RV.011");
  EXPECT_EQ(first.paths, (std::vector<std::string>{"legacy/**", "a.usda"}));
  EXPECT_EQ(first.prim, "/Root/*");
  EXPECT_EQ(first.reason, "to be moved");
  EXPECT_EQ(first.expires, (Date{2027, 3, 31}));
  EXPECT_EQ(first.line, 5);
  EXPECT_EQ(first.column, 1);
  EXPECT_FALSE(settings.value().silences[1].expires);
  EXPECT_TRUE(settings.value().silences[1].prim.empty());
}

TEST(settings, empty_text_silences_nothing) {
  const Result<Settings> settings = read_settings("", "assay.toml");
  ASSERT_TRUE(settings);
  EXPECT_TRUE(settings.value().silences.empty());
  EXPECT_TRUE(settings.value().severities.empty());
}

TEST(settings, problem_names_line_and_column) {
  EXPECT_TRUE(problem_of("\n[colour]\n").starts_with("assay.toml:2:2: ")) << problem_of("\n[colour]\n");
  const std::string entry = "[[silence]]\nrule = 'RV'\npaths = ['**']\nreason = 'x'\n";
  EXPECT_EQ(problem_of(entry), "");
  EXPECT_TRUE(problem_of(entry + "until = 1\n").starts_with("assay.toml:5:1: ")) << problem_of(entry + "until = 1\n");
  EXPECT_TRUE(problem_of(entry + "expires = 'x'\n").starts_with("assay.toml:5:11: "));
  EXPECT_TRUE(problem_of(entry + "prim = 3\n").starts_with("assay.toml:5:8: "));
  EXPECT_TRUE(problem_of("[[silence]]\nrule = 'RX'\n").starts_with("assay.toml:2:8: "));
  EXPECT_TRUE(problem_of("silence = 3\n").starts_with("assay.toml:1:11: "));
}

TEST(settings, needed_keys_are_asked_for) {
  EXPECT_TRUE(problem_of("[[silence]]\nrule = 'RV'\npaths = ['**']\n").ends_with("needs a reason"));
  EXPECT_TRUE(problem_of("[[silence]]\nrule = 'RV'\nreason = 'x'\n").ends_with("needs paths"));
  EXPECT_TRUE(problem_of("[[silence]]\npaths = ['**']\nreason = 'x'\n").ends_with("needs a rule"));
}

TEST(settings, day_is_read_and_written) {
  ASSERT_TRUE(date_from_text("2028-02-29"));
  EXPECT_EQ(text_of(*date_from_text("2028-02-29")), "2028-02-29");
  for (const char* text : {"2027-02-29", "2027-13-01", "2027-00-01", "2027-1-1", "2027-01-01 ", "", "aaaa-bb-cc"}) {
    EXPECT_FALSE(date_from_text(text)) << text;
  }
  EXPECT_LT(*date_from_text("2026-12-31"), *date_from_text("2027-01-01"));
}

TEST(settings, nearest_file_is_found) {
  const TestFolder folder;
  const std::string upper = folder.write("assay.toml", "");
  folder.write("a/b/asset.usda", "");
  EXPECT_EQ(find_settings(folder.path("a/b")), upper);
  const std::string lower = folder.write("a/assay.toml", "");
  EXPECT_EQ(find_settings(folder.path("a/b")), lower);
  EXPECT_EQ(find_settings(folder.path()), upper);
  EXPECT_FALSE(find_settings(""));
}

}  // namespace
}  // namespace assay::check
