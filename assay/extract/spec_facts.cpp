#include "assay/extract/spec_facts.h"

namespace assay::extract {

using namespace pxr;

void read_spec_facts(Recorder& recorder, const stage::SpecSite& site, SpecFacts& facts) {
  static const TfToken api_schemas("apiSchemas");
  const SdfLayer& layer = *site.layer;
  const SdfPath& path = *site.path;

  facts.type = TfToken();
  if (layer.HasField(path, SdfFieldKeys->TypeName, &facts.type) && facts.type == SdfTokens->AnyTypeToken) {
    facts.type = TfToken();
  }
  // as values, which share what the layer holds
  if (!layer.HasField(path, api_schemas, &facts.schemas)) facts.schemas = VtValue();
  facts.has_variant_sets = layer.HasField(path, SdfChildrenKeys->VariantSetChildren);

  facts.properties.clear();
  VtValue names;
  if (!layer.HasField(path, SdfChildrenKeys->PropertyChildren, &names) || !names.IsHolding<TfTokenVector>()) return;
  for (const TfToken& name : names.UncheckedGet<TfTokenVector>()) {
    const PropertyClass& known = recorder.class_of_property(name);
    if (known.name != NameClass::Other || known.may_hold_assets) facts.properties.push_back(name);
  }
}

}  // namespace assay::extract
