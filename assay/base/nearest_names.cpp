#include "assay/base/nearest_names.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace assay {
namespace {

constexpr std::size_t most_names = 5;

/// How many letters have to be put in, left out or changed to turn one text into the other.
std::size_t distance(std::string_view left, std::string_view right) {
  std::vector<std::size_t> row(right.size() + 1);
  std::iota(row.begin(), row.end(), 0);
  for (std::size_t i = 0; i < left.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < right.size(); ++j) {
      const std::size_t changed = diagonal + (left[i] == right[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({changed, row[j] + 1, diagonal + 1});
    }
  }
  return row.back();
}

/// Whether two paths end in the same name.
bool have_one_end(std::string_view left, std::string_view right) {
  const std::size_t left_end = left.rfind('/');
  const std::size_t right_end = right.rfind('/');
  if (left_end == std::string_view::npos || right_end == std::string_view::npos) return false;
  return left.size() > left_end + 1 && left.substr(left_end) == right.substr(right_end);
}

}  // namespace

std::vector<std::string> nearest_names(std::string_view name, const std::vector<std::string>& known) {
  const std::size_t few_letters = std::max<std::size_t>(2, name.size() / 3);
  constexpr std::size_t shortest_part = 3;
  std::vector<std::pair<std::size_t, std::string>> near;
  for (const std::string& each : known) {
    const std::size_t letters = distance(name, each);
    const bool holds_name = name.size() >= shortest_part && each.find(name) != std::string::npos;
    if (letters <= few_letters || holds_name || have_one_end(name, each)) near.emplace_back(letters, each);
  }
  std::ranges::sort(near);
  if (near.size() > most_names) near.resize(most_names);
  std::vector<std::string> names;
  for (auto& [letters, each] : near) names.push_back(std::move(each));
  return names;
}

}  // namespace assay
