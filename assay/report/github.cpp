#include "assay/report/github.h"

#include "assay/report/site_file.h"

#include <fmt/format.h>

namespace assay::report {
namespace {

/// Escapes the message of a command.
std::string data_text(std::string_view text) {
  std::string escaped;
  for (const char letter : text) {
    if (letter == '%') {
      escaped += "%25";
    } else if (letter == '\r') {
      escaped += "%0D";
    } else if (letter == '\n') {
      escaped += "%0A";
    } else {
      escaped += letter;
    }
  }
  return escaped;
}

/// Escapes the value of a command's property.
std::string property_text(std::string_view text) {
  std::string escaped;
  for (const char letter : data_text(text)) {
    if (letter == ':') {
      escaped += "%3A";
    } else if (letter == ',') {
      escaped += "%2C";
    } else {
      escaped += letter;
    }
  }
  return escaped;
}

/// Where a command points and what it is called.
struct Place {
  std::string file;
  int line = 0;
  int column = 0;
  int end_column = 0;
  std::string title;
};

std::string command(std::string_view name, const Place& place, std::string_view message) {
  std::string properties;
  if (!place.file.empty()) properties += fmt::format("file={},", property_text(place.file));
  if (place.line > 0) properties += fmt::format("line={},", place.line);
  if (place.line > 0 && place.column > 0) properties += fmt::format("col={},", place.column);
  if (place.line > 0 && place.end_column > 0) properties += fmt::format("endColumn={},", place.end_column);
  properties += fmt::format("title={}", property_text(place.title));
  return fmt::format("::{} {}::{}\n", name, properties, data_text(message));
}

std::string finding_command(const AssetReport& asset, const Finding& finding) {
  constexpr std::string_view names[] = {"notice", "warning", "error"};
  const SiteFile file = site_file(asset.shown, finding.site.layer);
  Place place{file.path, 0, 0, 0, finding.rule};
  std::string message = finding.message;
  if (file.member.empty()) {
    place.line = finding.site.line;
    place.column = finding.site.column;
    if (place.column > 0 && finding.site.excerpt.length > 0) {
      place.end_column = place.column + finding.site.excerpt.length;
    }
  } else {
    message += fmt::format("\nin {}", finding.site.layer);
  }
  if (!finding.prim.empty()) message += fmt::format("\non <{}>", object_path(finding.prim, finding.property));
  if (!finding.selections.empty()) message += fmt::format("\nselections: {}", fmt::join(finding.selections, ", "));
  if (!finding.remedy.empty()) message += "\n" + finding.remedy;
  return command(names[static_cast<std::size_t>(finding.severity)], place, message);
}

std::string error_command(const Error& error, const std::string& shown) {
  return command("error", {shown, error.line, error.column, 0, "not judged"}, error.message);
}

}  // namespace

std::string check_github(const CheckReport& report) {
  std::string text;
  for (const AssetReport& asset : report.assets) {
    for (const Error& error : asset.errors) text += error_command(error, asset.shown);
    for (const NotEvaluated& rule : asset.not_evaluated) {
      text += command("error", {asset.shown, 0, 0, 0, rule.rule}, "not evaluated: " + rule.reason);
    }
    for (const Finding& finding : asset.findings) text += finding_command(asset, finding);
  }
  for (const Error& error : report.errors) text += error_command(error, error.file);
  for (const SilencingNote& note : report.silencing.notes) {
    text += command("notice", {note.file, note.line, note.column, 0, "silence expired"}, note.message);
  }
  return text;
}

}  // namespace assay::report
