#include "assay/stage/fallbacks.h"

#include "assay/schema/profile.h"
#include "assay/stage/value_json.h"

#include <algorithm>
#include <array>

namespace assay::stage {
namespace {

using namespace pxr;

constexpr std::string_view instance_placeholder = "__INSTANCE_NAME__";

// typed schemas that derive from Xformable. Source: usd-core 26.8, what its schema registry holds besides the catalogs.
constexpr std::array<std::string_view, 21> other_xformables = {
    "CylinderLight", "DiskLight",     "DistantLight",
    "DomeLight",     "DomeLight_1",   "Field3DAsset",
    "GeometryLight", "LightFilter",   "GenerativeProcedural",
    "PluginLight",   "ParticleField", "ParticleField3DGaussianSplat",
    "PortalLight",   "RectLight",     "PluginLightFilter",
    "SkelRoot",      "Skeleton",      "OpenVDBAsset",
    "SpatialAudio",  "SphereLight",   "Volume"};

/// Whether a name is that of a definition whose instance name stands open.
bool is_instance_of(std::string_view pattern, std::string_view instance, std::string_view name) {
  const std::size_t place = pattern.find(instance_placeholder);
  if (place == std::string_view::npos) return pattern == name;
  std::string filled(pattern);
  return filled.replace(place, instance_placeholder.size(), instance) == name;
}

const schema::PropertyDefinition* find_in_schema(const schema::Profile& profile, std::string_view applied,
                                                 std::string_view property) {
  const std::size_t colon = applied.find(':');
  const std::string_view instance = colon == std::string_view::npos ? "" : applied.substr(colon + 1);
  const schema::SchemaDefinition* definition = schema::find_schema(profile, applied.substr(0, colon));
  if (definition == nullptr) return nullptr;
  const auto found = std::ranges::find_if(definition->properties, [&](const schema::PropertyDefinition& each) {
    return is_instance_of(each.name, instance, property);
  });
  if (found != definition->properties.end()) return &*found;
  for (const std::string_view built_in : definition->built_in) {
    if (const schema::PropertyDefinition* deeper = find_in_schema(profile, built_in, property)) return deeper;
  }
  return nullptr;
}

}  // namespace

const schema::PropertyDefinition* find_definition(const schema::Profile& profile, const TfToken& type,
                                                  const std::vector<AppliedSchema>& applied, const TfToken& property) {
  if (!type.IsEmpty()) {
    const schema::PropertyDefinition* found = find_in_schema(profile, type.GetString(), property.GetString());
    if (found != nullptr) return found;
  }
  for (const AppliedSchema& each : applied) {
    const schema::PropertyDefinition* found = find_in_schema(profile, each.name.GetString(), property.GetString());
    if (found != nullptr) return found;
  }
  return nullptr;
}

VtValue fallback_value(const schema::PropertyDefinition* definition) {
  if (definition == nullptr || definition->fallback.empty()) return VtValue();
  return value_of_type(std::string(definition->type), nlohmann::ordered_json::parse(definition->fallback));
}

bool is_derived_from(const schema::Profile& profile, const TfToken& type, std::string_view base) {
  if (type.GetString() == base) return true;
  const schema::SchemaDefinition* definition = schema::find_schema(profile, type.GetString());
  if (definition != nullptr) return std::ranges::find(definition->inherits, base) != definition->inherits.end();
  if (base != "Xformable" && base != "Imageable") return false;
  return std::ranges::find(other_xformables, type.GetString()) != other_xformables.end();
}

}  // namespace assay::stage
