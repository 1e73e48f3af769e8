#include "assay/model/model.h"

#include <algorithm>

namespace assay::model {

const VariantOption* VariantSet::find_option(std::string_view option) const {
  const auto found = std::ranges::find(options, option, &VariantOption::name);
  return found == options.end() ? nullptr : &*found;
}

const PayloadArc* Model::only_payload(const VariantSection& section) const {
  for (const VariantSet& set : runtime_sets) {
    for (const VariantOption& option : set.options) {
      const auto is_section = [&section](const VariantSection& each) { return &each == &section; };
      if (std::ranges::none_of(option.sections, is_section)) continue;
      return option.payloads.size() == 1 ? &option.payloads.front() : nullptr;
    }
  }
  return nullptr;
}

const VariantSet* Model::runtime_set(std::string_view name) const {
  for (const VariantSet& set : runtime_sets) {
    if (set.name == name && set.prim == default_prim) return &set;
  }
  return nullptr;
}

}  // namespace assay::model
