#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace assay {

/// SHA-256 of the bytes, 64 lower-case hexadecimal digits. Source: FIPS 180-4.
std::string sha256(std::string_view bytes);

/// SHA-256 over fields, each preceded by its length so that no two lists of fields collide.
std::string sha256_of_fields(const std::vector<std::string_view>& fields);

}  // namespace assay
