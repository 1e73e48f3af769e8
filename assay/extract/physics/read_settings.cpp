#include "assay/extract/physics/read_settings.h"

namespace assay::extract {
namespace {

using namespace pxr;

constexpr std::string_view instance_placeholder = "__INSTANCE_NAME__";

template <class Number>
bool take(const VtValue& value, std::vector<double>& numbers) {
  if (value.IsHolding<Number>()) {
    numbers.push_back(static_cast<double>(value.UncheckedGet<Number>()));
    return true;
  }
  if (!value.IsHolding<VtArray<Number>>()) return false;
  for (const Number& number : value.UncheckedGet<VtArray<Number>>()) numbers.push_back(static_cast<double>(number));
  return true;
}

/// Appends the numbers that a value holds; false where it holds none.
bool take_numbers(const VtValue& value, std::vector<double>& numbers) {
  return take<float>(value, numbers) || take<double>(value, numbers) || take<int>(value, numbers);
}

/// The name of a property as a prim with that instance of the schema has it.
std::string instance_name(std::string name, std::string_view instance) {
  const std::size_t at = name.find(instance_placeholder);
  return at == std::string::npos ? name : name.replace(at, instance_placeholder.size(), instance);
}

/// The properties of a schema, or of an instance of it; found out once.
const std::vector<SettingName>& setting_names(Reading& reading, std::string_view schema, std::string_view instance) {
  const std::string key = std::string(schema).append(1, ':').append(instance);
  const auto [entry, added] = reading.notes.local().setting_names.try_emplace(key);
  const schema::SchemaDefinition* definition = added ? schema::find_schema(reading.profile, schema) : nullptr;
  if (definition == nullptr) return entry->second;
  for (const schema::PropertyDefinition& property : definition->properties) {
    const std::string name = instance_name(std::string(property.name), instance);
    entry->second.push_back({name, reading.recorder.name(TfToken(name))});
  }
  return entry->second;
}

}  // namespace

void read_settings(Reading& reading, const PhysicsPrim& prim, std::string_view schema, model::Settings& settings,
                   std::string_view instance) {
  const std::vector<SettingName>& names = setting_names(reading, schema, instance);
  settings.entries.reserve(settings.entries.size() + names.size());
  settings.numbers.reserve(settings.numbers.size() + 2 * names.size());
  for (const SettingName& name : names) {
    const model::Field<VtValue> read = read_value(reading, prim, name.text);
    const auto first = static_cast<std::uint32_t>(settings.numbers.size());
    if (!take_numbers(read.value, settings.numbers)) continue;
    const auto count = static_cast<std::uint32_t>(settings.numbers.size()) - first;
    settings.entries.push_back({name.index, read.opinion, read.origin, read.sampled, first, count});
  }
}

std::vector<model::NameIndex> target_names(Reading& reading, const PhysicsPrim& prim, std::string_view relationship) {
  std::vector<model::NameIndex> names;
  for (const SdfPath& target : read_targets(reading, prim, relationship))
    names.push_back(path_name(reading, target));
  return names;
}

}  // namespace assay::extract
