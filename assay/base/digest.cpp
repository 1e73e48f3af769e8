#include "assay/base/digest.h"

#include <fmt/format.h>

#include <sha2.h>

#include <array>

namespace assay {

std::string sha256(std::string_view bytes) {
  SHA2_CTX context;
  SHA256Init(&context);
  SHA256Update(&context, reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
  std::array<std::uint8_t, SHA256_DIGEST_LENGTH> digest{};
  SHA256Final(digest.data(), &context);
  return fmt::format("{:02x}", fmt::join(digest, ""));
}

std::string sha256_of_fields(const std::vector<std::string_view>& fields) {
  std::string bytes;
  for (const std::string_view field : fields) {
    bytes += fmt::format("{}:", field.size());
    bytes += field;
  }
  return sha256(bytes);
}

}  // namespace assay
