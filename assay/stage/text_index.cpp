#include "assay/stage/text_index.h"

#include "assay/stage/asset.h"

#include <algorithm>

namespace assay::stage {
namespace {

using namespace pxr;

constexpr int excerpt_width = 120;  // characters of a line that a report shows
constexpr int excerpt_lead = 40;    // of them in front of the place, in longer lines

/// The text of a layer; nothing for crate files and for what cannot be read.
std::optional<std::string> read_text(const SdfLayer& layer) {
  const std::shared_ptr<ArAsset> asset = ArGetResolver().OpenAsset(ArResolvedPath(content_path(layer)));
  if (!asset) return std::nullopt;
  const std::shared_ptr<const char> bytes = asset->GetBuffer();
  if (!bytes) return std::nullopt;
  const std::string_view text(bytes.get(), asset->GetSize());
  if (!is_text_layer(text.substr(0, 16))) return std::nullopt;
  return std::string(text);
}

std::optional<TextRange> range_of(const TextPositions& positions, const TextQuery& query) {
  const std::string spec = query.property.empty() ? query.spec_path : query.spec_path + "." + query.property;
  if (!query.keys.empty()) {
    // the longest path of keys that the text has
    for (std::vector<std::string> keys = query.keys; !keys.empty(); keys.pop_back()) {
      if (std::optional<TextRange> range = positions.entry(spec, keys)) return range;
    }
  }
  if (!query.item.empty()) {
    if (std::optional<TextRange> range = positions.item(spec, query.field, query.item)) return range;
  }
  if (!query.field.empty()) {
    const std::vector<TextRange> ranges = positions.fields(spec, query.field);
    if (!ranges.empty()) return ranges.front();
  }
  return positions.spec(spec);
}

/// Characters in UTF-8 text: every byte but those that continue one.
int character_count(std::string_view text) {
  return static_cast<int>(std::ranges::count_if(text, [](char byte) { return (byte & 0xC0) != 0x80; }));
}

/// Byte offset of a character.
std::size_t byte_of_character(std::string_view text, int character) {
  std::size_t byte = 0;
  for (int seen = 0; byte < text.size(); ++byte) {
    if ((text[byte] & 0xC0) == 0x80) continue;
    if (seen++ == character) break;
  }
  return byte;
}

/// The delimiter that closes a quoted item; empty for text that is none.
std::string_view closing_delimiter(std::string_view text) {
  for (const std::string_view open : {"@@@", "\"\"\"", "'''", "@", "\"", "'"}) {
    if (text.starts_with(open)) return open;
  }
  return text.starts_with('<') ? ">" : "";
}

/// The part of a range that one can point at: its first word, or a quoted item as a whole.
int pointed_length(std::string_view text) {
  text = text.substr(0, text.find('\n'));
  const std::string_view close = closing_delimiter(text);
  if (close.empty()) return std::max(1, character_count(text.substr(0, text.find_first_of(" \t=({[\"'"))));
  const std::size_t end = text.find(close, close.size());
  return std::max(1, character_count(end == std::string_view::npos ? text : text.substr(0, end + close.size())));
}

Excerpt excerpt_of(std::string_view line, int column, int length) {
  const int count = character_count(line);
  int begin = 0;
  if (count > excerpt_width && column - 1 > excerpt_lead) begin = column - 1 - excerpt_lead;
  const int end = std::min(count, begin + excerpt_width);
  const std::size_t first = byte_of_character(line, begin);
  Excerpt excerpt;
  excerpt.text = std::string(line.substr(first, byte_of_character(line, end) - first));
  std::ranges::replace(excerpt.text, '\t', ' ');
  if (begin > 0) excerpt.text.replace(0, byte_of_character(excerpt.text, 1), "…");
  if (end < count) excerpt.text.replace(byte_of_character(excerpt.text, end - begin - 1), std::string::npos, "…");
  excerpt.caret = column - 1 - begin;
  excerpt.length = std::clamp(length, 1, std::max(1, end - begin - excerpt.caret));
  return excerpt;
}

}  // namespace

const TextPositions* TextIndex::positions_of(const SdfLayer& layer) {
  const std::string path = content_path(layer);
  auto found = layers_.find(path);
  if (found == layers_.end()) {
    std::optional<std::string> text = read_text(layer);
    std::optional<TextPositions> positions;
    if (text) positions = TextPositions::scan(std::move(*text));
    found = layers_.emplace(path, std::move(positions)).first;
  }
  return found->second ? &*found->second : nullptr;
}

std::optional<TextLocation> TextIndex::locate(const SdfLayer& layer, const TextQuery& query) {
  if (layer.IsAnonymous()) return std::nullopt;
  const TextPositions* positions = positions_of(layer);
  if (positions == nullptr) return std::nullopt;
  const std::optional<TextRange> range = range_of(*positions, query);
  if (!range) return std::nullopt;

  const TextPosition position = positions->position(range->begin);
  const std::string_view text = std::string_view(positions->text()).substr(range->begin, range->end - range->begin);
  const int length = pointed_length(text);
  return TextLocation{position.line, position.column,
                      excerpt_of(positions->line_text(position.line), position.column, length)};
}

}  // namespace assay::stage
