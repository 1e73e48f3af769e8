#include "assay/model/names.h"

namespace assay::model {

NameIndex Names::intern(std::string_view text) {
  const auto found = indices_.find(text);
  if (found != indices_.end()) return found->second;
  const auto index = static_cast<NameIndex>(texts_.size());
  texts_.emplace_back(text);
  steps_.emplace_back();
  indices_.emplace(texts_.back(), index);
  return index;
}

NameIndex Names::extend(NameIndex parent, std::string_view separator, NameIndex element) {
  texts_.emplace_back();
  steps_.push_back({parent, separator, element});
  return static_cast<NameIndex>(texts_.size() - 1);
}

const std::string& Names::operator[](NameIndex index) const {
  std::string& text = texts_[index];
  if (!text.empty() || !steps_[index].parent) return text;
  // the steps up to a path whose text is there already
  std::vector<const Step*> steps;
  NameIndex start = index;
  for (; texts_[start].empty() && steps_[start].parent; start = *steps_[start].parent) steps.push_back(&steps_[start]);
  text = texts_[start];
  for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
    text += (*step)->separator;
    text += texts_[(*step)->element];
  }
  return text;
}

}  // namespace assay::model
