#include "assay/schema/isolation_policy.h"

#include <algorithm>

namespace assay::schema {
namespace {

bool matches_any(std::span<const std::string_view> patterns, std::string_view text) {
  return std::ranges::any_of(patterns, [text](std::string_view pattern) { return matches_pattern(pattern, text); });
}

}  // namespace

bool matches_pattern(std::string_view pattern, std::string_view text) {
  const std::size_t star = pattern.find('*');
  if (star == std::string_view::npos) return pattern == text;
  if (!text.starts_with(pattern.substr(0, star))) return false;

  // the first star takes the shortest text after which the rest of the pattern matches
  const std::string_view rest = pattern.substr(star + 1);
  if (rest.empty()) return true;
  for (std::size_t begin = star; begin <= text.size(); ++begin) {
    if (matches_pattern(rest, text.substr(begin))) return true;
  }
  return false;
}

const PolicyRow* row_of_schema(const IsolationPolicy& policy, std::string_view schema) {
  const std::string_view name = schema.substr(0, schema.find(':'));
  for (const PolicyRow& row : policy.rows) {
    if (matches_any(row.schemas, name)) return &row;
  }
  return nullptr;
}

bool is_neutral_schema(const IsolationPolicy& policy, std::string_view schema) {
  return matches_any(policy.neutral_schemas, schema);
}

const PolicyRow* row_of_property(const IsolationPolicy& policy, std::string_view property) {
  for (const PolicyRow& row : policy.rows) {
    if (matches_any(row.properties, property)) return &row;
  }
  return nullptr;
}

}  // namespace assay::schema
