#pragma once

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace assay::inspect {

/// `bodies`, `joints`, `colliders` and `materials`.
const std::vector<std::string>& csv_tables();

/// One list of a document as comma-separated values, with a line of titles; SI units and radians. Source: RFC 4180.
/// Throws nlohmann::json::exception for another document; `table` is one of csv_tables().
std::string csv_text(const nlohmann::ordered_json& document, const std::string& table);

/// A field as RFC 4180 writes it: in quotes where it holds a comma, a quote or the end of a line.
std::string csv_field(std::string_view field);

}  // namespace assay::inspect
