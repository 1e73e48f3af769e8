#include "assay/stage/composed.h"

#include <pxr/tf/smallVector.h>

#include <algorithm>
#include <mutex>
#include <optional>
#include <set>

namespace assay::stage {
namespace {

using namespace pxr;

const TfToken& api_schemas_key() {
  static const TfToken key("apiSchemas");
  return key;
}

const TfToken& spline_key() {
  static const TfToken key("spline");
  return key;
}

bool lists_item(const SdfTokenListOp& list, const TfToken& item) {
  const auto holds = [&item](const TfTokenVector& items) { return std::ranges::find(items, item) != items.end(); };
  if (list.IsExplicit()) return holds(list.GetExplicitItems());
  return holds(list.GetPrependedItems()) || holds(list.GetAppendedItems()) || holds(list.GetAddedItems());
}

/// Whether a list op does nothing but prepend.
bool only_prepends(const SdfTokenListOp& list) {
  return !list.IsExplicit() && list.GetAddedItems().empty() && list.GetAppendedItems().empty() &&
         list.GetDeletedItems().empty() && list.GetOrderedItems().empty();
}

/// What one spec of an attribute says: nothing, a block that ends the search, or a value.
enum class Statement { Silent, Block, Value };

/// Whether some time sample is a value and not a block.
bool has_sampled_value(const SdfLayer& layer, const SdfPath& path) {
  return std::ranges::any_of(layer.ListTimeSamplesForPath(path), [&](double time) {
    VtValue value;
    return layer.QueryTimeSample(path, time, &value) && !value.IsHolding<SdfValueBlock>();
  });
}

/// What a spec says; `is_animation_over` once a stronger one has blocked the animation but not the default.
Statement attribute_statement(const SpecSite& site, const SdfPath& path, PropertyOpinion& opinion,
                              bool& is_animation_over) {
  bool has_default = site.layer->HasField(path, SdfFieldKeys->Default, &opinion.default_value);
  if (has_default && opinion.default_value.IsHolding<SdfAnimationBlock>()) {
    is_animation_over = true;
    has_default = false;
  }
  const bool is_blocked = has_default && opinion.default_value.IsHolding<SdfValueBlock>();
  if (has_default && !is_blocked) return Statement::Value;
  opinion.default_value = VtValue();
  if (!is_animation_over && site.layer->GetNumTimeSamplesForPath(path) > 0) {
    opinion.sampled = true;
    return has_sampled_value(*site.layer, path) ? Statement::Value : Statement::Block;
  }
  if (!is_animation_over && site.layer->HasField(path, spline_key())) return Statement::Value;
  return is_blocked ? Statement::Block : Statement::Silent;
}

/// One spec's list op of target or connection paths.
struct PathList {
  const SpecSite* site = nullptr;
  SdfPathListOp paths;
};

/// The path in the namespace of the composed prim; a path that no arc maps stays as it is.
SdfPath mapped_path(const SpecSite& site, const SdfPath& path) {
  const SdfPath mapped = site.node.GetMapToRoot().MapSourceToTarget(path);
  return mapped.IsEmpty() ? path : mapped;
}

bool lists_path(const PathList& list, const SdfPath& path) {
  const auto holds = [&](const SdfPathVector& items) {
    return std::ranges::any_of(items, [&](const SdfPath& item) { return mapped_path(*list.site, item) == path; });
  };
  const SdfPathListOp& paths = list.paths;
  if (paths.IsExplicit()) return holds(paths.GetExplicitItems());
  return holds(paths.GetPrependedItems()) || holds(paths.GetAppendedItems()) || holds(paths.GetAddedItems());
}

/// The strongest spec that lists a path which is left after composing a field's list ops; null when none is left.
const SpecSite* path_list_source(const std::vector<SpecSite>& sites, const TfToken& name, const TfToken& field) {
  std::vector<PathList> lists;  // strongest first
  for (const SpecSite& site : sites) {
    PathList list{&site, {}};
    if (!site.layer->HasField(site.path->AppendProperty(name), field, &list.paths)) continue;
    lists.push_back(std::move(list));
    if (lists.back().paths.IsExplicit()) break;
  }
  SdfPathVector composed;
  for (auto list = lists.rbegin(); list != lists.rend(); ++list) {
    list->paths.ApplyOperations(&composed, [list](SdfListOpType, const SdfPath& path) {
      return std::optional<SdfPath>(mapped_path(*list->site, path));
    });
  }
  for (const PathList& list : lists) {
    const auto is_left = [&list](const SdfPath& path) { return lists_path(list, path); };
    if (std::ranges::any_of(composed, is_left)) return list.site;
  }
  return nullptr;
}

/// The strongest spec that gives an attribute a value; null when none does or a block comes first.
const SpecSite* value_source(const std::vector<SpecSite>& sites, const TfToken& name, PropertyOpinion& opinion) {
  bool is_animation_over = false;
  for (const SpecSite& site : sites) {
    const Statement statement = attribute_statement(site, site.path->AppendProperty(name), opinion, is_animation_over);
    if (statement == Statement::Silent) continue;
    return statement == Statement::Value ? &site : nullptr;
  }
  return nullptr;
}

/// Whether the strongest spec of a property is a relationship's.
bool is_relationship(const std::vector<SpecSite>& sites, const TfToken& name) {
  for (const SpecSite& site : sites) {
    const SdfSpecType type = site.layer->GetSpecType(site.path->AppendProperty(name));
    if (type != SdfSpecTypeUnknown) return type == SdfSpecTypeRelationship;
  }
  return false;
}

/// A composition in which the variants are chosen and no prim is composed yet.
Composed nothing_composed(const Asset& asset, const std::vector<ChosenVariant>& chosen) {
  Composed composed;
  composed.session = SdfLayer::CreateAnonymous("selection");
  for (const ChosenVariant& variant : chosen) {
    const SdfPath prim(variant.prim);
    SdfCreatePrimInLayer(composed.session, prim);
    // as a field, since the prim spec's own setter takes an empty option for no selection at all
    auto selections = composed.session->GetFieldAs<SdfVariantSelectionMap>(prim, SdfFieldKeys->VariantSelection);
    selections[variant.variant_set] = variant.option;
    composed.session->SetField(prim, SdfFieldKeys->VariantSelection, selections);
  }
  const PcpLayerStackIdentifier identifier(asset.root, composed.session, asset.context);
  composed.cache = std::make_unique<PcpCache>(identifier, "usd", true);
  return composed;
}

/// Composes a prim and below it as far as `descend` says.
template <class Descend>
void compute_indices(Composed& composed, const SdfPath& prim, const Descend& descend) {
  const auto load = [](const SdfPath&) { return true; };
  const TfErrorMark mark;
  composed.cache->ComputePrimIndexesInParallel(prim, &composed.errors, descend, load);
  mark.Clear();
  const PcpErrorVector& layer_stack_errors = composed.cache->GetLayerStack()->GetLocalErrors();
  composed.errors.insert(composed.errors.end(), layer_stack_errors.begin(), layer_stack_errors.end());
}

}  // namespace

Composed compose(const Asset& asset, const std::vector<ChosenVariant>& chosen, const Inspect& inspect) {
  const ArResolverContextBinder binder(asset.context);
  Composed composed = nothing_composed(asset, chosen);
  std::mutex mutex;
  const auto descend = [&](const PcpPrimIndex& index, TfTokenVector*) {
    std::vector<SpecSite> sites;
    collect_spec_sites(index, sites);
    const bool active = is_active(sites);
    if (!active || index.IsInstanceable()) {
      const std::lock_guard lock(mutex);
      composed.has_instances |= index.IsInstanceable();
      if (!active) composed.inactive.insert(index.GetPath());
    }
    const bool goes_on = !inspect || inspect(index, sites);
    return active && goes_on;
  };
  compute_indices(composed, SdfPath::AbsoluteRootPath(), descend);
  return composed;
}

Composed compose_prim(const Asset& asset, const std::vector<ChosenVariant>& chosen, const SdfPath& prim) {
  const ArResolverContextBinder binder(asset.context);
  Composed composed = nothing_composed(asset, chosen);
  compute_indices(composed, prim, [](const PcpPrimIndex&, TfTokenVector*) { return false; });
  return composed;
}

void collect_spec_sites(const PcpPrimIndex& index, std::vector<SpecSite>& sites) {
  sites.clear();
  for (const PcpNodeRef& node : index.GetNodeRange()) {
    if (!node.HasSpecs() || node.IsInert()) continue;
    const SdfPath& path = node.GetPath();
    const SdfLayerRefPtrVector& layers = node.GetLayerStack()->GetLayers();
    for (const SdfLayerRefPtr& layer : layers) {
      // a node with specs in a stack of one layer has them there
      if (layers.size() == 1 || layer->HasSpec(path)) sites.push_back({node, get_pointer(layer), &path});
    }
  }
}

bool is_active(const std::vector<SpecSite>& sites) {
  bool active = true;
  for (const SpecSite& site : sites) {
    if (site.layer->HasField(*site.path, SdfFieldKeys->Active, &active)) return active;
  }
  return true;
}

TfToken type_name(const std::vector<SpecSite>& sites, const SpecSite** source) {
  for (const SpecSite& site : sites) {
    TfToken type;
    if (!site.layer->HasField(*site.path, SdfFieldKeys->TypeName, &type)) continue;
    if (type.IsEmpty() || type == SdfTokens->AnyTypeToken) continue;
    if (source != nullptr) *source = &site;
    return type;
  }
  return TfToken();
}

bool compose_schemas(const std::vector<SchemaList>& lists, std::vector<AppliedSchema>& schemas) {
  schemas.clear();
  const auto is_known = [&schemas](const TfToken& name) {
    return std::ranges::find(schemas, name, &AppliedSchema::name) != schemas.end();
  };
  // lists that only prepend, as nearly all do, compose to their items one after the other
  if (std::ranges::all_of(lists, [](const SchemaList& list) { return only_prepends(*list.list); })) {
    for (const auto& [site, list] : lists) {
      for (const TfToken& name : list->GetPrependedItems()) {
        if (!is_known(name)) schemas.push_back({name, site});
      }
    }
    return true;
  }
  TfTokenVector names;
  for (auto list = lists.rbegin(); list != lists.rend(); ++list) list->list->ApplyOperations(&names);
  for (const TfToken& name : names) {
    const auto source =
        std::ranges::find_if(lists, [&](const SchemaList& list) { return lists_item(*list.list, name); });
    if (source != lists.end()) schemas.push_back({name, source->site});
  }
  return false;
}

bool collect_applied_schemas(const std::vector<SpecSite>& sites, std::vector<AppliedSchema>& schemas) {
  TfSmallVector<VtValue, 4> values(sites.size());
  std::vector<SchemaList> listed;  // strongest first
  for (std::size_t index = 0; index < sites.size(); ++index) {
    const SpecSite& site = sites[index];
    if (!site.layer->HasField(*site.path, api_schemas_key(), &values[index])) continue;
    if (!values[index].IsHolding<SdfTokenListOp>()) continue;
    listed.push_back({&site, &values[index].UncheckedGet<SdfTokenListOp>()});
  }
  return compose_schemas(listed, schemas);
}

PropertyOpinion resolve_property(const std::vector<SpecSite>& sites, const TfToken& name) {
  PropertyOpinion opinion;
  opinion.source = value_source(sites, name, opinion);
  // a default in the strongest spec says that it is an attribute's
  if (opinion.source == &sites.front() && !opinion.default_value.IsEmpty()) return opinion;
  if (is_relationship(sites, name)) {
    return {path_list_source(sites, name, SdfFieldKeys->TargetPaths), true, false, {}};
  }
  if (opinion.source == nullptr) opinion.source = path_list_source(sites, name, SdfFieldKeys->ConnectionPaths);
  return opinion;
}

std::string evaluated(const std::string& text, const PcpNodeRef& node) {
  if (!SdfVariableExpression::IsExpression(text)) return text;
  const VtDictionary& variables = node.GetLayerStack()->GetExpressionVariables().GetVariables();
  const SdfVariableExpression::Result result = SdfVariableExpression(text).Evaluate(variables);
  return result.value.IsHolding<std::string>() ? result.value.UncheckedGet<std::string>() : std::string();
}

std::vector<TfToken> sampled_tokens(const SpecSite& site, const TfToken& name) {
  const SdfPath path = site.path->AppendProperty(name);
  std::set<TfToken> tokens;
  for (const double time : site.layer->ListTimeSamplesForPath(path)) {
    VtValue value;
    if (!site.layer->QueryTimeSample(path, time, &value)) continue;
    if (value.IsHolding<TfToken>()) tokens.insert(value.UncheckedGet<TfToken>());
    if (value.IsHolding<std::string>()) tokens.insert(TfToken(value.UncheckedGet<std::string>()));
  }
  return {tokens.begin(), tokens.end()};
}

}  // namespace assay::stage
