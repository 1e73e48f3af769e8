#pragma once

#include "assay/base/finding.h"
#include "assay/base/result.h"

#include <compare>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay::check {

/// A day of the Gregorian calendar.
struct Date {
  int year = 0;
  int month = 0;  // 1 to 12
  int day = 0;    // 1 to 31
  auto operator<=>(const Date&) const = default;
};

/// The day that `YYYY-MM-DD` stands for, if there is such a day.
std::optional<Date> date_from_text(std::string_view text);

/// `YYYY-MM-DD`.
std::string text_of(const Date& date);

/// One `[[silence]]` of a settings file: findings that count in no verdict.
struct SilenceEntry {
  std::string rule;                // rule id, group, requirement, prefix or feature
  std::vector<std::string> paths;  // globs of root layers or layers, relative to the settings file's folder
  std::string prim;                // glob of the composed prim path; empty for any
  std::string reason;
  std::optional<Date> expires;  // the last day on which it silences
  int line = 0;                 // 1-based
  int column = 0;               // 1-based
};

/// What `assay.toml` says.
struct Settings {
  std::string file;                            // absolute; empty when there is none
  std::string digest;                          // SHA-256 of its text
  std::map<std::string, Severity> severities;  // rule id → severity in place of the rule's own and of the limits'
  std::vector<SilenceEntry> silences;
};

/// Reads the text of a settings file. `file` names it in errors; what it may not hold is an error with line and column.
Result<Settings> read_settings(std::string_view text, const std::string& file);

/// The file `assay.toml` in a folder, or in the nearest folder above that has one.
std::optional<std::string> find_settings(const std::string& folder);

}  // namespace assay::check
