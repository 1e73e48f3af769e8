#include "assay/stage/text_parts.h"

#include "assay/stage/text_cursor.h"

#include <algorithm>
#include <functional>

namespace assay::stage {
namespace {

constexpr std::size_t most_owners = 64;

/// A line that begins a prim or a variant set; a variant set has no name.
struct Opener {
  std::size_t indentation = 0;
  std::string_view name;
};

/// The identifier in the first quotes of a prim's line; empty where it has none.
std::string_view name_on(std::string_view line) {
  TextCursor cursor{line};
  while (cursor.at_word() || cursor.peek() == ' ' || cursor.peek() == '.') ++cursor.pos;
  if (cursor.peek() != '"') return {};
  ++cursor.pos;
  const std::string_view name = cursor.view(cursor.word());
  return cursor.peek() == '"' && name.find(':') == std::string_view::npos ? name : std::string_view();
}

bool begins_prim(std::string_view line) {
  return line.starts_with("def ") || line.starts_with("over ") || line.starts_with("class ");
}

bool is_inside_prims(const std::vector<Opener>& openers) {
  const auto has_name = [](const Opener& opener) { return !opener.name.empty(); };
  return openers.size() <= most_owners && std::ranges::all_of(openers, has_name);
}

TextCut cut_at(std::size_t offset, const std::vector<Opener>& openers) {
  TextCut cut{offset, {}};
  for (const Opener& opener : openers) cut.owners.emplace_back(opener.name);
  return cut;
}

/// "#usda 1.0" as the text has it.
std::string_view first_line(std::string_view text) { return text.substr(0, text.find_first_of("\r\n")); }

bool holds_mark(std::string_view text) {
  const std::boyer_moore_horspool_searcher searcher(cut_mark.begin(), cut_mark.end());
  return std::search(text.begin(), text.end(), searcher) != text.end();
}

void open_owners(const TextCut& cut, std::string& text) {
  for (const std::string& owner : cut.owners) text.append("over \"").append(owner).append("\"\n{\n");
}

void close_owners(const TextCut& cut, std::string& text) {
  text.append("over \"").append(cut_mark).append("\"\n{\n}\n");
  for (std::size_t depth = 0; depth < cut.owners.size(); ++depth) text.append("}\n");
}

}  // namespace

std::vector<TextCut> find_cuts(std::string_view text, std::size_t part_size) {
  std::vector<TextCut> cuts;
  std::vector<Opener> openers;
  std::size_t next_cut = part_size;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::size_t word = std::min(text.find_first_not_of(' ', begin), end);
    const std::string_view line = text.substr(word, end - word);
    const std::size_t indentation = word - begin;
    const bool is_prim = begins_prim(line);
    if (is_prim || line.starts_with("variantSet ")) {
      while (!openers.empty() && openers.back().indentation >= indentation) openers.pop_back();
      const bool is_far_enough = begin >= next_cut && text.size() - begin >= part_size / 2;
      if (is_prim && is_far_enough && is_inside_prims(openers)) {
        cuts.push_back(cut_at(begin, openers));
        next_cut = begin + part_size;
      }
      openers.push_back({indentation, is_prim ? name_on(line) : std::string_view()});
    }
    begin = end + 1;
  }
  return cuts;
}

std::string part_text(std::string_view text, const std::vector<TextCut>& cuts, std::size_t part) {
  constexpr std::size_t room_for_owners = 4096;
  const bool is_first = part == 0;
  const bool is_last = part == cuts.size();
  const std::size_t begin = is_first ? 0 : cuts[part - 1].offset;
  const std::string_view own = text.substr(begin, is_last ? std::string_view::npos : cuts[part].offset - begin);
  if (holds_mark(own)) return {};
  std::string layer;
  layer.reserve(own.size() + room_for_owners);
  if (!is_first) {
    layer.append(first_line(text)).append("\n");
    open_owners(cuts[part - 1], layer);
  }
  layer.append(own);
  if (!is_last) close_owners(cuts[part], layer);
  return layer;
}

}  // namespace assay::stage
