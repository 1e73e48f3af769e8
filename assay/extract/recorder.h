#pragma once

#include "assay/model/model.h"
#include "assay/schema/isolation_policy.h"
#include "assay/stage/composed.h"

#include <atomic>
#include <map>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

namespace assay::extract {

/// Hash of an opinion's three indices. Source: the multiplier of Fibonacci hashing, 2^64 over the golden ratio.
struct OpinionHash {
  std::size_t operator()(const model::Opinion& opinion) const {
    constexpr std::uint64_t multiplier = 0x9E3779B97F4A7C15;
    const std::uint64_t high = (static_cast<std::uint64_t>(opinion.layer) << 32) | opinion.arcs;
    return (high * multiplier) ^ (opinion.spec_path * multiplier >> 7);
  }
};

/// A chain of arcs extended by one step.
struct ChainStep {
  model::ArcChainIndex chain = 0;
  int kind = 0;  // PcpArcType, or sublayer_step
  model::LayerIndex layer = 0;
  pxr::SdfPath path;
  bool operator==(const ChainStep&) const = default;
};

/// Hash of a step, like that of an opinion.
struct ChainStepHash {
  std::size_t operator()(const ChainStep& step) const {
    const std::uint32_t place = (static_cast<std::uint32_t>(step.kind) << 24) ^ step.layer;
    return OpinionHash()({place, step.chain, 0}) ^ pxr::SdfPath::Hash()(step.path);
  }
};

/// What extraction does with a name.
enum class NameClass : std::uint8_t { Other, Neutral, Vendor };

/// What extraction does with an applied schema or prim type.
struct SchemaClass {
  NameClass name = NameClass::Other;
  model::NameIndex index = 0;
};

/// What extraction does with a property.
struct PropertyClass {
  NameClass name = NameClass::Other;  // neutral when value rules look at it
  model::NameIndex index = 0;
  bool may_hold_assets = false;  // no published schema gives it a type without asset paths
};

/// How the indices of an absorbed recorder read in the one that absorbed it.
struct Renumbering {
  std::vector<model::NameIndex> names;
  std::vector<model::OpinionIndex> opinions;
};

/// Turns OpenUSD's paths, tokens, layers and nodes into the model's tables, each once.
class Recorder {
 public:
  Recorder(const stage::Asset& asset, const schema::IsolationPolicy& policy, model::Model& model);

  const stage::Asset& asset() const { return asset_; }
  const schema::IsolationPolicy& policy() const { return policy_; }
  model::Model& model() { return model_; }
  const std::vector<pxr::SdfLayerRefPtr>& layers() const { return layers_; }

  /// Makes room for so many more paths and opinions.
  void reserve(std::size_t paths, std::size_t opinions);
  std::size_t path_count() const { return paths_.size(); }

  /// From here until `thaw` nothing is added, so that several threads may ask at once: what is not known reads as 0.
  void freeze() { is_frozen_ = true; }

  /// Whether something was asked for in vain meanwhile; opinions are not known to a frozen recorder.
  bool thaw();

  model::NameIndex name(const pxr::TfToken& token);
  model::NameIndex path(const pxr::SdfPath& path);

  /// That of a prim's path whose parent's name is known.
  model::NameIndex path_below(model::NameIndex parent, const pxr::SdfPath& path);
  model::LayerIndex layer(const pxr::SdfLayer& layer);

  /// The broken arc that says the same of the same spec; adds this one when there is none.
  model::BrokenArc& broken_arc(const model::BrokenArc& arc);

  /// Adds an asset path that is not found, once for each prim, property and path, with the selections that have it.
  void unresolved_asset(const model::UnresolvedAsset& asset, const std::vector<std::string>& selections);

  /// Takes over what a recorder found in another part of the same composition, whose prims are not here yet.
  Renumbering absorb(Recorder& part);

  /// The opinion of one spec site.
  model::OpinionIndex opinion(const stage::SpecSite& site) { return opinion(site.node, *site.layer, *site.path); }

  /// The same where the name of the spec's path is known.
  model::OpinionIndex opinion(const stage::SpecSite& site, model::NameIndex spec_path);

  /// The opinion of a spec in the layer, and by the arcs, of a known one.
  model::OpinionIndex opinion_beside(model::OpinionIndex known, model::NameIndex spec_path);

  /// The opinion at another path of the same node and layer, e.g. of a variant that is not selected.
  model::OpinionIndex opinion(const pxr::PcpNodeRef& node, const pxr::SdfLayer& layer, const pxr::SdfPath& path);

  /// An opinion whose arcs are unknown.
  model::OpinionIndex opinion(const pxr::SdfLayer& layer, const pxr::SdfPath& path);

  /// Whether an applied schema or prim type is a vendor's, of UsdPhysics, or something else.
  const SchemaClass& class_of_schema(const pxr::TfToken& schema);

  const PropertyClass& class_of_property(const pxr::TfToken& property);

 private:
  template <class T>
  using ByToken = std::unordered_map<pxr::TfToken, T, pxr::TfToken::HashFunctor>;

  /// Whether something that is not known cannot be added now.
  bool is_short();

  model::NameIndex extended_path(model::NameIndex parent, const pxr::SdfPath& path);
  model::ArcChainIndex arc_chain(const pxr::PcpNodeRef& node, const pxr::SdfLayer& layer);
  model::ArcChainIndex extended_chain(const ChainStep& step);
  model::OpinionIndex opinion(model::LayerIndex layer, model::NameIndex spec_path, model::ArcChainIndex arcs);
  std::vector<model::NameIndex> absorb_names(Recorder& part);
  std::vector<model::ArcChainIndex> absorb_chains(Recorder& part);

  const stage::Asset& asset_;
  const schema::IsolationPolicy& policy_;
  model::Model& model_;
  std::vector<pxr::SdfLayerRefPtr> layers_;  // by model layer index
  std::unordered_map<const pxr::SdfLayer*, model::LayerIndex> layer_indices_;
  ByToken<model::NameIndex> token_names_;
  std::unordered_map<pxr::SdfPath, model::NameIndex, pxr::SdfPath::Hash> path_names_;
  std::vector<pxr::SdfPath> paths_;  // the same, in the order of their names
  std::unordered_map<ChainStep, model::ArcChainIndex, ChainStepHash> chain_indices_;
  std::unordered_map<model::Opinion, model::OpinionIndex, OpinionHash> opinion_indices_;
  // where the model's lists hold what is already known
  std::map<std::tuple<std::string, std::string, std::string>, std::size_t> unresolved_assets_;  // prim, property, path
  std::map<std::tuple<std::string, std::string, model::LayerIndex, std::string>, std::size_t>
      broken_arcs_;  // kind, subject, layer, spec path
  ByToken<SchemaClass> schema_classes_;
  ByToken<PropertyClass> property_classes_;
  bool is_frozen_ = false;
  std::atomic<bool> was_short_ = false;
};

}  // namespace assay::extract
