#include "assay/report/rule_page.h"

#include <fmt/format.h>

namespace assay::report {
namespace {

constexpr std::size_t page_width = 100;

/// Breaks a paragraph at spaces.
std::string wrapped(std::string_view text) {
  std::string lines;
  std::size_t column = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    if (column > 0 && column + 1 + word.size() > page_width) {
      lines += '\n';
      column = 0;
    }
    if (column > 0) lines += ' ';
    column += word.size() + (column > 0 ? 1 : 0);
    lines += word;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::string section(std::string_view title, std::string_view body) {
  return body.empty() ? "" : fmt::format("\n## {}\n\n{}\n", title, body);
}

std::string bullets(const std::vector<std::string>& items) {
  std::string text;
  for (const std::string& item : items) text += (text.empty() ? "" : "\n") + wrapped("- " + item);
  return text;
}

}  // namespace

std::string rule_page(const RulePage& page) {
  std::string text = fmt::format("# {}\n\n{}\n\nSeverity: {}.", page.id, page.summary, name_of(page.severity));
  if (!page.requirements.empty())
    text += "\n" + wrapped(fmt::format("Judges: {}.", fmt::join(page.requirements, ", ")));
  text += '\n';
  text += section("What it asks", wrapped(page.what));
  text += section("Why it matters", wrapped(page.why));
  text += section("Silent for", wrapped(page.silent_for));
  text += section("Example", page.example.empty() ? "" : "```usda\n" + page.example + "```");
  text += section("Remedy", wrapped(page.fix));
  text += section("Sources", bullets(page.sources));
  return text;
}

}  // namespace assay::report
