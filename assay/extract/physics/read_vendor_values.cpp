#include "assay/extract/physics/read_physics.h"

#include "assay/stage/metadata.h"
#include "assay/stage/value_json.h"

namespace assay::extract {
namespace {

using namespace pxr;

void add_schemas(Reading& reading, const PhysicsPrim& prim) {
  const auto add = [&](const TfToken& name, const stage::SpecSite& source) {
    const SchemaClass& known = reading.recorder.class_of_schema(name);
    if (known.name != NameClass::Vendor) return;
    reading.physics.vendor_schemas.push_back(
        {reading.recorder.path(prim.path), known.index, reading.recorder.opinion(source)});
  };
  const stage::SpecSite* source = nullptr;
  const TfToken type = stage::type_name(prim.sites, &source);
  if (source != nullptr) add(type, *source);
  for (const stage::AppliedSchema& applied : prim.applied) add(applied.name, *applied.source);
}

/// The value of a property as JSON: what an attribute resolves to at the default time, or a relationship's targets.
std::string value_text(Reading& reading, const PhysicsPrim& prim, const TfToken& name, bool is_relationship) {
  if (!is_relationship) {
    return stage::value_json(reading.recorder.asset(), stage::resolve_default(prim.sites, name).value).dump();
  }
  nlohmann::ordered_json targets = nlohmann::ordered_json::array();
  for (const SdfPath& target : read_targets(reading, prim, name.GetString())) targets.push_back(target.GetString());
  return targets.dump();
}

void add_value(Reading& reading, const PhysicsPrim& prim, const TfToken& name) {
  const PropertyClass& known = reading.recorder.class_of_property(name);
  if (known.name != NameClass::Vendor) return;
  const stage::PropertyOpinion opinion = stage::resolve_property(prim.sites, name);
  if (opinion.source == nullptr) return;
  model::VendorValue value;
  value.prim = reading.recorder.path(prim.path);
  value.property = known.index;
  value.opinion = reading.recorder.opinion(*opinion.source);
  value.value = value_text(reading, prim, name, opinion.is_relationship);
  value.sampled = stage::animation_source(prim.sites, name) != nullptr;
  reading.physics.vendor_values.push_back(std::move(value));
}

}  // namespace

void read_vendor_values(Reading& reading) {
  for (const PhysicsPrim& prim : reading.prims) {
    add_schemas(reading, prim);
    for (const TfToken& name : stage::property_names(prim.sites)) add_value(reading, prim, name);
  }
}

}  // namespace assay::extract
