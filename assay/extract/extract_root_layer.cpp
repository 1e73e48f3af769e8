#include "assay/extract/extract_structure.h"

#include <algorithm>

namespace assay::extract {
namespace {

using namespace pxr;

const VtDictionary* dictionary_at(const VtDictionary& dictionary, const std::string& key) {
  const auto found = dictionary.find(key);
  if (found == dictionary.end() || !found->second.IsHolding<VtDictionary>()) return nullptr;
  return &found->second.UncheckedGet<VtDictionary>();
}

std::optional<std::string> string_at(const VtDictionary& dictionary, const std::string& key) {
  const auto found = dictionary.find(key);
  if (found == dictionary.end()) return std::nullopt;
  if (found->second.IsHolding<std::string>()) return found->second.UncheckedGet<std::string>();
  if (found->second.IsHolding<TfToken>()) return found->second.UncheckedGet<TfToken>().GetString();
  return std::nullopt;
}

/// SimReady_Metadata → Variants → Physics of the root layer's customLayerData, or null.
const VtDictionary* physics_variants(const VtDictionary& custom_layer_data) {
  const VtDictionary* dictionary = &custom_layer_data;
  for (const char* key : {"SimReady_Metadata", "Variants", "Physics"}) {
    dictionary = dictionary_at(*dictionary, key);
    if (dictionary == nullptr) return nullptr;
  }
  return dictionary;
}

void extract_metadata(Recorder& recorder) {
  model::Model& model = recorder.model();
  const VtDictionary custom_layer_data = recorder.asset().root->GetCustomLayerData();
  const VtDictionary* variants = physics_variants(custom_layer_data);
  if (variants == nullptr) return;
  model.has_variant_metadata = true;
  for (const schema::Runtime& runtime : schema::runtimes()) {
    const std::string key(runtime.variant_set);
    if (!variants->count(key)) continue;
    model::RuntimeMetadata metadata;
    metadata.variant_set_key = key;
    metadata.place = {0, "", "", "", {"customLayerData", "SimReady_Metadata", "Variants", "Physics", key}};
    if (const VtDictionary* entry = dictionary_at(*variants, key)) {
      metadata.prim = string_at(*entry, "prim");
      metadata.variant_set_name = string_at(*entry, "variantSetName");
      metadata.activate_option = string_at(*entry, "activateOption");
    }
    model.metadata.push_back(std::move(metadata));
  }
}

}  // namespace

void extract_root_layer(Recorder& recorder) {
  model::Model& model = recorder.model();
  const SdfPath default_prim = recorder.asset().root->GetDefaultPrimAsPath();
  if (!default_prim.IsEmpty()) model.default_prim = default_prim.GetString();
  model.default_prim_place = {0, "", "defaultPrim", "", {}};
  extract_metadata(recorder);
}

bool has_prim(const stage::Composed& composed, const SdfPath& path) {
  const PcpPrimIndex* index = composed.prim_index(path);
  if (index == nullptr) return false;
  std::vector<stage::SpecSite> sites;
  stage::collect_spec_sites(*index, sites);
  return std::ranges::any_of(sites,
                             [&](const stage::SpecSite& site) { return site.layer != get_pointer(composed.session); });
}

}  // namespace assay::extract
