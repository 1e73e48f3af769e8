#pragma once

#include "assay/schema/runtime.h"

#include <array>
#include <span>
#include <string_view>

namespace assay::schema {

/// What a target says of a namespace group. Source: seed 000, classification legend.
enum class Cell : std::uint8_t { Allowed, Required, NotConsumed, Forbidden };  // OK, REQ, NA, FORBID

/// One row of the matrix: a namespace group and its cell per target. Rows are tried in order; the first match counts.
struct PolicyRow {
  std::string_view id;
  std::string_view title;                        // the row as the policy names it
  std::string_view vendor;                       // title of the runtime whose data it is
  std::span<const std::string_view> schemas;     // patterns over applied schemas and prim types; * matches any text
  std::span<const std::string_view> properties;  // patterns over attributes and relationships
  std::array<Cell, 4> cells;                     // by Target
  std::span<const std::string_view> requirements;
  std::string_view source;
};

/// Rule about the value of one token attribute under one target.
struct ValueRule {
  std::string_view property;
  Target target;
  std::span<const std::string_view> when_schemas;  // judged only where all of them are applied or built in
  std::span<const std::string_view> tokens;
  Cell listed;                    // outcome for a value among tokens
  Cell otherwise;                 // outcome for any other value
  std::string_view paired_token;  // this value also needs paired_schema applied; empty when none does
  std::string_view paired_schema;
  bool preferably_absent;  // an allowed value is still worth a note on an asset with runtime sets
  std::span<const std::string_view> requirements;
  std::string_view source;
};

/// Applied schemas of which one prim may carry only one under a target.
struct ExclusiveRule {
  Target target;
  std::span<const std::string_view> schemas;
  std::span<const std::string_view> requirements;
  std::string_view source;
};

/// Applied schemas of which one is expected where all of `when_schemas` are applied (and the prim has that type).
struct ExpectedRule {
  Target target;
  std::string_view when_type;  // prim type; empty for any
  std::span<const std::string_view> when_schemas;
  std::span<const std::string_view> any_of;
  std::span<const std::string_view> requirements;
  std::string_view source;
};

/// An applied schema that another one already includes.
struct RedundantRule {
  Target target;
  std::string_view schema;
  std::span<const std::string_view> included_by;
  std::span<const std::string_view> requirements;
  std::string_view source;
};

/// The runtime isolation policy of one profile. Source: data/isolation/.
struct IsolationPolicy {
  std::string_view name;
  std::string_view source;
  std::span<const std::string_view> neutral_schemas;  // patterns
  std::span<const PolicyRow> rows;
  std::span<const ValueRule> values;
  std::span<const ExclusiveRule> exclusives;
  std::span<const ExpectedRule> expected;
  std::span<const RedundantRule> redundant;
};

std::span<const IsolationPolicy> isolation_policies();

/// The row that a schema or prim type belongs to; null for neutral names. Instance names of multiple-apply schemas are
/// ignored.
const PolicyRow* row_of_schema(const IsolationPolicy& policy, std::string_view schema);

/// Whether an applied schema or prim type is one that every runtime layers on top of.
bool is_neutral_schema(const IsolationPolicy& policy, std::string_view schema);

/// The row that an attribute or relationship belongs to; null for neutral names.
const PolicyRow* row_of_property(const IsolationPolicy& policy, std::string_view property);

/// Whether `text` matches `pattern`, in which each * stands for any text.
bool matches_pattern(std::string_view pattern, std::string_view text);

}  // namespace assay::schema
