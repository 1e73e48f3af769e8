#pragma once

#include "assay/base/result.h"
#include "assay/stage/openusd.h"

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace assay::stage {

/// An asset whose root layer is open.
struct Asset {
  std::string path;    // absolute path of the root layer's file
  std::string folder;  // absolute path of the folder that holds it
  pxr::ArResolverContext context;
  pxr::SdfLayerRefPtr root;
};

/// Opens the root layer of a .usd, .usda, .usdc or .usdz file. Fails with the file, cause and place in its text when it
/// is missing, no regular file, unreadable, or not a valid layer.
Result<Asset> open_asset(const std::string& path);

/// Opens, in parallel, the layers that a prim and one option of its variant sets bring by references and payloads
/// written in the root layer, so that compositions find them. The layers stay open as long as what is returned; those
/// that do not open are left out. `look` gets each layer that the option brings, on any thread.
std::vector<pxr::SdfLayerRefPtr> open_arcs(const Asset& asset, const pxr::SdfPath& prim,
                                           const std::vector<std::string>& variant_sets, const std::string& option,
                                           const std::function<void(const pxr::SdfLayer& layer)>& look);

/// How findings name a layer: relative to the asset's folder, members of packages as pack.usdz[member.usda].
std::string layer_name(const Asset& asset, const pxr::SdfLayer& layer);

/// The same for a resolved path.
std::string resolved_name(const Asset& asset, const std::string& resolved_path);

/// The resolved path under which a layer's own bytes can be read: of a package, those of its root member.
std::string content_path(const pxr::SdfLayer& layer);

/// A message of OpenUSD for people: without names of its parser's C++ types, and not longer than one reads.
std::string readable(std::string message);

/// Why a file that is there does not open as a layer, with the place in its text where there is one.
Error parse_error(const Asset& asset, const std::string& resolved_path);

}  // namespace assay::stage
