#include "assay/schema/catalog.h"

#include "assay/schema/profile.h"

#include <algorithm>

namespace assay::schema {
namespace {

const SchemaDefinition* find_in(const Catalog& catalog, std::string_view schema) {
  const auto found = std::ranges::lower_bound(catalog.schemas, schema, {}, &SchemaDefinition::name);
  return found != catalog.schemas.end() && found->name == schema ? &*found : nullptr;
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

std::string_view property_type(std::string_view property) {
  for (const Catalog& catalog : catalogs()) {
    for (const SchemaDefinition& schema : catalog.schemas) {
      const auto found = std::ranges::find(schema.properties, property, &PropertyDefinition::name);
      if (found != schema.properties.end()) return found->type;
    }
  }
  return {};
}

}  // namespace assay::schema
