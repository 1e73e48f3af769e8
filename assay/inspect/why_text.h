#pragma once

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace assay::inspect {

/// The document `assay.why/1` for people: the value that holds, then every opinion with its place and the arcs to it.
/// Throws nlohmann::json::exception for another document.
std::string why_text(const nlohmann::ordered_json& document, bool color);

}  // namespace assay::inspect
