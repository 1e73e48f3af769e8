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

}  // namespace

Recorder::Recorder(const stage::Asset& asset, const schema::IsolationPolicy& policy, model::Model& model)
    : asset_(asset), policy_(policy), model_(model) {
  model_.arc_chains.push_back(model::ArcChain{{"root", stage::layer_name(asset, *asset.root), "/"}});
  opinion(layer(*asset.root), path(SdfPath::AbsoluteRootPath()), 0);
}

model::NameIndex Recorder::name(const TfToken& token) {
  const auto [entry, added] = token_names_.try_emplace(token, 0);
  if (added) entry->second = model_.names.intern(token.GetString());
  return entry->second;
}

model::NameIndex Recorder::path(const SdfPath& path) {
  const auto [entry, added] = path_names_.try_emplace(path, 0);
  // each path comes here once; its own table keeps it from repeating, and GetString would put it into a global one
  if (added) entry->second = model_.names.add(path.GetAsString());
  return entry->second;
}

model::LayerIndex Recorder::layer(const SdfLayer& layer) {
  const auto [entry, added] = layer_indices_.try_emplace(&layer, static_cast<model::LayerIndex>(layers_.size()));
  if (added) {
    layers_.emplace_back(SdfLayerHandle(const_cast<SdfLayer*>(&layer)));
    model_.layers.push_back(stage::layer_name(asset_, layer));
  }
  return entry->second;
}

model::OpinionIndex Recorder::opinion(const PcpNodeRef& node, const SdfLayer& source, const SdfPath& spec_path) {
  return opinion(layer(source), path(spec_path), arc_chain(node, source));
}

model::OpinionIndex Recorder::opinion(const SdfLayer& source, const SdfPath& spec_path) {
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
  const auto [known, added] = broken_arcs.try_emplace(
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

const SchemaClass& Recorder::class_of_schema(const TfToken& schema) {
  const auto [entry, added] = schema_classes_.try_emplace(schema);
  SchemaClass& known = entry->second;
  if (!added) return known;
  known.index = name(schema);
  if (schema::row_of_schema(policy_, schema.GetString()) != nullptr) {
    known.name = NameClass::Vendor;
  } else if (schema::is_neutral_schema(policy_, schema.GetString())) {
    known.name = NameClass::Neutral;
  }
  return known;
}

const PropertyClass& Recorder::class_of_property(const TfToken& property) {
  const auto [entry, added] = property_classes_.try_emplace(property);
  PropertyClass& known = entry->second;
  if (!added) return known;
  known.index = this->name(property);
  const std::string& name = property.GetString();
  if (schema::row_of_property(policy_, name) != nullptr) {
    known.name = NameClass::Vendor;
  } else if (std::ranges::find(policy_.values, name, &schema::ValueRule::property) != policy_.values.end()) {
    known.name = NameClass::Neutral;
  }
  const std::string_view type = schema::property_type(name);
  known.may_hold_assets = type.empty() ? !name.starts_with("xformOp:") : type.starts_with("asset");
  return known;
}

}  // namespace assay::extract
