#include "assay/schema/limits.h"

#include "assay/base/digest.h"
#include "assay/schema/limits_text.h"

#define TOML_EXCEPTIONS 0
#include <fmt/format.h>
#include <toml++/toml.h>

#include <cmath>
#include <optional>

namespace assay::schema {
namespace {

Error error_at(const std::string& file, const toml::node& node, std::string message) {
  const toml::source_position position = node.source().begin;
  return {ErrorCode::InvalidArgument, std::move(message), file, static_cast<int>(position.line),
          static_cast<int>(position.column)};
}

/// Reads a number above zero into `number`.
bool read_number(const toml::node& node, double& number) {
  const std::optional<double> value = node.value<double>();
  if (!value || !(*value > 0) || !std::isfinite(*value)) return false;
  number = *value;
  return true;
}

std::optional<Error> read_severities(const toml::table& table, const std::string& file, Limits& limits) {
  for (const auto& [rule, node] : table) {
    Severity severity{};
    if (!severity_from_name(node.value_or<std::string>(""), severity)) {
      return error_at(file, node, fmt::format("severity of {} must be \"error\", \"warning\" or \"note\"", rule.str()));
    }
    limits.severities[std::string(rule.str())] = severity;
  }
  return std::nullopt;
}

/// Reads a whole number from 0 to a million into `count`.
bool read_count(const toml::node& node, int& count) {
  constexpr std::int64_t most = 1'000'000;
  const std::optional<std::int64_t> value = node.value_exact<std::int64_t>();
  if (!value || *value < 0 || *value > most) return false;
  count = static_cast<int>(*value);
  return true;
}

std::optional<Error> read_section(std::string_view section, const toml::table& table, const std::string& file,
                                  Limits& limits) {
  if (section == "severity") return read_severities(table, file, limits);
  const std::map<std::string, double*> numbers = {{"worker.seconds", &limits.worker_seconds},
                                                  {"worker.memory_mib", &limits.worker_memory_mib}};
  const std::map<std::string, int*> counts = {{"isolation.nested_options", &limits.nested_options}};
  for (const auto& [key, node] : table) {
    const std::string name = fmt::format("{}.{}", section, key.str());
    const auto number = numbers.find(name);
    const auto count = counts.find(name);
    if (number == numbers.end() && count == counts.end()) {
      return error_at(file, node, fmt::format("there is no limit called {}", name));
    }
    if (number != numbers.end() && !read_number(node, *number->second)) {
      return error_at(file, node, fmt::format("{} must be a finite number above 0", name));
    }
    if (count != counts.end() && !read_count(node, *count->second)) {
      return error_at(file, node, fmt::format("{} must be a whole number from 0 to 1000000", name));
    }
  }
  return std::nullopt;
}

/// Changes `limits` by what a limits file says.
std::optional<Error> apply(std::string_view text, const std::string& file, Limits& limits) {
  const toml::parse_result parsed = toml::parse(text);
  if (!parsed) {
    const toml::source_position position = parsed.error().source().begin;
    return Error{ErrorCode::InvalidArgument, std::string(parsed.error().description()), file,
                 static_cast<int>(position.line), static_cast<int>(position.column)};
  }
  for (const auto& [section, node] : parsed.table()) {
    const bool known = section == "worker" || section == "isolation" || section == "severity";
    if (!known || !node.is_table()) {
      return error_at(file, node, fmt::format("there is no section [{}] of limits", section.str()));
    }
    if (std::optional<Error> error = read_section(section.str(), *node.as_table(), file, limits)) return error;
  }
  return std::nullopt;
}

}  // namespace

const Limits& built_in_limits() {
  static const Limits limits = [] {
    Limits built_in;
    built_in.digest = sha256(built_in_limits_text());
    const std::optional<Error> error = apply(built_in_limits_text(), "data/limits.toml", built_in);
    ASSAY_CHECK(!error);
    return built_in;
  }();
  return limits;
}

Result<Limits> read_limits(std::string_view text, const std::string& file) {
  Limits limits = built_in_limits();
  limits.digest = sha256_of_fields({built_in_limits_text(), text});
  if (std::optional<Error> error = apply(text, file, limits)) return *error;
  return limits;
}

}  // namespace assay::schema
