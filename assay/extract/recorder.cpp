#include "assay/extract/recorder.h"

#include "assay/schema/catalog.h"

#include <algorithm>
#include <array>

namespace assay::extract {
namespace {

using namespace pxr;

// by PcpArcType, and behind them the step into another layer of a layer stack
constexpr int sublayer_step = PcpNumArcTypes;
constexpr std::array<const char*, PcpNumArcTypes + 1> arc_kinds = {"root",      "inherit", "variant",    "relocate",
                                                                   "reference", "payload", "specialize", "sublayer"};

/// Whether a property of that name can hold asset paths: not those that a published schema gives another type.
bool may_hold_assets(std::string_view name) {
  const schema::PropertyDefinition* definition = schema::find_property(name);
  if (definition != nullptr) return definition->kind == "attribute" && definition->type.starts_with("asset");
  // source: UsdGeomXformable and UsdShadeMaterialBindingAPI, which the catalogs do not hold
  return !name.starts_with("xformOp:") && !name.starts_with("material:binding");
}

}  // namespace

Recorder::Recorder(const stage::Asset& asset, const schema::IsolationPolicy& policy, model::Model& model)
    : asset_(asset), policy_(policy), model_(model) {
  model_.arc_chains.push_back(model::ArcChain{{"root", stage::layer_name(asset, *asset.root), "/"}});
  opinion(layer(*asset.root), path(SdfPath::AbsoluteRootPath()), 0);
}

void Recorder::reserve(std::size_t paths, std::size_t opinions) {
  path_names_.reserve(path_names_.size() + paths);
  paths_.reserve(paths_.size() + paths);
  opinion_indices_.reserve(opinion_indices_.size() + opinions);
  model_.opinions.reserve(model_.opinions.size() + opinions);
}

bool Recorder::thaw() {
  is_frozen_ = false;
  return was_short_.exchange(false);
}

bool Recorder::is_short() {
  if (is_frozen_) was_short_ = true;
  return is_frozen_;
}

model::NameIndex Recorder::name(const TfToken& token) {
  const auto known = token_names_.find(token);
  if (known != token_names_.end()) return known->second;
  if (is_short()) return 0;
  return token_names_.emplace(token, model_.names.intern(token.GetString())).first->second;
}

model::NameIndex Recorder::path(const SdfPath& path) {
  const auto known = path_names_.find(path);
  if (known != path_names_.end()) return known->second;
  if (is_short()) return 0;
  // the paths above that are not known either, nearest first
  std::vector<SdfPath> missing;
  SdfPath above = path;
  for (; !above.IsAbsoluteRootPath() && !path_names_.contains(above); above = above.GetParentPath()) {
    missing.push_back(above);
  }
  model::NameIndex name = above.IsAbsoluteRootPath() ? model_.names.intern("/") : path_names_.at(above);
  for (auto each = missing.rbegin(); each != missing.rend(); ++each) name = extended_path(name, *each);
  return name;
}

model::NameIndex Recorder::path_below(model::NameIndex parent, const SdfPath& path) {
  const auto known = path_names_.find(path);
  if (known != path_names_.end()) return known->second;
  return is_short() ? 0 : extended_path(parent, path);
}

model::NameIndex Recorder::extended_path(model::NameIndex parent, const SdfPath& path) {
  const bool is_variant = path.IsPrimVariantSelectionPath();
  const model::NameIndex element =
      model_.names.intern(is_variant ? path.GetElementString() : path.GetNameToken().GetString());
  const SdfPath above = path.GetParentPath();
  const bool has_separator = !is_variant && !above.IsAbsoluteRootPath() && !above.IsPrimVariantSelectionPath();
  const model::NameIndex extended = model_.names.extend(parent, has_separator ? "/" : "", element);
  path_names_.emplace(path, extended);
  paths_.push_back(path);
  return extended;
}

model::LayerIndex Recorder::layer(const SdfLayer& layer) {
  const auto [entry, added] = layer_indices_.try_emplace(&layer, static_cast<model::LayerIndex>(layers_.size()));
  if (added) {
    layers_.emplace_back(SdfLayerHandle(const_cast<SdfLayer*>(&layer)));
    model_.layers.push_back(stage::layer_name(asset_, layer));
  }
  return entry->second;
}

model::OpinionIndex Recorder::opinion(const stage::SpecSite& site, model::NameIndex spec_path) {
  if (is_short()) return 0;
  return opinion(layer(*site.layer), spec_path, arc_chain(site.node, *site.layer));
}

model::OpinionIndex Recorder::opinion_beside(model::OpinionIndex known, model::NameIndex spec_path) {
  if (is_short()) return 0;
  const model::Opinion& beside = model_.opinions[known];
  return opinion(beside.layer, spec_path, beside.arcs);
}

model::OpinionIndex Recorder::opinion(const PcpNodeRef& node, const SdfLayer& source, const SdfPath& spec_path) {
  if (is_short()) return 0;
  return opinion(layer(source), path(spec_path), arc_chain(node, source));
}

model::OpinionIndex Recorder::opinion(const SdfLayer& source, const SdfPath& spec_path) {
  if (is_short()) return 0;
  return opinion(layer(source), path(spec_path), 0);
}

model::OpinionIndex Recorder::opinion(model::LayerIndex layer, model::NameIndex spec_path, model::ArcChainIndex arcs) {
  const model::Opinion opinion{layer, spec_path, arcs};
  const auto [entry, added] =
      opinion_indices_.try_emplace(opinion, static_cast<model::OpinionIndex>(model_.opinions.size()));
  if (added) model_.opinions.push_back(opinion);
  return entry->second;
}

model::BrokenArc& Recorder::broken_arc(const model::BrokenArc& arc) {
  const model::Opinion& opinion = model_.opinions[arc.place.opinion];
  const auto [known, added] = broken_arcs_.try_emplace(
      {arc.kind, arc.subject, opinion.layer, model_.text(opinion.spec_path)}, model_.broken_arcs.size());
  if (added) model_.broken_arcs.push_back(arc);
  return model_.broken_arcs[known->second];
}

model::ArcChainIndex Recorder::arc_chain(const PcpNodeRef& node, const SdfLayer& layer) {
  // the nodes from the root of the graph to this one
  std::vector<PcpNodeRef> nodes;
  for (PcpNodeRef each = node; each; each = each.GetParentNode()) nodes.push_back(each);
  std::ranges::reverse(nodes);

  const SdfPath introduced = nodes.size() > 1 ? nodes[1].GetIntroPath() : SdfPath::AbsoluteRootPath();
  model::ArcChainIndex chain = extended_chain({0, PcpArcTypeRoot, 0, introduced});
  for (std::size_t index = 1; index < nodes.size(); ++index) {
    const PcpNodeRef& step = nodes[index];
    const model::LayerIndex root = this->layer(*step.GetLayerStack()->GetIdentifier().rootLayer);
    chain = extended_chain({chain, step.GetArcType(), root, step.GetPathAtIntroduction()});
  }
  const SdfLayerHandle stack_root = node.GetLayerStack()->GetIdentifier().rootLayer;
  if (get_pointer(stack_root) == &layer) return chain;
  return extended_chain({chain, sublayer_step, this->layer(layer), SdfPath::AbsoluteRootPath()});
}

model::ArcChainIndex Recorder::extended_chain(const ChainStep& step) {
  const auto [entry, added] =
      chain_indices_.try_emplace(step, static_cast<model::ArcChainIndex>(model_.arc_chains.size()));
  if (added) {
    model::ArcChain extended = step.kind == PcpArcTypeRoot ? model::ArcChain() : model_.arc_chains[step.chain];
    extended.push_back(
        {arc_kinds.at(static_cast<std::size_t>(step.kind)), model_.layers[step.layer], step.path.GetString()});
    model_.arc_chains.push_back(std::move(extended));
  }
  return entry->second;
}

void Recorder::unresolved_asset(const model::UnresolvedAsset& asset, const std::vector<std::string>& selections) {
  std::vector<model::UnresolvedAsset>& assets = model_.unresolved_assets;
  const auto [known, added] =
      unresolved_assets_.try_emplace({asset.prim, asset.property, asset.asset_path}, assets.size());
  if (added) assets.push_back(asset);
  std::vector<std::string>& missed_by = assets[known->second].selections;
  for (const std::string& selection : selections) {
    if (std::ranges::find(missed_by, selection) == missed_by.end()) missed_by.push_back(selection);
  }
}

std::vector<model::NameIndex> Recorder::absorb_names(Recorder& part) {
  const model::Names& from = part.model_.names;
  std::vector<model::NameIndex> names(from.size());
  auto next_path = part.paths_.begin();
  // a path comes after its parent and its element
  for (model::NameIndex index = 0; index < names.size(); ++index) {
    const model::Names::Step& step = from.step(index);
    if (!step.parent) {
      names[index] = model_.names.intern(from[index]);
      continue;
    }
    const SdfPath& path = *next_path++;
    const auto [entry, added] = path_names_.try_emplace(path, 0);
    if (added) {
      entry->second = model_.names.extend(names[*step.parent], step.separator, names[step.element]);
      paths_.push_back(path);
    }
    names[index] = entry->second;
  }
  return names;
}

std::vector<model::ArcChainIndex> Recorder::absorb_chains(Recorder& part) {
  std::vector<ChainStep> steps(part.model_.arc_chains.size());
  for (const auto& [step, chain] : part.chain_indices_) steps[chain] = step;
  std::vector<model::ArcChainIndex> chains(steps.size(), 0);
  // a chain comes after the one that it extends; the first is the root layer's
  for (std::size_t index = 1; index < steps.size(); ++index) {
    const ChainStep& step = steps[index];
    chains[index] = extended_chain({chains[step.chain], step.kind, layer(*part.layers_[step.layer]), step.path});
  }
  return chains;
}

Renumbering Recorder::absorb(Recorder& part) {
  Renumbering renumbering{absorb_names(part), {}};
  const std::vector<model::ArcChainIndex> chains = absorb_chains(part);
  renumbering.opinions.reserve(part.model_.opinions.size());
  for (const model::Opinion& each : part.model_.opinions) {
    renumbering.opinions.push_back(
        opinion(layer(*part.layers_[each.layer]), renumbering.names[each.spec_path], chains[each.arcs]));
  }

  model_.has_commanded_joints |= part.model_.has_commanded_joints;
  for (model::BrokenArc& arc : part.model_.broken_arcs) {
    arc.place.opinion = renumbering.opinions[arc.place.opinion];
    broken_arc(arc);
  }
  for (model::UnresolvedAsset& asset : part.model_.unresolved_assets) {
    asset.place.opinion = renumbering.opinions[asset.place.opinion];
    unresolved_asset(asset, asset.selections);
  }
  return renumbering;
}

const SchemaClass& Recorder::class_of_schema(const TfToken& schema) {
  static const SchemaClass unknown;
  const auto found = schema_classes_.find(schema);
  if (found != schema_classes_.end()) return found->second;
  if (is_short()) return unknown;
  SchemaClass& known = schema_classes_[schema];
  known.index = name(schema);
  if (schema::row_of_schema(policy_, schema.GetString()) != nullptr) {
    known.name = NameClass::Vendor;
  } else if (schema::is_neutral_schema(policy_, schema.GetString())) {
    known.name = NameClass::Neutral;
  }
  return known;
}

const PropertyClass& Recorder::class_of_property(const TfToken& property) {
  static const PropertyClass unknown;
  const auto found = property_classes_.find(property);
  if (found != property_classes_.end()) return found->second;
  if (is_short()) return unknown;
  PropertyClass& known = property_classes_[property];
  known.index = this->name(property);
  const std::string& name = property.GetString();
  if (schema::row_of_property(policy_, name) != nullptr) {
    known.name = NameClass::Vendor;
  } else if (std::ranges::find(policy_.values, name, &schema::ValueRule::property) != policy_.values.end()) {
    known.name = NameClass::Neutral;
  }
  known.may_hold_assets = may_hold_assets(name);
  return known;
}

}  // namespace assay::extract
