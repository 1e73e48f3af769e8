#pragma once

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace assay::cli {

/// A document assay.audit/1 for people.
std::string audit_text(const nlohmann::ordered_json& document);

}  // namespace assay::cli
