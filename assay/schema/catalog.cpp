#include "assay/schema/catalog.h"

#include "assay/schema/profile.h"

#include <algorithm>

namespace assay::schema {
namespace {

const SchemaDefinition* find_in(const Catalog& catalog, std::string_view schema) {
  const auto found = std::ranges::lower_bound(catalog.schemas, schema, {}, &SchemaDefinition::name);
  return found != catalog.schemas.end() && found->name == schema ? &*found : nullptr;
}

/// Whether a property's name is that of a definition, with any instance in the place of the definition's.
bool is_named(std::string_view definition, std::string_view property) {
  constexpr std::string_view instance = "__INSTANCE_NAME__";
  if (definition == property) return true;
  const std::size_t place = definition.find(instance);
  if (place == std::string_view::npos) return false;
  const std::string_view before = definition.substr(0, place);
  const std::string_view after = definition.substr(place + instance.size());
  return property.size() > before.size() + after.size() && property.starts_with(before) && property.ends_with(after);
}

}  // namespace

const SchemaDefinition* find_schema(const Profile& profile, std::string_view schema) {
  for (const CatalogPin& pin : profile.catalogs) {
    for (const Catalog& catalog : catalogs()) {
      if (catalog.family != pin.family || catalog.version != pin.version) continue;
      if (const SchemaDefinition* found = find_in(catalog, schema)) return found;
    }
  }
  return nullptr;
}

bool builds_in(const Profile& profile, std::string_view schema, std::string_view wanted) {
  const SchemaDefinition* definition = find_schema(profile, schema);
  if (definition == nullptr) return false;
  return std::ranges::any_of(definition->built_in, [&](std::string_view built_in) {
    return built_in == wanted || builds_in(profile, built_in, wanted);
  });
}

const PropertyDefinition* find_property(std::string_view property) {
  for (const Catalog& catalog : catalogs()) {
    for (const SchemaDefinition& schema : catalog.schemas) {
      const auto is_meant = [&](const PropertyDefinition& definition) { return is_named(definition.name, property); };
      const auto found = std::ranges::find_if(schema.properties, is_meant);
      if (found != schema.properties.end()) return &*found;
    }
  }
  return nullptr;
}

}  // namespace assay::schema
