#include "assay/extract/physics/payload.h"

#include <algorithm>
#include <unordered_map>

namespace assay::extract {

using namespace pxr;

TfTokenVector names_at(const SdfLayer& layer, const SdfPath& spec, const TfToken& field) {
  VtValue names;
  const bool has_names = layer.HasField(spec, field, &names) && names.IsHolding<TfTokenVector>();
  return has_names ? names.UncheckedGet<TfTokenVector>() : TfTokenVector();
}

namespace {

/// Tells the classes of a payload's specs apart.
class PayloadClasses {
 public:
  explicit PayloadClasses(std::vector<PayloadClass>& classes) : classes_(classes) {}

  std::size_t index_of(PayloadClass payload_class) {
    const TfToken& type = payload_class.type;
    const std::size_t hash = TfHash::Combine(type, payload_class.schemas, payload_class.properties);
    const auto [first, last] = indices_.equal_range(hash);
    for (auto known = first; known != last; ++known) {
      if (classes_[known->second] == payload_class) return known->second;
    }
    indices_.emplace(hash, classes_.size());
    classes_.push_back(std::move(payload_class));
    return classes_.size() - 1;
  }

 private:
  std::vector<PayloadClass>& classes_;
  std::unordered_multimap<std::size_t, std::size_t> indices_;
};

void read_schemas(const SdfLayer& layer, const SdfPath& spec, PayloadClass& payload_class) {
  static const TfToken key("apiSchemas");
  VtValue value;
  if (!layer.HasField(spec, key, &value)) return;
  payload_class.only_prepends = value.IsHolding<SdfTokenListOp>();
  if (!payload_class.only_prepends) return;
  const auto& list = value.UncheckedGet<SdfTokenListOp>();
  payload_class.only_prepends = !list.IsExplicit() && list.GetAddedItems().empty() && list.GetAppendedItems().empty() &&
                                list.GetDeletedItems().empty() && list.GetOrderedItems().empty();
  for (const TfToken& name : list.GetPrependedItems()) {
    TfTokenVector& known = payload_class.schemas;
    if (std::ranges::find(known, name) == known.end()) known.push_back(name);
  }
}

PayloadClass read_class(const SdfLayer& layer, const SdfPath& spec) {
  PayloadClass payload_class;
  layer.HasField(spec, SdfFieldKeys->TypeName, &payload_class.type);
  if (payload_class.type == SdfTokens->AnyTypeToken) payload_class.type = TfToken();
  read_schemas(layer, spec, payload_class);
  payload_class.properties = names_at(layer, spec, SdfChildrenKeys->PropertyChildren);
  return payload_class;
}

}  // namespace

Payload read_payload(const Overlay& overlay, const SdfPath& default_prim) {
  Payload payload;
  payload.overlay = overlay;
  PayloadClasses classes(payload.classes);
  const SdfLayer& layer = *overlay.layer;
  struct Waiting {
    SdfPath spec;
    SdfPath path;
    std::optional<std::size_t> parent;
  };
  std::vector<Waiting> waiting = {{overlay.node.GetPath(), default_prim, std::nullopt}};
  while (!waiting.empty()) {
    PayloadPrim& prim = payload.prims.emplace_back();
    prim.spec = std::move(waiting.back().spec);
    prim.path = std::move(waiting.back().path);
    prim.parent = waiting.back().parent;
    waiting.pop_back();
    layer.HasField(prim.spec, SdfFieldKeys->Specifier, &prim.specifier);
    prim.payload_class = classes.index_of(read_class(layer, prim.spec));
    const TfTokenVector names = names_at(layer, prim.spec, SdfChildrenKeys->PrimChildren);
    const std::size_t index = payload.prims.size() - 1;
    for (auto name = names.rbegin(); name != names.rend(); ++name) {
      waiting.push_back({prim.spec.AppendChild(*name), prim.path.AppendChild(*name), index});
    }
  }
  return payload;
}

}  // namespace assay::extract
