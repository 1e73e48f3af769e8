#include "assay/extract/physics/read_physics.h"

#include "assay/stage/metadata.h"
#include "assay/stage/targets.h"
#include "assay/stage/value_json.h"

#include <pxr/work/loops.h>

#include <algorithm>
#include <cstring>
#include <span>

namespace assay::extract {

using namespace pxr;

namespace {

/// Whether both hold a T, or an array of it, of the same bytes; equal numbers can differ in the sign of 0.
template <class T>
bool hold_same(const VtValue& first, const VtValue& second) {
  const auto same = [](const T* one, const T* other, std::size_t count) {
    return std::memcmp(one, other, count * sizeof(T)) == 0;
  };
  if (first.IsHolding<T>())
    return second.IsHolding<T>() && same(&first.UncheckedGet<T>(), &second.UncheckedGet<T>(), 1);
  if (!first.IsHolding<VtArray<T>>() || !second.IsHolding<VtArray<T>>()) return false;
  const auto& one = first.UncheckedGet<VtArray<T>>();
  const auto& other = second.UncheckedGet<VtArray<T>>();
  return one.size() == other.size() && same(one.cdata(), other.cdata(), one.size());
}

bool are_same(const VtValue& first, const VtValue& second) {
  if (first.IsHolding<TfToken>()) {
    return second.IsHolding<TfToken>() && first.UncheckedGet<TfToken>() == second.UncheckedGet<TfToken>();
  }
  return hold_same<float>(first, second) || hold_same<double>(first, second) || hold_same<int>(first, second) ||
         hold_same<bool>(first, second);
}

/// The targets of a relationship as JSON.
std::string targets_text(const SdfPathVector& targets) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const SdfPath& target : targets) list.push_back(target.GetAsString());
  return list.dump();
}

}  // namespace

void VendorReader::add_schemas(const PhysicsPrim& prim) {
  const auto add = [&](const TfToken& name, const stage::SpecSite& source) {
    const SchemaClass& known = reading_.recorder.class_of_schema(name);
    if (known.name != NameClass::Vendor) return;
    lists_.schemas.push_back({prim.name, known.index, opinion_of(reading_, prim, source)});
  };
  if (!prim.type.IsEmpty() && reading_.recorder.class_of_schema(prim.type).name == NameClass::Vendor) {
    const stage::SpecSite* source = nullptr;
    stage::type_name(prim.sites, &source);
    add(prim.type, *source);
  }
  for (const stage::AppliedSchema& applied : prim.applied) add(applied.name, *applied.source);
}

const std::string& VendorReader::text_of(const TfToken& property, const VtValue& value) {
  Last& last = last_[property];
  if (last.text.empty() || !are_same(last.value, value)) {
    last.value = value;
    last.text = stage::value_json(reading_.recorder.asset(), value).dump();
  }
  return last.text;
}

/// What the property's specs say at the default time; nothing where none of them states something.
std::optional<VendorReader::Statement> VendorReader::statement_of(const PhysicsPrim& prim, const TfToken& name) {
  const std::vector<stage::SpecSite>& specs = specs_;
  bool& was_relationship = last_[name].was_relationship;
  if (was_relationship && specs.size() == 1) {
    if (const auto targets = stage::targets_of_only_spec(specs.front(), name)) {
      if (targets->paths.empty()) return std::nullopt;
      return Statement{&specs.front(), targets_text(targets->paths), false};
    }
  }
  const stage::DefaultValue look = stage::look_at_default(specs, name);
  // a default of the strongest spec settles all
  const bool is_default = look.resolved.origin == stage::ValueOrigin::Default && !look.is_animated;
  if (is_default && look.resolved.source == &specs.front()) {
    return Statement{&specs.front(), text_of(name, look.resolved.value), false};
  }
  const stage::PropertyOpinion opinion = stage::resolve_property(specs, name);
  was_relationship = opinion.is_relationship;
  if (opinion.source == nullptr) return std::nullopt;
  if (!opinion.is_relationship) return Statement{opinion.source, text_of(name, look.resolved.value), look.is_animated};
  return Statement{opinion.source, targets_text(property_targets(reading_, prim, name)), look.is_animated};
}

void VendorReader::add_value(const PhysicsPrim& prim, const TfToken& name) {
  collect_property_specs(prim, name, specs_);
  std::optional<Statement> statement = statement_of(prim, name);
  if (!statement) return;
  model::VendorValue value;
  value.prim = prim.name;
  value.property = reading_.recorder.class_of_property(name).index;
  value.opinion = opinion_of(reading_, prim, *statement->source);
  value.value = std::move(statement->text);
  value.sampled = statement->is_animated;
  lists_.values.push_back(std::move(value));
}

void VendorReader::collect_names(const PhysicsPrim& prim) {
  names_.clear();
  for (const PropertySpec& property : prim.properties) {
    if (reading_.recorder.class_of_property(property.name).name == NameClass::Vendor) names_.push_back(property.name);
  }
  if (names_.size() < 2) return;
  std::ranges::sort(names_, TfTokenFastArbitraryLessThan());
  names_.erase(std::unique(names_.begin(), names_.end()), names_.end());
  stage::order_properties(prim.sites, names_);
}

void VendorReader::read(const PhysicsPrim& prim) {
  lists_.starts.push_back({lists_.schemas.size(), lists_.values.size()});
  add_schemas(prim);
  collect_names(prim);
  for (const TfToken& name : names_) add_value(prim, name);
}

namespace {

/// Has the recorder know the names of all schemas and properties of prims.
void learn_names(Reading& reading, const std::vector<const PhysicsPrim*>& prims) {
  std::vector<bool> are_known(reading.classes.size(), false);
  for (const PhysicsPrim* prim : prims) {
    for (const PropertySpec& property : prim->properties) reading.recorder.class_of_property(property.name);
    if (are_known[prim->prim_class]) continue;
    are_known[prim->prim_class] = true;
    reading.recorder.class_of_schema(prim->type);
    for (const stage::AppliedSchema& applied : prim->applied) reading.recorder.class_of_schema(applied.name);
  }
}

}  // namespace

std::vector<VendorLists> read_vendor_lists(Reading& reading, const std::vector<const PhysicsPrim*>& prims) {
  std::vector<VendorLists> lists((prims.size() + prims_in_list - 1) / prims_in_list);
  learn_names(reading, prims);
  reading.recorder.freeze();
  WorkParallelForN(
      lists.size(),
      [&](std::size_t begin, std::size_t end) {
        const ArResolverContextBinder binder(reading.recorder.asset().context);
        for (std::size_t list = begin; list < end; ++list) {
          VendorReader vendors(reading, lists[list]);
          const std::size_t last = std::min(prims.size(), (list + 1) * prims_in_list);
          for (std::size_t i = list * prims_in_list; i < last; ++i) vendors.read(*prims[i]);
        }
      },
      1);
  TF_VERIFY(!reading.recorder.thaw(), "A name of vendors' data was not known");
  return lists;
}

void append_vendor_data(const VendorLists& lists, std::size_t prim, model::Physics& physics) {
  const auto range = [&](const auto& list, std::size_t VendorStart::* start) {
    const std::size_t end = prim + 1 < lists.starts.size() ? lists.starts[prim + 1].*start : list.size();
    return std::span(list).subspan(lists.starts[prim].*start, end - lists.starts[prim].*start);
  };
  const auto schemas = range(lists.schemas, &VendorStart::schema);
  const auto values = range(lists.values, &VendorStart::value);
  physics.vendor_schemas.insert(physics.vendor_schemas.end(), schemas.begin(), schemas.end());
  physics.vendor_values.insert(physics.vendor_values.end(), values.begin(), values.end());
}

void read_vendor_values(Reading& reading) {
  const std::vector<VendorLists> lists = read_vendor_lists(reading, reading.in_order);
  model::Physics& physics = reading.physics;
  reading.vendor_starts.reserve(reading.prims.size());
  for (std::size_t i = 0; i < reading.prims.size(); ++i) {
    reading.vendor_starts.push_back({physics.vendor_schemas.size(), physics.vendor_values.size()});
    append_vendor_data(lists[i / prims_in_list], i % prims_in_list, physics);
  }
}

}  // namespace assay::extract
