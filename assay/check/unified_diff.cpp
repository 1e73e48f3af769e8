#include "assay/check/unified_diff.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace assay::check {
namespace {

using Lines = std::vector<std::string_view>;

constexpr std::size_t context_lines = 3;
constexpr std::ptrdiff_t most_differences = 4000;  // beyond, both texts are shown as a whole

/// A stretch of lines that one text has in place of the other's.
struct Change {
  std::size_t before = 0;
  std::size_t before_count = 0;
  std::size_t after = 0;
  std::size_t after_count = 0;
};

/// Lines with their line ends.
Lines lines_of(std::string_view text) {
  Lines lines;
  while (!text.empty()) {
    const std::size_t newline = text.find('\n');
    const std::size_t size = newline == std::string_view::npos ? text.size() : newline + 1;
    lines.push_back(text.substr(0, size));
    text.remove_prefix(size);
  }
  return lines;
}

/// Positions of equal lines in both texts, the longest such sequence. Source: Myers, "An O(ND) Difference Algorithm and
/// Its Variations", Algorithmica 1 (1986), the greedy algorithm.
std::vector<std::pair<std::size_t, std::size_t>> common_lines(const Lines& before, const Lines& after) {
  const auto rows = static_cast<std::ptrdiff_t>(before.size());
  const auto columns = static_cast<std::ptrdiff_t>(after.size());
  const std::ptrdiff_t most = rows + columns;
  std::vector<std::ptrdiff_t> furthest(static_cast<std::size_t>(2 * most + 3), 0);
  const auto at = [&](std::ptrdiff_t diagonal) -> std::ptrdiff_t& {
    return furthest[static_cast<std::size_t>(diagonal + most + 1)];
  };
  const auto begins_down = [&](std::ptrdiff_t diagonal, std::ptrdiff_t distance) {
    return diagonal == -distance || (diagonal != distance && at(diagonal - 1) < at(diagonal + 1));
  };
  std::vector<std::vector<std::ptrdiff_t>> history;  // the part of `furthest` that a step may read
  bool is_done = most == 0;
  for (std::ptrdiff_t distance = 0; !is_done; ++distance) {
    if (distance > most_differences) return {};
    history.emplace_back(furthest.begin() + most - distance, furthest.begin() + most + distance + 3);
    for (std::ptrdiff_t diagonal = -distance; diagonal <= distance && !is_done; diagonal += 2) {
      std::ptrdiff_t row = begins_down(diagonal, distance) ? at(diagonal + 1) : at(diagonal - 1) + 1;
      while (row < rows && row - diagonal < columns &&
             before[static_cast<std::size_t>(row)] == after[static_cast<std::size_t>(row - diagonal)]) {
        ++row;
      }
      at(diagonal) = row;
      is_done = row >= rows && row - diagonal >= columns;
    }
  }
  std::vector<std::pair<std::size_t, std::size_t>> common;
  std::ptrdiff_t row = rows;
  std::ptrdiff_t column = columns;
  for (auto distance = static_cast<std::ptrdiff_t>(history.size()) - 1; distance >= 0; --distance) {
    const std::vector<std::ptrdiff_t>& reached = history[static_cast<std::size_t>(distance)];
    const auto reach = [&](std::ptrdiff_t diagonal) {
      return reached[static_cast<std::size_t>(diagonal + distance + 1)];
    };
    const std::ptrdiff_t diagonal = row - column;
    const bool is_down = diagonal == -distance || (diagonal != distance && reach(diagonal - 1) < reach(diagonal + 1));
    const std::ptrdiff_t start = distance == 0 ? 0 : is_down ? reach(diagonal + 1) : reach(diagonal - 1) + 1;
    while (row > start) common.emplace_back(--row, --column);
    if (distance == 0) break;
    (is_down ? column : row) -= 1;
  }
  std::ranges::reverse(common);
  return common;
}

std::vector<Change> changes_of(const Lines& before, const Lines& after) {
  std::vector<std::pair<std::size_t, std::size_t>> common = common_lines(before, after);
  common.emplace_back(before.size(), after.size());
  std::vector<Change> changes;
  std::size_t row = 0;
  std::size_t column = 0;
  for (const auto& [next_row, next_column] : common) {
    if (next_row > row || next_column > column) changes.push_back({row, next_row - row, column, next_column - column});
    row = next_row + 1;
    column = next_column + 1;
  }
  return changes;
}

void add_lines(std::string& text, char mark, const Lines& lines, std::size_t begin, std::size_t end) {
  for (std::size_t index = begin; index < end; ++index) {
    text += mark;
    text += lines[index];
    if (!lines[index].ends_with('\n')) text += "\n\\ No newline at end of file\n";
  }
}

/// `12,3` as hunk headers have it: the first line, 1-based, and how many; the line before where there are none.
std::string span_of(std::size_t begin, std::size_t count) {
  const std::size_t first = count == 0 ? begin : begin + 1;
  return count == 1 ? fmt::format("{}", first) : fmt::format("{},{}", first, count);
}

/// Changes that lie so close that they share their context.
std::string hunk(const Lines& before, const Lines& after, const Change* first, const Change* last) {
  const std::size_t lead = std::min(context_lines, first->before);
  const std::size_t tail = std::min(context_lines, before.size() - last->before - last->before_count);
  const std::size_t before_begin = first->before - lead;
  const std::size_t after_begin = first->after - lead;
  const std::size_t before_count = last->before + last->before_count + tail - before_begin;
  const std::size_t after_count = last->after + last->after_count + tail - after_begin;
  std::string text =
      fmt::format("@@ -{} +{} @@\n", span_of(before_begin, before_count), span_of(after_begin, after_count));
  std::size_t at = before_begin;
  for (const Change* change = first; change <= last; ++change) {
    add_lines(text, ' ', before, at, change->before);
    add_lines(text, '-', before, change->before, change->before + change->before_count);
    add_lines(text, '+', after, change->after, change->after + change->after_count);
    at = change->before + change->before_count;
  }
  add_lines(text, ' ', before, at, at + tail);
  return text;
}

}  // namespace

std::string unified_diff(std::string_view before, std::string_view after, std::string_view name) {
  const auto is_binary = [](std::string_view bytes) { return bytes.find('\0') != std::string_view::npos; };
  if (is_binary(before) || is_binary(after)) {
    return before == after ? "" : fmt::format("Binary files a/{} and b/{} differ\n", name, name);
  }
  const Lines old_lines = lines_of(before);
  const Lines new_lines = lines_of(after);
  const std::vector<Change> changes = changes_of(old_lines, new_lines);
  if (changes.empty()) return "";
  std::string text = fmt::format("--- a/{}\n+++ b/{}\n", name, name);
  for (std::size_t first = 0; first < changes.size();) {
    std::size_t last = first;
    while (last + 1 < changes.size() &&
           changes[last + 1].before - changes[last].before - changes[last].before_count <= 2 * context_lines) {
      ++last;
    }
    text += hunk(old_lines, new_lines, &changes[first], &changes[last]);
    first = last + 1;
  }
  return text;
}

}  // namespace assay::check
