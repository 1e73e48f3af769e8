#include "assay/stage/composed.h"

#include <algorithm>
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

/// Whether a list op of paths leaves anything in the list.
bool lists_paths(const SdfPathListOp& list) {
  if (list.IsExplicit()) return !list.GetExplicitItems().empty();
  return !list.GetPrependedItems().empty() || !list.GetAppendedItems().empty() || !list.GetAddedItems().empty();
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

Statement attribute_statement(const SpecSite& site, const SdfPath& path, PropertyOpinion& opinion) {
  SdfPathListOp connections;
  if (site.layer->HasField(path, SdfFieldKeys->ConnectionPaths, &connections) && lists_paths(connections)) {
    return Statement::Value;
  }
  if (site.layer->HasField(path, SdfFieldKeys->TimeSamples)) {
    opinion.sampled = true;
    return has_sampled_value(*site.layer, path) ? Statement::Value : Statement::Block;
  }
  if (site.layer->HasField(path, spline_key())) return Statement::Value;
  if (!site.layer->HasField(path, SdfFieldKeys->Default, &opinion.default_value)) return Statement::Silent;
  return opinion.default_value.IsHolding<SdfValueBlock>() ? Statement::Block : Statement::Value;
}

Statement relationship_statement(const SpecSite& site, const SdfPath& path) {
  SdfPathListOp targets;
  if (!site.layer->HasField(path, SdfFieldKeys->TargetPaths, &targets)) return Statement::Silent;
  if (lists_paths(targets)) return Statement::Value;
  return targets.IsExplicit() ? Statement::Block : Statement::Silent;
}

}  // namespace

Composed compose(const Asset& asset, const std::vector<ChosenVariant>& chosen) {
  const ArResolverContextBinder binder(asset.context);
  Composed composed;
  composed.session = SdfLayer::CreateAnonymous("selection");
  for (const ChosenVariant& variant : chosen) {
    const SdfPrimSpecHandle prim = SdfCreatePrimInLayer(composed.session, SdfPath(variant.prim));
    prim->SetVariantSelection(variant.variant_set, variant.option);
  }
  const PcpLayerStackIdentifier identifier(asset.root, composed.session, asset.context);
  composed.cache = std::make_unique<PcpCache>(identifier, "usd", true);

  const auto descend = [](const PcpPrimIndex& index, TfTokenVector*) {
    std::vector<SpecSite> sites;
    collect_spec_sites(index, sites);
    return is_active(sites);
  };
  const auto load = [](const SdfPath&) { return true; };
  const TfErrorMark mark;
  composed.cache->ComputePrimIndexesInParallel(SdfPath::AbsoluteRootPath(), &composed.errors, descend, load);
  mark.Clear();
  const PcpErrorVector& layer_stack_errors = composed.cache->GetLayerStack()->GetLocalErrors();
  composed.errors.insert(composed.errors.end(), layer_stack_errors.begin(), layer_stack_errors.end());
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

void collect_applied_schemas(const std::vector<SpecSite>& sites, std::vector<AppliedSchema>& schemas) {
  schemas.clear();
  std::vector<std::pair<const SpecSite*, SdfTokenListOp>> lists;  // strongest first
  for (const SpecSite& site : sites) {
    SdfTokenListOp list;
    if (!site.layer->HasField(*site.path, api_schemas_key(), &list)) continue;
    lists.emplace_back(&site, std::move(list));
    if (lists.back().second.IsExplicit()) break;
  }
  TfTokenVector names;
  for (auto list = lists.rbegin(); list != lists.rend(); ++list) list->second.ApplyOperations(&names);

  for (const TfToken& name : names) {
    for (const auto& [site, list] : lists) {
      if (!lists_item(list, name)) continue;
      schemas.push_back({name, site});
      break;
    }
  }
}

PropertyOpinion resolve_property(const std::vector<SpecSite>& sites, const TfToken& name) {
  PropertyOpinion opinion;
  bool first = true;
  for (const SpecSite& site : sites) {
    const SdfPath path = site.path->AppendProperty(name);
    const SdfSpecType type = site.layer->GetSpecType(path);
    if (type == SdfSpecTypeUnknown) continue;
    if (std::exchange(first, false)) opinion.is_relationship = type == SdfSpecTypeRelationship;
    const Statement statement =
        opinion.is_relationship ? relationship_statement(site, path) : attribute_statement(site, path, opinion);
    if (statement == Statement::Silent) continue;
    if (statement == Statement::Value) opinion.source = &site;
    return opinion;
  }
  return opinion;
}

std::vector<TfToken> sampled_tokens(const SpecSite& site, const TfToken& name) {
  const SdfPath path = site.path->AppendProperty(name);
  std::set<TfToken> tokens;
  for (const double time : site.layer->ListTimeSamplesForPath(path)) {
    VtValue value;
    if (!site.layer->QueryTimeSample(path, time, &value)) continue;
    if (value.IsHolding<TfToken>()) tokens.insert(value.UncheckedGet<TfToken>());
  }
  return {tokens.begin(), tokens.end()};
}

}  // namespace assay::stage
