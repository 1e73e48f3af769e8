#include "assay/report/junit.h"

#include "assay/report/site_file.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay::report {
namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";  // U+FFFD

/// Whether XML 1.0 allows a character. Source: XML 1.0, production 2.
bool is_allowed(char32_t character) {
  if (character < 0x20) return character == '\t' || character == '\n' || character == '\r';
  if (character >= 0xD800 && character <= 0xDFFF) return false;
  return character != 0xFFFE && character != 0xFFFF && character <= 0x10FFFF && character != 0x7F;
}

/// Reads the UTF-8 character at the front of a text; 0 bytes when there is none.
std::size_t read_character(std::string_view text, char32_t& character) {
  const auto byte = [text](std::size_t index) { return static_cast<unsigned char>(text[index]); };
  const unsigned char first = byte(0);
  const std::size_t size = first < 0x80 ? 1 : first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC2 ? 2 : 0;
  if (size == 0 || size > text.size() || first > 0xF4) return 0;
  constexpr unsigned char masks[] = {0, 0x7F, 0x1F, 0x0F, 0x07};
  character = first & masks[size];
  for (std::size_t index = 1; index < size; ++index) {
    if ((byte(index) & 0xC0U) != 0x80U) return 0;
    character = (character << 6U) | (byte(index) & 0x3FU);
  }
  constexpr char32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  return character < least[size] ? 0 : size;
}

std::string escaped(std::string_view text) {
  std::string xml;
  while (!text.empty()) {
    char32_t character = 0;
    const std::size_t size = read_character(text, character);
    if (size == 0) {
      xml += replacement;
    } else if (character == '&') {
      xml += "&amp;";
    } else if (character == '<') {
      xml += "&lt;";
    } else if (character == '>') {
      xml += "&gt;";
    } else if (character == '"') {
      xml += "&quot;";
    } else if (character == '\n') {
      xml += "&#10;";
    } else if (character == '\t') {
      xml += "&#9;";
    } else if (character != '\r' && is_allowed(character)) {
      xml += text.substr(0, size);
    }
    text.remove_prefix(std::max<std::size_t>(size, 1));
  }
  return xml;
}

/// The text of an element, with its line ends as they are.
std::string content(std::string_view text) {
  std::string xml = escaped(text);
  for (std::size_t at = xml.find("&#10;"); at != std::string::npos; at = xml.find("&#10;", at))
    xml.replace(at, 5, "\n");
  return xml;
}

/// What became of the cases of a suite.
struct Counts {
  int tests = 0;
  int failures = 0;
  int errors = 0;
  int skipped = 0;
  Counts& operator+=(const Counts& other) {
    tests += other.tests;
    failures += other.failures;
    errors += other.errors;
    skipped += other.skipped;
    return *this;
  }
};

std::string attributes(const Counts& counts) {
  return fmt::format("tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\"", counts.tests, counts.failures,
                     counts.errors, counts.skipped);
}

std::string finding_text(const AssetReport& asset, const Finding& finding) {
  const SiteFile file = site_file(asset.asset, finding.site.layer);
  std::string place = file.member.empty() ? file.path : fmt::format("{}[{}]", file.path, file.member);
  if (finding.site.line > 0) place += fmt::format(":{}:{}", finding.site.line, finding.site.column);
  std::string text = fmt::format("{}: {}: {}\n", place, name_of(finding.severity), finding.message);
  if (!finding.prim.empty()) text += fmt::format("  on <{}>\n", object_path(finding.prim, finding.property));
  if (!finding.selections.empty()) text += fmt::format("  selections: {}\n", fmt::join(finding.selections, ", "));
  if (!finding.variants.empty()) text += fmt::format("  seen with: {}\n", fmt::join(finding.variants, ", "));
  if (!finding.remedy.empty()) text += fmt::format("  remedy: {}\n", finding.remedy);
  if (!finding.silenced_by.source.empty()) {
    text += fmt::format("  silenced by {}: {}\n", finding.silenced_by.source, finding.silenced_by.reason);
  }
  return text;
}

std::string test_case(const std::string& suite, const std::string& name, const std::string& body) {
  const std::string head = fmt::format(R"(    <testcase classname="{}" name="{}")", escaped(suite), escaped(name));
  return body.empty() ? head + "/>\n" : head + ">\n" + body + "    </testcase>\n";
}

std::string error_element(const Error& error) {
  return fmt::format(
      "      <error message=\"{}\" type=\"not judged\"/>\n",
      escaped(error.line == 0 ? error.message : fmt::format("{}:{}: {}", error.line, error.column, error.message)));
}

/// The case of one rule.
std::string rule_case(const AssetReport& asset, const std::string& rule, Severity fail_on, Counts& counts) {
  std::string failed;
  std::string output;
  std::size_t failures = 0;
  for (const Finding& finding : asset.findings) {
    if (finding.rule != rule) continue;
    const bool fails = finding.severity >= fail_on;
    if (fails) ++failures;
    (fails ? failed : output) += finding_text(asset, finding);
  }
  for (const Finding& finding : asset.silenced) {
    if (finding.rule == rule) output += finding_text(asset, finding);
  }
  const auto unevaluated = std::ranges::find(asset.not_evaluated, rule, &NotEvaluated::rule);
  std::string body;
  ++counts.tests;
  if (failures > 0) {
    ++counts.failures;
    body += fmt::format("      <failure message=\"{}\" type=\"{}\">{}</failure>\n", counted(failures, "finding"),
                        name_of(fail_on), content(failed));
  } else if (unevaluated != asset.not_evaluated.end()) {
    ++counts.skipped;
    body += fmt::format("      <skipped message=\"{}\"/>\n", escaped("not evaluated: " + unevaluated->reason));
  }
  if (!output.empty()) body += fmt::format("      <system-out>{}</system-out>\n", content(output));
  return test_case(asset.asset, rule, body);
}

std::string suite_text(const std::string& name, const std::string& cases, const Counts& counts) {
  return fmt::format("  <testsuite name=\"{}\" {}>\n{}  </testsuite>\n", escaped(name), attributes(counts), cases);
}

std::string error_cases(const std::string& suite, const std::vector<Error>& errors, Counts& counts) {
  if (errors.empty()) return "";
  ++counts.tests;
  ++counts.errors;
  // more than one error in a case is not widely read
  Error error = errors.front();
  for (std::size_t index = 1; index < errors.size(); ++index) error.message += "\n" + errors[index].message;
  return test_case(suite, "judged", error_element(error));
}

std::string asset_suite(const AssetReport& asset, const std::vector<std::string>& judged, Severity fail_on,
                        Counts& total) {
  Counts counts;
  std::string cases = error_cases(asset.asset, asset.errors, counts);
  if (asset.errors.empty()) {
    for (const std::string& rule : judged) cases += rule_case(asset, rule, fail_on, counts);
  }
  total += counts;
  return suite_text(asset.asset, cases, counts);
}

}  // namespace

std::string check_junit(const CheckReport& report, const std::vector<std::string>& judged, Severity fail_on) {
  Counts total;
  std::string suites;
  for (const AssetReport& asset : report.assets) suites += asset_suite(asset, judged, fail_on, total);
  for (const Error& error : report.errors) {
    Counts counts;
    const std::string cases = error_cases(error.file, {error}, counts);
    total += counts;
    suites += suite_text(error.file, cases, counts);
  }
  return fmt::format("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"assay\" {}>\n{}</testsuites>\n",
                     attributes(total), suites);
}

}  // namespace assay::report
