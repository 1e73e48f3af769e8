#include "assay/stage/metadata.h"

#include "assay/stage/stage_value.h"

#include <pxr/tf/stringUtils.h>

#include <algorithm>
#include <set>
#include <type_traits>

namespace assay::stage {
namespace {

using namespace pxr;

SdfPath path_of(const SpecSite& site, const TfToken& property) {
  return property.IsEmpty() ? *site.path : site.path->AppendProperty(property);
}

bool is_consumed_by_composition(const TfToken& field) {
  static const std::set<TfToken> consumed = {
      SdfFieldKeys->InheritPaths,
      SdfFieldKeys->Payload,
      SdfFieldKeys->References,
      SdfFieldKeys->Specializes,
      SdfFieldKeys->SubLayers,
      SdfFieldKeys->SubLayerOffsets,
      SdfFieldKeys->VariantSelection,
      SdfFieldKeys->VariantSetNames,
      SdfFieldKeys->Default,
      SdfFieldKeys->TimeSamples,
      SdfFieldKeys->Spline,
      SdfFieldKeys->TargetPaths,
      SdfFieldKeys->ConnectionPaths,
      SdfFieldKeys->LayerRelocates,
      SdfFieldKeys->Relocates,
      TfToken("clips"),
      TfToken("clipSets"),
  };
  if (consumed.contains(field)) return true;
  const SdfSchemaBase::FieldDefinition* definition = SdfSchema::GetInstance().GetFieldDefinition(field);
  return definition != nullptr && (definition->IsReadOnly() || definition->HoldsChildren());
}

/// Composes list ops of items of one type, strongest first, into an explicit one.
template <class T>
bool compose_list_ops(const std::vector<VtValue>& opinions, VtValue& composed) {
  using ListOp = SdfListOp<T>;
  if (!opinions.front().IsHolding<ListOp>()) return false;
  std::vector<T> items;
  std::vector<const ListOp*> lists;
  for (const VtValue& opinion : opinions) {
    if (!opinion.IsHolding<ListOp>()) break;
    lists.push_back(&opinion.UncheckedGet<ListOp>());
    if (lists.back()->IsExplicit()) break;
  }
  for (auto list = lists.rbegin(); list != lists.rend(); ++list) (*list)->ApplyOperations(&items);
  composed = VtValue(ListOp::CreateExplicit(items));
  return true;
}

bool compose_any_list_op(const std::vector<VtValue>& opinions, VtValue& composed) {
  return compose_list_ops<int>(opinions, composed) || compose_list_ops<unsigned int>(opinions, composed) ||
         compose_list_ops<std::int64_t>(opinions, composed) || compose_list_ops<std::uint64_t>(opinions, composed) ||
         compose_list_ops<std::string>(opinions, composed) || compose_list_ops<TfToken>(opinions, composed) ||
         compose_list_ops<SdfUnregisteredValue>(opinions, composed);
}

bool composes_further(const VtValue& value) {
  return value.IsHolding<VtDictionary>() || TfStringStartsWith(value.GetTypeName(), "SdfListOp");
}

}  // namespace

std::vector<TfToken> authored_metadata(const std::vector<SpecSite>& sites, const TfToken& property) {
  std::set<TfToken> fields;
  for (const SpecSite& site : sites) {
    for (const TfToken& field : site.layer->ListFields(path_of(site, property))) {
      if (!is_consumed_by_composition(field)) fields.insert(field);
    }
  }
  std::vector<TfToken> sorted(fields.begin(), fields.end());
  std::ranges::sort(sorted, {}, [](const TfToken& field) -> const std::string& { return field.GetString(); });
  return sorted;
}

VtValue resolve_metadata(const std::vector<SpecSite>& sites, const TfToken& field, const TfToken& property) {
  std::vector<VtValue> opinions;  // strongest first, of the type of the strongest
  for (const SpecSite& site : sites) {
    VtValue value;
    if (!site.layer->HasField(path_of(site, property), field, &value)) continue;
    bring_to_stage(site, value);
    if (opinions.empty() && !composes_further(value)) return value;
    if (opinions.empty() || value.GetTypeid() == opinions.front().GetTypeid()) opinions.push_back(std::move(value));
  }
  if (opinions.empty()) return VtValue();
  VtValue composed;
  if (compose_any_list_op(opinions, composed)) return composed;
  VtDictionary dictionary;
  for (const VtValue& opinion : opinions) {
    if (!opinion.IsHolding<VtDictionary>()) return opinions.front();
    VtDictionaryOverRecursive(&dictionary, opinion.UncheckedGet<VtDictionary>());
  }
  return VtValue(dictionary);
}

std::vector<SpecSite> stage_sites(const Asset& asset, const Composed& composed) {
  const PcpPrimIndex* index = composed.prim_index(SdfPath::AbsoluteRootPath());
  if (index == nullptr) return {};
  const SdfPath& path = SdfPath::AbsoluteRootPath();
  return {{index->GetRootNode(), get_pointer(composed.session), &path},
          {index->GetRootNode(), get_pointer(asset.root), &path}};
}

std::vector<TfToken> property_names(const std::vector<SpecSite>& sites) {
  std::vector<TfToken> names;
  for (const SpecSite& site : sites) {
    VtValue listed;
    if (!site.layer->HasField(*site.path, SdfChildrenKeys->PropertyChildren, &listed)) continue;
    if (!listed.IsHolding<TfTokenVector>()) continue;
    const auto& listed_names = listed.UncheckedGet<TfTokenVector>();
    names.insert(names.end(), listed_names.begin(), listed_names.end());
  }
  std::ranges::sort(names, TfTokenFastArbitraryLessThan());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  order_properties(sites, names);
  return names;
}

void order_properties(const std::vector<SpecSite>& sites, std::vector<TfToken>& names) {
  const auto text = [](const TfToken& name) -> const std::string& { return name.GetString(); };
  std::ranges::sort(names, TfDictionaryLessThan(), text);
  const VtValue order = resolve_metadata(sites, SdfFieldKeys->PropertyOrder);
  if (!order.IsHolding<TfTokenVector>()) return;
  auto rest = names.begin();
  for (const TfToken& name : order.UncheckedGet<TfTokenVector>()) {
    const auto found = std::find(rest, names.end(), name);
    if (found != names.end()) std::rotate(rest++, found, found + 1);
  }
}

PropertyDeclaration declaration_of(const std::vector<SpecSite>& sites, const TfToken& name) {
  PropertyDeclaration declaration;
  bool is_first = true;
  for (const SpecSite& site : sites) {
    const SdfPath path = site.path->AppendProperty(name);
    const SdfSpecType type = site.layer->GetSpecType(path);
    if (type == SdfSpecTypeUnknown) continue;
    if (is_first) declaration.is_relationship = type == SdfSpecTypeRelationship;
    is_first = false;
    if (declaration.type.IsEmpty()) site.layer->HasField(path, SdfFieldKeys->TypeName, &declaration.type);
    declaration.variability = site.layer->GetFieldAs<SdfVariability>(path, SdfFieldKeys->Variability);
    declaration.is_custom |= site.layer->GetFieldAs<bool>(path, SdfFieldKeys->Custom);
  }
  return declaration;
}

}  // namespace assay::stage
