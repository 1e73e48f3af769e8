#include "assay/stage/stage_value.h"

namespace assay::stage {
namespace {

using namespace pxr;

SdfAssetPath resolved_asset_path(const SpecSite& site, const SdfAssetPath& authored) {
  std::string path = authored.GetAuthoredPath();
  SdfAssetPathParams parameters;
  parameters.Authored(path);
  if (SdfVariableExpression::IsExpression(path)) {
    const VtDictionary& variables = site.node.GetLayerStack()->GetExpressionVariables().GetVariables();
    const auto result = SdfVariableExpression(path).EvaluateTyped<std::string>(variables);
    path = result.value.IsHolding<std::string>() ? result.value.UncheckedGet<std::string>() : "";
    parameters.Evaluated(path);
  }
  if (!path.empty()) {
    const SdfLayerHandle layer(const_cast<SdfLayer*>(site.layer));
    parameters.Resolved(SdfResolveAssetPathRelativeToLayer(layer, path));
  }
  return SdfAssetPath(parameters);
}

/// Applies `change` to the T, the array of T or the edit of an array of T that a value holds; false for other values.
template <class T, class Change>
bool change_each(VtValue& value, const Change& change) {
  if (value.IsHolding<T>()) {
    value.UncheckedMutate<T>([&](T& item) { item = change(item); });
    return true;
  }
  if (value.IsHolding<VtArray<T>>()) {
    value.UncheckedMutate<VtArray<T>>([&](VtArray<T>& items) {
      for (T& item : items) item = change(item);
    });
    return true;
  }
  if (!value.IsHolding<VtArrayEdit<T>>()) return false;
  value.UncheckedMutate<VtArrayEdit<T>>([&](VtArrayEdit<T>& edit) {
    for (T& item : edit.GetMutableLiterals()) item = change(item);
  });
  return true;
}

}  // namespace

SdfLayerOffset stage_from_layer(const SpecSite& site) {
  const SdfLayerOffset offset = site.node.GetMapToRoot().GetTimeOffset();
  const SdfLayerHandle layer(const_cast<SdfLayer*>(site.layer));
  const SdfLayerOffset* of_layer = site.node.GetLayerStack()->GetLayerOffsetForLayer(layer);
  return of_layer == nullptr ? offset : offset * *of_layer;
}

void bring_to_stage(const SpecSite& site, VtValue& value) {
  if (value.IsHolding<VtDictionary>()) {
    value.UncheckedMutate<VtDictionary>([&](VtDictionary& dictionary) {
      for (auto& [key, entry] : dictionary) bring_to_stage(site, entry);
    });
    return;
  }
  const auto resolve = [&site](const SdfAssetPath& path) { return resolved_asset_path(site, path); };
  if (change_each<SdfAssetPath>(value, resolve)) return;
  const auto shift = [&site](const SdfTimeCode& time) { return stage_from_layer(site) * time; };
  change_each<SdfTimeCode>(value, shift);
}

}  // namespace assay::stage
