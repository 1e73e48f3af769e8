#pragma once

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <string>

namespace assay::inspect {

/// How a document is printed.
struct TextOptions {
  bool color = false;
  std::optional<std::size_t> rows = 50;  // of each table; all without a value
};

/// The report for people, made from the document alone: a summary and tables; where the document is about a prim, every
/// field of the records at or below it with its origin. Throws nlohmann::json::exception for another document.
std::string inspect_text(const nlohmann::ordered_json& document, const TextOptions& options);

/// The colliders of a document as shapes: as drawn, as the runtimes' common reader takes them, and what a runtime makes
/// of them. Throws likewise.
std::string collision_geometry_text(const nlohmann::ordered_json& document, const TextOptions& options);

}  // namespace assay::inspect
