#pragma once

#include <string_view>

namespace assay {

/// Whether a prim's path is that of another one or lies below it; everything lies below `/`.
inline bool is_at_or_below(std::string_view path, std::string_view ancestor) {
  if (ancestor == "/") return path.starts_with('/');
  return path.starts_with(ancestor) && (path.size() == ancestor.size() || path[ancestor.size()] == '/');
}

/// The path above; empty above a prim at the root.
inline std::string_view parent_path(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? std::string_view() : path.substr(0, slash);
}

}  // namespace assay
