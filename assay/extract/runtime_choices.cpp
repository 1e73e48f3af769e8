#include "assay/extract/runtime_choices.h"

#include "assay/schema/runtime.h"

namespace assay::extract {

std::vector<stage::ChosenVariant> runtime_choices(std::string_view selection, const std::string& default_prim) {
  std::vector<stage::ChosenVariant> chosen;
  if (selection == "authored" || default_prim.empty()) return chosen;
  for (const schema::Runtime& runtime : schema::runtimes()) {
    const std::string_view option =
        runtime.name == selection ? schema::variant_words().enabled : schema::variant_words().disabled;
    chosen.push_back({default_prim, std::string(runtime.variant_set), std::string(option)});
  }
  return chosen;
}

std::map<std::string, std::string> runtime_options(const stage::Composed& composed, const std::string& default_prim) {
  std::map<std::string, std::string> options;
  const pxr::PcpPrimIndex* index = default_prim.empty() ? nullptr : composed.prim_index(pxr::SdfPath(default_prim));
  if (index == nullptr) return options;
  for (const schema::Runtime& runtime : schema::runtimes()) {
    const std::string option = index->GetSelectionAppliedForVariantSet(std::string(runtime.variant_set));
    if (!option.empty()) options.emplace(runtime.variant_set, option);
  }
  return options;
}

std::vector<stage::ChosenVariant> all_enabled(const std::string& default_prim) {
  std::vector<stage::ChosenVariant> chosen;
  for (const schema::Runtime& runtime : schema::runtimes()) {
    chosen.push_back({default_prim, std::string(runtime.variant_set), std::string(schema::variant_words().enabled)});
  }
  return chosen;
}

}  // namespace assay::extract
