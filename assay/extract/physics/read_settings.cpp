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

/// The properties of a schema, or of an instance of it, as prims of a class have them; found out once.
const std::vector<Setting>& settings_of(Reading& reading, const PhysicsPrim& prim, std::string_view schema,
                                        std::string_view instance) {
  std::string key = std::to_string(prim.prim_class);
  key.append(1, ':').append(schema).append(1, ':').append(instance);
  const auto [entry, added] = reading.notes.local().settings.try_emplace(key);
  const schema::SchemaDefinition* definition = added ? schema::find_schema(reading.profile, schema) : nullptr;
  if (definition == nullptr) return entry->second;
  for (const schema::PropertyDefinition& property : definition->properties) {
    Setting setting;
    setting.text = instance_name(std::string(property.name), instance);
    const AskedProperty& asked = asked_property(reading, prim, setting.text);
    setting.name = asked.name;
    setting.index = reading.recorder.name(asked.name);
    std::vector<double> numbers;
    if (take_numbers(asked.fallback, numbers)) setting.fallback = numbers;
    entry->second.push_back(std::move(setting));
  }
  return entry->second;
}

/// Adds what a prim states of a setting.
void add_stated(Reading& reading, const PhysicsPrim& prim, const Setting& setting, model::Settings& settings) {
  const model::Field<VtValue> read = read_value(reading, prim, setting.text);
  std::vector<double> numbers;
  if (!take_numbers(read.value, numbers)) return;
  add_setting(settings, setting.index, {numbers, read.origin, read.opinion, read.sampled});
}

}  // namespace

void read_settings(Reading& reading, const PhysicsPrim& prim, std::string_view schema, model::Settings& settings,
                   std::string_view instance) {
  const std::vector<Setting>& known = settings_of(reading, prim, schema, instance);
  settings.entries.reserve(settings.entries.size() + known.size());
  settings.numbers.reserve(settings.numbers.size() + 2 * known.size());
  for (const Setting& setting : known) {
    if (has_property(prim, setting.name)) {
      add_stated(reading, prim, setting, settings);
    } else if (setting.fallback) {
      add_setting(settings, setting.index, {*setting.fallback, model::Origin::Fallback, 0, false});
    }
  }
}

std::vector<model::NameIndex> target_names(Reading& reading, const PhysicsPrim& prim, std::string_view relationship) {
  std::vector<model::NameIndex> names;
  for (const SdfPath& target : read_targets(reading, prim, relationship)) names.push_back(path_name(reading, target));
  return names;
}

}  // namespace assay::extract
