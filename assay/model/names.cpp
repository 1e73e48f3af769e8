#include "assay/model/names.h"

namespace assay::model {

NameIndex Names::intern(std::string_view text) {
  const auto found = indices_.find(text);
  if (found != indices_.end()) return found->second;
  const auto index = static_cast<NameIndex>(texts_.size());
  texts_.emplace_back(text);
  indices_.emplace(texts_.back(), index);
  return index;
}

}  // namespace assay::model
