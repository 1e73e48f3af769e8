#pragma once

#include <span>
#include <string_view>

namespace assay::schema {

/// The JSON Schema of one published document. Source: docs/schemas/.
struct JsonSchema {
  std::string_view name;  // e.g. assay.check/1
  std::string_view text;
};

std::span<const JsonSchema> json_schemas();

}  // namespace assay::schema
