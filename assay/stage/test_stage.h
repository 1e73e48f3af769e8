#pragma once

#include "assay/base/test_folder.h"
#include "assay/stage/composed.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace assay::stage {

/// Layers in a folder of one unit test, a.usda being the root, and a composition of them with its context bound.
class TestStage {
 public:
  /// Each layer as name and text, without its first line.
  explicit TestStage(const std::vector<std::pair<std::string, std::string>>& layers) {
    for (const auto& [name, body] : layers) folder_.layer(name, body);
    asset_ = open_asset(folder_.path("a.usda")).value();
    binder_.emplace(asset_.context);
    composed_ = compose(asset_, {});
  }

  /// One root layer with that text.
  explicit TestStage(const std::string& body)
      : TestStage(std::vector<std::pair<std::string, std::string>>{{"a.usda", body}}) {}

  const Asset& asset() const { return asset_; }
  const Composed& composed() const { return composed_; }
  const TestFolder& folder() const { return folder_; }

  /// The specs of a composed prim; they stay valid until the next call.
  const std::vector<SpecSite>& sites(const std::string& prim) {
    sites_.clear();
    const pxr::PcpPrimIndex* index = composed_.prim_index(pxr::SdfPath(prim));
    if (index != nullptr) collect_spec_sites(*index, sites_);
    return sites_;
  }

 private:
  TestFolder folder_;
  Asset asset_;
  std::optional<pxr::ArResolverContextBinder> binder_;
  Composed composed_;
  std::vector<SpecSite> sites_;
};

}  // namespace assay::stage
