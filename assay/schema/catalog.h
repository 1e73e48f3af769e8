#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace assay::schema {

struct Profile;

/// One property that a schema defines.
struct PropertyDefinition {
  std::string_view name;  // of multiple-apply schemas with __INSTANCE_NAME__ in place of the instance
  std::string_view kind;  // attribute or relationship
  std::string_view type;
  std::string_view fallback;  // as JSON; empty when there is none
  std::span<const std::string_view> tokens;
};

/// One schema as its package publishes it.
struct SchemaDefinition {
  std::string_view name;
  std::string_view kind;  // concrete_typed, abstract_typed, single_apply, multiple_apply or non_applied
  std::span<const std::string_view> inherits;
  std::span<const std::string_view> built_in;  // applied schemas that come with it
  std::span<const std::string_view> can_only_apply_to;
  std::span<const PropertyDefinition> properties;
};

/// The schemas of one family in one version. Source: data/schemas/.
struct Catalog {
  std::string_view family;
  std::string_view version;
  std::string_view package;
  std::span<const SchemaDefinition> schemas;  // sorted by name
};

/// The version of a family that a profile holds to.
struct CatalogPin {
  std::string_view family;
  std::string_view version;
};

std::span<const Catalog> catalogs();

/// The definition of a schema in the versions that a profile pins, or null.
const SchemaDefinition* find_schema(const Profile& profile, std::string_view schema);

/// Whether applying `schema` brings `wanted` with it, directly or through another built-in.
bool builds_in(const Profile& profile, std::string_view schema, std::string_view wanted);

/// The property of that name in any catalog, also of an instance of a multiple-apply schema; null when none defines it.
const PropertyDefinition* find_property(std::string_view property);

}  // namespace assay::schema
