#include "assay/check/settings.h"

#include "assay/base/digest.h"
#include "assay/check/selectors.h"
#include "assay/rules/list.h"

#define TOML_EXCEPTIONS 0
#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <chrono>
#include <filesystem>

namespace assay::check {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view settings_name = "assay.toml";

using Failure = std::optional<Error>;

Error error_at(const std::string& file, const toml::source_position& position, std::string message) {
  return {ErrorCode::InvalidArgument, std::move(message), file, static_cast<int>(position.line),
          static_cast<int>(position.column)};
}

Error error_at(const std::string& file, const toml::node& node, std::string message) {
  return error_at(file, node.source().begin, std::move(message));
}

bool is_day(const Date& date) {
  return std::chrono::year_month_day(std::chrono::year(date.year),
                                     std::chrono::month(static_cast<unsigned>(date.month)),
                                     std::chrono::day(static_cast<unsigned>(date.day)))
      .ok();
}

Failure read_severities(const toml::node& section, const std::string& file, Settings& settings) {
  if (!section.is_table()) return error_at(file, section, "severity must be a section: [severity]");
  for (const auto& [key, node] : *section.as_table()) {
    const std::string rule(key.str());
    if (rules::find_rule(rule) == nullptr) {
      return error_at(file, key.source().begin,
                      fmt::format("there is no rule '{}'; `assay rules` lists them. Quote ids: \"{}\"", rule, rule));
    }
    if (!severity_from_name(node.value_or<std::string>(""), settings.severities[rule])) {
      return error_at(file, node, fmt::format("severity of {} must be \"error\", \"warning\" or \"note\"", rule));
    }
  }
  return std::nullopt;
}

/// Reads a text that is not empty into `text`.
Failure read_text(const toml::key& key, const toml::node& node, const std::string& file, std::string& text) {
  text = node.value_or<std::string>("");
  if (!text.empty()) return std::nullopt;
  return error_at(file, node, fmt::format("{} must be a text that is not empty", key.str()));
}

Failure read_paths(const toml::node& node, const std::string& file, std::vector<std::string>& paths) {
  const toml::array* list = node.as_array();
  if (list == nullptr || list->empty()) return error_at(file, node, "paths must be a list of globs");
  for (const toml::node& item : *list) {
    const std::string glob = item.value_or<std::string>("");
    if (glob.empty()) return error_at(file, item, "paths must hold globs that are not empty");
    if (glob.starts_with('/')) {
      return error_at(file, item, fmt::format("'{}' must be relative to the folder of this file", glob));
    }
    paths.push_back(glob);
  }
  return std::nullopt;
}

Failure read_expires(const toml::node& node, const std::string& file, std::optional<Date>& expires) {
  if (const std::optional<toml::date> date = node.value_exact<toml::date>()) {
    expires = Date{date->year, date->month, date->day};
  } else {
    expires = date_from_text(node.value_or<std::string>(""));
  }
  if (expires) return std::nullopt;
  return error_at(file, node, "expires must be a day: YYYY-MM-DD");
}

Failure read_key(const toml::key& key, const toml::node& node, const std::string& file, SilenceEntry& entry) {
  if (key == "reason") return read_text(key, node, file, entry.reason);
  if (key == "prim") return read_text(key, node, file, entry.prim);
  if (key == "paths") return read_paths(node, file, entry.paths);
  if (key == "expires") return read_expires(node, file, entry.expires);
  if (key != "rule") {
    return error_at(file, key.source().begin,
                    fmt::format("[[silence]] has no '{}'; it takes rule, paths, prim, reason and expires", key.str()));
  }
  if (Failure failure = read_text(key, node, file, entry.rule)) return failure;
  if (!unknown_selector({entry.rule})) return std::nullopt;
  return error_at(file, node,
                  fmt::format("'{}' names no rule, group or requirement; `assay rules` lists them", entry.rule));
}

Failure read_silence(const toml::node& node, const std::string& file, Settings& settings) {
  if (!node.is_table()) return error_at(file, node, "silence must be sections: [[silence]]");
  SilenceEntry entry;
  entry.line = static_cast<int>(node.source().begin.line);
  entry.column = static_cast<int>(node.source().begin.column);
  for (const auto& [key, value] : *node.as_table()) {
    if (Failure failure = read_key(key, value, file, entry)) return failure;
  }
  if (entry.rule.empty()) return error_at(file, node, "[[silence]] needs a rule");
  if (entry.paths.empty()) return error_at(file, node, "[[silence]] needs paths");
  if (entry.reason.empty()) return error_at(file, node, "[[silence]] needs a reason");
  settings.silences.push_back(std::move(entry));
  return std::nullopt;
}

Failure read_section(const toml::key& key, const toml::node& node, const std::string& file, Settings& settings) {
  if (key == "severity") return read_severities(node, file, settings);
  if (key != "silence") {
    return error_at(file, key.source().begin,
                    fmt::format("there is no '{}' in settings; they hold [severity] and [[silence]]", key.str()));
  }
  const toml::array* entries = node.as_array();
  if (entries == nullptr) return error_at(file, node, "silence must be sections: [[silence]]");
  for (const toml::node& entry : *entries) {
    if (Failure failure = read_silence(entry, file, settings)) return failure;
  }
  return std::nullopt;
}

}  // namespace

std::optional<Date> date_from_text(std::string_view text) {
  constexpr std::string_view form = "dddd-dd-dd";
  const auto fits = [](char letter, char wanted) {
    return wanted == 'd' ? letter >= '0' && letter <= '9' : letter == wanted;
  };
  if (!std::ranges::equal(text, form, fits)) return std::nullopt;
  const auto number = [text](std::size_t start, std::size_t size) {
    return std::stoi(std::string(text.substr(start, size)));
  };
  const Date date{number(0, 4), number(5, 2), number(8, 2)};
  return is_day(date) ? std::optional(date) : std::nullopt;
}

std::string text_of(const Date& date) { return fmt::format("{:04}-{:02}-{:02}", date.year, date.month, date.day); }

Result<Settings> read_settings(std::string_view text, const std::string& file) {
  const toml::parse_result parsed = toml::parse(text);
  if (!parsed) return error_at(file, parsed.error().source().begin, std::string(parsed.error().description()));
  Settings settings;
  settings.file = file;
  settings.digest = sha256(text);
  for (const auto& [key, node] : parsed.table()) {
    if (Failure failure = read_section(key, node, file, settings)) return *failure;
  }
  return settings;
}

std::optional<std::string> find_settings(const std::string& folder) {
  for (fs::path at = folder;; at = at.parent_path()) {
    std::error_code ignored;
    const fs::path file = at / settings_name;
    if (fs::is_regular_file(file, ignored)) return file.string();
    if (!at.has_relative_path()) return std::nullopt;
  }
}

}  // namespace assay::check
