#include "assay/extract/extract_assets.h"

#include <algorithm>
#include <filesystem>

namespace assay::extract {
namespace {

using namespace pxr;

/// Whether the spec's declared type holds asset paths.
bool is_asset_valued(const SdfLayer& layer, const SdfPath& path) {
  TfToken type;
  return layer.HasField(path, SdfFieldKeys->TypeName, &type) &&
         (type == SdfValueTypeNames->Asset.GetAsToken() || type == SdfValueTypeNames->AssetArray.GetAsToken());
}

/// Whether only the application that loads the asset can find the path: a search path or a URL.
bool is_application_path(const std::string& path) {
  return path.find("://") != std::string::npos ||
         !(path.starts_with("./") || path.starts_with("../") || path.starts_with('/'));
}

constexpr std::string_view tile_tag = "<UDIM>";

/// Whether a file is called like a tile: four digits where the tag stands. Source: OpenUSD, UDIM textures.
bool is_tile(const std::string& file, const std::string& prefix, const std::string& suffix) {
  constexpr std::size_t digits = 4;
  if (file.size() != prefix.size() + digits + suffix.size()) return false;
  if (!file.starts_with(prefix) || !file.ends_with(suffix)) return false;
  const std::string_view number = std::string_view(file).substr(prefix.size(), digits);
  return std::ranges::all_of(number, [](char digit) { return digit >= '0' && digit <= '9'; });
}

/// Whether a path with a tile tag has a file for some tile.
bool has_tile(const SdfLayerHandle& layer, const std::string& path) {
  namespace fs = std::filesystem;
  const std::string anchored = SdfComputeAssetPathRelativeToLayer(layer, path);
  if (anchored.find('[') != std::string::npos) return true;  // inside a package: not looked for
  const std::string file = fs::path(path).filename().string();
  const std::size_t tag = file.find(tile_tag);
  if (tag == std::string::npos) return true;  // in the name of a folder: not looked for
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(fs::path(anchored).parent_path(), ignored)) {
    const std::string found = entry.path().filename().string();
    if (is_tile(found, file.substr(0, tag), file.substr(tag + tile_tag.size()))) return true;
  }
  return false;
}

bool is_found(const SdfLayerHandle& layer, const std::string& path) {
  if (path.find(tile_tag) != std::string::npos) return has_tile(layer, path);
  return !SdfResolveAssetPathRelativeToLayer(layer, path).empty();
}

void check_path(Recorder& recorder, const stage::SpecSite& site, const SdfPath& prim, const TfToken& property,
                const std::string& written, const std::vector<std::string>& selections) {
  const std::string path = stage::evaluated(written, site.node);
  const SdfLayerHandle layer(const_cast<SdfLayer*>(site.layer));
  if (path.empty() || is_found(layer, path)) return;

  const model::Place place{recorder.opinion(site), property.GetString(), "default", written, {}};
  recorder.unresolved_asset({prim.GetAsString(), property.GetString(), path, is_application_path(path), place, {}},
                            selections);
}

}  // namespace

void extract_assets(Recorder& recorder, const std::vector<stage::SpecSite>& sites, const SdfPath& prim,
                    const TfToken& property, const std::vector<std::string>& selections) {
  const bool holds_assets = std::ranges::any_of(sites, [&property](const stage::SpecSite& site) {
    return is_asset_valued(*site.layer, site.path->AppendProperty(property));
  });
  if (!holds_assets) return;
  const stage::PropertyOpinion opinion = stage::resolve_property(sites, property);
  if (opinion.source == nullptr) return;
  const VtValue& value = opinion.default_value;
  const auto check = [&](const SdfAssetPath& path) {
    check_path(recorder, *opinion.source, prim, property, path.GetAssetPath(), selections);
  };
  if (value.IsHolding<SdfAssetPath>()) {
    check(value.UncheckedGet<SdfAssetPath>());
  } else if (value.IsHolding<VtArray<SdfAssetPath>>()) {
    for (const SdfAssetPath& path : value.UncheckedGet<VtArray<SdfAssetPath>>()) check(path);
  }
}

}  // namespace assay::extract
