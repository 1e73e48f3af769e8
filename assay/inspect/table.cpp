#include "assay/inspect/table.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay::inspect {
namespace {

constexpr std::size_t widest_column = 90;  // a longer cell pushes the rest of its own line alone

std::string padded(const std::string& cell, std::size_t width, bool is_number) {
  const std::size_t own = width_of(cell);
  const std::string space(own < width ? width - own : 0, ' ');
  return is_number ? space + cell : cell + space;
}

std::string without_trailing_space(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

std::string line_text(const std::vector<Column>& columns, const std::vector<std::size_t>& widths,
                      const std::vector<std::string>& cells) {
  std::string line = "  ";
  for (std::size_t index = 0; index < columns.size(); ++index) {
    if (index > 0) line += "  ";
    line += padded(cells[index], widths[index], columns[index].is_number);
  }
  return without_trailing_space(line);
}

}  // namespace

std::string printable(std::string_view text) {
  std::string kept;
  for (std::size_t index = 0; index < text.size(); ++index) {
    const auto byte = static_cast<unsigned char>(text[index]);
    // U+0080 to U+009F are control characters too; in UTF-8 they are C2 80 to C2 9F
    const bool is_second_set =
        byte == 0xC2 && index + 1 < text.size() && static_cast<unsigned char>(text[index + 1]) < 0xA0;
    if (is_second_set) ++index;
    kept += byte < 0x20 || byte == 0x7F || is_second_set ? '?' : text[index];
  }
  return kept;
}

std::size_t width_of(std::string_view text) {
  const auto is_start = [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0) != 0x80; };
  return static_cast<std::size_t>(std::ranges::count_if(text, is_start));
}

std::string table_text(const Table& table, const Paint& paint, std::optional<std::size_t> rows) {
  if (table.rows.empty()) return "";
  const std::size_t shown = std::min(table.rows.size(), rows.value_or(table.rows.size()));
  std::vector<std::size_t> widths;
  std::vector<std::string> titles;
  for (const Column& column : table.columns) {
    titles.push_back(column.title);
    widths.push_back(width_of(column.title));
  }
  std::vector<std::vector<std::string>> cells(table.rows.begin(),
                                              table.rows.begin() + static_cast<std::ptrdiff_t>(shown));
  for (std::vector<std::string>& row : cells) {
    for (std::size_t index = 0; index < row.size(); ++index) {
      row[index] = printable(row[index]);
      widths[index] = std::max(widths[index], std::min(width_of(row[index]), widest_column));
    }
  }
  std::string text =
      fmt::format("{}\n{}\n", paint.strong(table.title), paint.faint(line_text(table.columns, widths, titles)));
  for (const std::vector<std::string>& row : cells) text += line_text(table.columns, widths, row) + "\n";
  const std::uint64_t hidden = table.rows.size() - shown;
  if (hidden > 0) text += fmt::format("  … {} more; --rows all prints them\n", hidden);
  if (table.left_out > 0) text += fmt::format("  … {} more that the document leaves out\n", table.left_out);
  return text;
}

}  // namespace assay::inspect
