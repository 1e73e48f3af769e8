#pragma once

#include "assay/extract/selection_mask.h"
#include "assay/model/model.h"
#include "assay/stage/composed.h"

#include <optional>
#include <string>
#include <vector>

namespace assay::extract {

/// Whether nothing in a layer leads to other prims or layers, or changes what is composed below a prim.
bool is_plain(const pxr::SdfLayer& layer);

/// Opens, in parallel, the layers that the default prim of the root layer brings, in all options of the runtimes at
/// once. `plain` gets those of the runtimes that can lie over the base.
std::vector<pxr::SdfLayerRefPtr> open_runtime_layers(const stage::Asset& asset, const std::string& default_prim,
                                                     std::vector<const pxr::SdfLayer*>& plain);

/// Whether what is not Enabled brings nothing: then only what is Enabled tells selections apart.
bool is_disabled_empty(const model::Model& model);

/// A runtime's payload: one plain layer, whose prims are laid over the neutral base.
struct Overlay {
  SelectionMask kept_by = 0;  // the runtime's own bit
  pxr::PcpNodeRef node;       // of the payload, at the default prim
  const pxr::SdfLayer* layer = nullptr;
};

/// Reads the selections of several runtimes out of one composition of the neutral base, by putting the specs of each
/// runtime's payload where Pcp would have put them. The cases in which this is exact stand in overlays.cpp.
class Overlays {
 public:
  /// The overlays of an asset; none when the runtimes' options bring more than a plain payload each. `enabled` has
  /// every runtime Enabled and the index of the default prim; it must outlive the overlays.
  static std::optional<Overlays> find(const stage::Composed& enabled, const pxr::SdfPath& default_prim,
                                      const std::vector<const pxr::SdfLayer*>& plain_layers);

  /// Whether one prim of the neutral base is composed the same whatever lies over it.
  bool fits(const pxr::PcpPrimIndex& index, const std::vector<stage::SpecSite>& sites) const;

  /// Composes the neutral base with the chosen variants as far as every prim fits; says whether all of it does. What is
  /// composed in vain has no cache.
  bool compose_base(const stage::Asset& asset, const std::vector<stage::ChosenVariant>& chosen,
                    stage::Composed& base) const;

  /// Adds the specs of the runtimes to those that the neutral base has of a prim. `paths` keeps their paths.
  void add_sites(const pxr::SdfPath& prim, std::vector<stage::SpecSite>& sites, std::vector<pxr::SdfPath>& paths) const;

  /// Adds the children of a prim that the neutral base does not have.
  void add_children(const pxr::SdfPath& prim, pxr::TfTokenVector& names) const;

  /// The payload that one selection keeps; null for none.
  const Overlay* overlay_of(SelectionMask bit) const;

  SelectionMask kept_by(const pxr::PcpNodeRef& node) const;

 private:
  explicit Overlays(pxr::SdfPath default_prim);

  pxr::SdfPath default_prim_;
  std::vector<Overlay> overlays_;
};

}  // namespace assay::extract
