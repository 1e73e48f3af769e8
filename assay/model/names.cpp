#include "assay/model/names.h"

#include <utility>

namespace assay::model {

NameIndex Names::intern(std::string_view text) {
  const auto found = indices_.find(text);
  if (found != indices_.end()) return found->second;
  const auto index = static_cast<NameIndex>(texts_.size());
  texts_.emplace_back(text);
  indices_.emplace(texts_.back(), index);
  return index;
}

NameIndex Names::add(std::string text) {
  texts_.push_back(std::move(text));
  return static_cast<NameIndex>(texts_.size() - 1);
}

}  // namespace assay::model
