#include "assay/report/rule_page.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <sstream>

namespace assay::report {
namespace {

constexpr std::size_t page_width = 100;

RulePage page() {
  RulePage made;
  made.id = "group.problem";
  made.severity = Severity::Warning;
  made.summary = "A short summary.";
  made.what = "What it asks.";
  return made;
}

std::string words(int count) {
  std::string text;
  for (int word = 0; word < count; ++word) text += (word == 0 ? "word" : " word") + std::to_string(word);
  return text;
}

std::size_t widest_line(const std::string& text) {
  std::istringstream lines(text);
  std::size_t widest = 0;
  for (std::string line; std::getline(lines, line);) widest = std::max(widest, line.size());
  return widest;
}

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream stream(text);
  return {std::istream_iterator<std::string>(stream), {}};
}

TEST(rule_page, heading_summary_and_severity_shown) {
  const std::string text = rule_page(page());
  EXPECT_TRUE(text.starts_with("# group.problem\n\nA short summary.\n")) << text;
  EXPECT_NE(text.find("Severity: warning."), std::string::npos);
  EXPECT_NE(text.find("\nWhat it asks.\n"), std::string::npos);
  EXPECT_TRUE(text.ends_with('\n'));
}

TEST(rule_page, empty_parts_left_out) {
  const std::string text = rule_page(page());
  for (const char* title : {"Judges", "Why it matters", "Silent for", "Remedy", "Sources"}) {
    EXPECT_EQ(text.find(title), std::string::npos) << title;
  }
}

TEST(rule_page, long_paragraph_wrapped_without_losing_words) {
  RulePage made = page();
  made.what = words(200);
  const std::string text = rule_page(made);
  EXPECT_LE(widest_line(text), page_width);
  const std::size_t begin = text.find("word0");
  const std::size_t end = text.find("word199") + 7;
  EXPECT_EQ(words_of(text.substr(begin, end - begin)), words_of(made.what));
}

TEST(rule_page, line_filled_to_its_width) {
  RulePage made = page();
  made.what = std::string(49, 'a') + " " + std::string(50, 'b');
  EXPECT_NE(rule_page(made).find("a b"), std::string::npos);
  made.what = std::string(49, 'a') + " " + std::string(51, 'b');
  EXPECT_NE(rule_page(made).find("a\nb"), std::string::npos);
}

TEST(rule_page, word_wider_than_a_line_stays_whole) {
  RulePage made = page();
  made.what = "before " + std::string(150, 'x') + " after";
  EXPECT_NE(rule_page(made).find("before\n" + std::string(150, 'x') + "\nafter"), std::string::npos);
}

TEST(rule_page, requirements_and_sources_listed) {
  RulePage made = page();
  made.requirements = {"RV.010", "RV.011"};
  made.sources = {"One", "Two"};
  const std::string text = rule_page(made);
  EXPECT_NE(text.find("RV.010, RV.011"), std::string::npos);
  EXPECT_NE(text.find("- One\n- Two\n"), std::string::npos);
}

TEST(rule_page, long_source_wrapped) {
  RulePage made = page();
  made.sources = {words(30)};
  EXPECT_LE(widest_line(rule_page(made)), page_width);
}

TEST(rule_page, example_kept_as_written) {
  RulePage made = page();
  made.example = "def Xform \"A\"\n{\n    int x = 1\n}\n";
  EXPECT_NE(rule_page(made).find("```usda\n" + made.example + "```\n"), std::string::npos);
}

TEST(rule_page, page_without_example_shows_no_code) { EXPECT_EQ(rule_page(page()).find("```"), std::string::npos); }

}  // namespace
}  // namespace assay::report
