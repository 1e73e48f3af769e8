#include "assay/base/arcs_text.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay {

std::string arcs_text(const std::vector<Arc>& arcs) {
  std::string text;
  for (const Arc& arc : arcs) {
    if (!text.empty()) text += " → ";
    if (arc.kind == "root") {
      text += arc.path == "/" ? arc.layer : fmt::format("{} <{}>", arc.layer, arc.path);
    } else if (arc.kind == "variant") {
      text += arc.path.substr(std::min(arc.path.find('{'), arc.path.size()));
    } else if (arc.kind == "sublayer") {
      text += fmt::format("sublayer {}", arc.layer);
    } else {
      text += fmt::format("{} {} <{}>", arc.kind, arc.layer, arc.path);
    }
  }
  return text;
}

}  // namespace assay
