#include "assay/stage/text_positions.h"

#include <algorithm>

namespace assay::stage {
namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

}  // namespace

TextPosition TextPositions::position(std::size_t offset) const {
  if (line_starts_.empty()) return {1, 1};
  offset = std::clamp(offset, line_starts_.front(), std::max(text_.size(), line_starts_.front()));
  const auto next = std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
  // continuation bytes of UTF-8 add no column
  int column = 1;
  for (auto at = *std::prev(next); at < offset; ++at) column += (static_cast<unsigned char>(text_[at]) & 0xC0) != 0x80;
  return {static_cast<int>(next - line_starts_.begin()), column};
}

std::string_view TextPositions::line_text(int line) const {
  const auto index = static_cast<std::size_t>(line) - 1;
  if (line < 1 || index >= line_starts_.size()) return {};
  const auto begin = line_starts_[index];
  const auto end = index + 1 < line_starts_.size() ? line_starts_[index + 1] - 1 : text_.size();
  auto content = std::string_view(text_).substr(begin, end - begin);
  if (content.ends_with('\r')) content.remove_suffix(1);
  return content;
}

bool is_text_layer(std::string_view first_bytes) {
  if (first_bytes.starts_with(byte_order_mark)) first_bytes.remove_prefix(byte_order_mark.size());
  return first_bytes.starts_with("#usda");
}

}  // namespace assay::stage
