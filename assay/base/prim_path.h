#pragma once

#include <string_view>

namespace assay {

/// Whether a prim's path is that of another one or lies below it; everything lies below `/`.
inline bool is_at_or_below(std::string_view path, std::string_view ancestor) {
  if (ancestor == "/") return path.starts_with('/');
  return path.starts_with(ancestor) && (path.size() == ancestor.size() || path[ancestor.size()] == '/');
}

}  // namespace assay
