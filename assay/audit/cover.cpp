#include "assay/audit/cover.h"

namespace assay::audit {

Cover::Cover(const std::vector<Part>& parts) {
  for (const Part& part : parts) parts_.try_emplace(part.path, &part);
}

const Part* Cover::part_of(std::string_view path) const {
  for (; !path.empty(); path = parent_path(path)) {
    const auto part = parts_.find(path);
    if (part != parts_.end()) return part->second;
  }
  return nullptr;
}

}  // namespace assay::audit
