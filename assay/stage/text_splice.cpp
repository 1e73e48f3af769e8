#include "assay/stage/text_splice.h"

#include "assay/stage/text_cursor.h"

#include <algorithm>
#include <iterator>

namespace assay::stage {
namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

bool is_blank(char byte) { return byte == ' ' || byte == '\t'; }

bool is_space(char byte) { return is_blank(byte) || byte == '\r' || byte == '\n'; }

bool is_all_space(std::string_view text) { return std::ranges::all_of(text, is_space); }

std::size_t begin_of(const Replacement& replacement) { return replacement.range.begin; }

/// Walks along two lists of replacements, of which the second is about the text that the first makes.
class Composer {
 public:
  Composer(Replacements first, std::string_view between, Replacements second)
      : between_(between), first_(std::move(first)), second_(std::move(second)) {
    std::ranges::sort(first_, {}, begin_of);
    std::ranges::sort(second_, {}, begin_of);
  }

  Replacements run() {
    Replacements result;
    while (next_first_ < first_.size() || next_second_ < second_.size()) result.push_back(next());
    return result;
  }

 private:
  /// What the next of the first replacements made, where it stands in the text between.
  TextRange made() const {
    const Replacement& replacement = first_[next_first_];
    const std::size_t begin = replacement.range.begin + grown_ - shrunk_;
    return {begin, begin + replacement.text.size()};
  }

  std::size_t next_begin() const {
    if (next_first_ == first_.size()) return begin_of(second_[next_second_]);
    if (next_second_ == second_.size()) return made().begin;
    return std::min(made().begin, begin_of(second_[next_second_]));
  }

  /// The next replacements that meet, as one.
  Replacement next() {
    const std::size_t begin = next_begin();
    const std::size_t begin_before = begin + shrunk_ - grown_;
    std::size_t end = begin;
    Replacements later;
    for (bool is_growing = true; is_growing;) {
      is_growing = false;
      if (next_first_ < first_.size() && made().begin <= end) {
        const TextRange& replaced_range = first_[next_first_].range;
        end = std::max(end, made().end);
        grown_ += first_[next_first_].text.size();
        shrunk_ += replaced_range.end - replaced_range.begin;
        ++next_first_;
        is_growing = true;
      } else if (next_second_ < second_.size() && begin_of(second_[next_second_]) <= end) {
        const Replacement& replacement = second_[next_second_++];
        end = std::max(end, replacement.range.end);
        later.push_back({{begin_of(replacement) - begin, replacement.range.end - begin}, replacement.text});
        is_growing = true;
      }
    }
    return {{begin_before, end + shrunk_ - grown_}, replaced(between_.substr(begin, end - begin), std::move(later))};
  }

  std::string_view between_;
  Replacements first_;
  Replacements second_;
  std::size_t next_first_ = 0;
  std::size_t next_second_ = 0;
  std::size_t grown_ = 0;   // bytes that the first replacements so far added to the text between
  std::size_t shrunk_ = 0;  // bytes that they took away
};

}  // namespace

bool do_meet(const Replacement& left, const Replacement& right) {
  return left.range.begin <= right.range.end && right.range.begin <= left.range.end;
}

std::string replaced(std::string_view text, Replacements replacements) {
  std::ranges::sort(replacements, {}, [](const Replacement& each) { return each.range.begin; });
  std::string result;
  std::size_t at = 0;
  for (const Replacement& each : replacements) {
    result += text.substr(at, each.range.begin - at);
    result += each.text;
    at = each.range.end;
  }
  return result += text.substr(at);
}

Replacements composed(Replacements first, std::string_view between, Replacements second) {
  return Composer(std::move(first), between, std::move(second)).run();
}

bool DisjointReplacements::meets(TextRange range) const {
  const auto next = taken_.upper_bound(range.end);
  return next != taken_.begin() && std::prev(next)->second >= range.begin;
}

bool DisjointReplacements::meets(const Replacements& more) const {
  for (std::size_t index = 0; index < more.size(); ++index) {
    const bool meets_next = index + 1 < more.size() && do_meet(more[index], more[index + 1]);
    if (meets_next || meets(more[index].range)) return true;
  }
  return false;
}

bool DisjointReplacements::add(Replacements more) {
  if (meets(more)) return false;
  for (Replacement& each : more) {
    taken_[each.range.begin] = each.range.end;
    all_.push_back(std::move(each));
  }
  return true;
}

std::string quoted(std::string_view content) {
  std::string text = "\"";
  for (const char byte : content) {
    if (byte == '\n') {
      text += "\\n";
      continue;
    }
    if (byte == '"' || byte == '\\') text += '\\';
    text += byte;
  }
  return text + '"';
}

bool holds_long_string(std::string_view text) {
  return text.find("\"\"\"") != std::string_view::npos || text.find("'''") != std::string_view::npos;
}

std::string without_indentation(std::string_view text, TextRange statement) {
  const std::string_view content = text.substr(statement.begin, statement.end - statement.begin);
  if (holds_long_string(content)) return std::string(content);
  const std::size_t newline = statement.begin == 0 ? std::string_view::npos : text.rfind('\n', statement.begin - 1);
  const std::size_t line = newline == std::string_view::npos ? 0 : newline + 1;
  const std::string_view lead = text.substr(line, statement.begin - line);
  const std::string_view indentation = lead.substr(0, lead.find_first_not_of(" \t"));
  std::string result;
  for (std::size_t at = 0; at < content.size();) {
    std::size_t end = content.find('\n', at);
    end = end == std::string_view::npos ? content.size() : end + 1;
    std::string_view each = content.substr(at, end - at);
    if (at > 0 && each.starts_with(indentation)) each.remove_prefix(indentation.size());
    if (each.ends_with("\r\n")) {
      result += each.substr(0, each.size() - 2);
      result += '\n';
    } else {
      result += each;
    }
    at = end;
  }
  return result;
}

TextLayout::TextLayout(std::string_view text) : text_(text) {
  const std::size_t newline = text.find('\n');
  if (newline != std::string_view::npos && newline > 0 && text[newline - 1] == '\r') line_end_ = "\r\n";
  // the first indented line that is no comment shows what a level is
  for (std::size_t at = newline; at != std::string_view::npos; at = text.find('\n', at + 1)) {
    const std::size_t content = behind_blanks(at + 1);
    if (content == at + 1 || content >= text.size() || is_line_end(content) || text[content] == '#') continue;
    unit_ = std::string(text.substr(at + 1, content - at - 1));
    return;
  }
}

std::size_t TextLayout::line_begin(std::size_t at) const {
  const std::size_t newline = at == 0 ? std::string_view::npos : text_.rfind('\n', at - 1);
  if (newline != std::string_view::npos) return newline + 1;
  return text_.starts_with(byte_order_mark) ? std::min(at, byte_order_mark.size()) : 0;
}

std::size_t TextLayout::behind_line(std::size_t at) const {
  const std::size_t newline = text_.find('\n', at);
  return newline == std::string_view::npos ? text_.size() : newline + 1;
}

std::size_t TextLayout::behind_blanks(std::size_t at) const {
  while (at < text_.size() && is_blank(text_[at])) ++at;
  return at;
}

std::size_t TextLayout::before_blanks(std::size_t at) const {
  while (at > 0 && is_blank(text_[at - 1])) --at;
  return at;
}

bool TextLayout::is_first_in_line(std::size_t at) const { return before_blanks(at) <= line_begin(at); }

bool TextLayout::is_line_end(std::size_t at) const {
  return at >= text_.size() || text_[at] == '\n' || text_.substr(at, 2) == "\r\n";
}

std::string TextLayout::indentation_at(std::size_t at) const {
  const std::size_t begin = line_begin(at);
  return std::string(text_.substr(begin, behind_blanks(begin) - begin));
}

/// The indentation of the first statement between brackets, or one level more than that of the opening line.
std::string TextLayout::child_indentation(TextRange container) const {
  TextCursor cursor{text_, container.begin + 1};
  cursor.skip_padding(";");
  if (cursor.pos + 1 < container.end && is_first_in_line(cursor.pos)) return indentation_at(cursor.pos);
  return indentation_at(container.begin) + unit_;
}

std::string TextLayout::block(const std::vector<std::string>& lines, const std::string& indentation) const {
  std::string text;
  for (const std::string& statement : lines) {
    const bool is_verbatim = holds_long_string(statement);
    text += indentation;
    for (const char byte : statement) {
      if (byte == '\n' && !is_verbatim) {
        text += line_end_ + indentation;
      } else {
        text += byte;
      }
    }
    text += line_end_;
  }
  return text;
}

Replacement TextLayout::removal(TextRange statement) const {
  std::size_t after = behind_blanks(statement.end);
  const bool has_separator = after < text_.size() && text_[after] == ';';
  const std::size_t end = has_separator ? after + 1 : statement.end;
  after = behind_blanks(end);
  if (is_first_in_line(statement.begin)) {
    const bool is_alone = is_line_end(after);
    return {{is_alone ? line_begin(statement.begin) : statement.begin, is_alone ? behind_line(after) : after}, ""};
  }
  // the last of several in a line takes the separator in front of it along
  const std::size_t before = before_blanks(statement.begin);
  const bool is_last = is_line_end(after) || std::string_view("})").find(text_[after]) != std::string_view::npos;
  if (is_last && !has_separator && before > 0 && text_[before - 1] == ';') return {{before - 1, end}, ""};
  if (is_line_end(after)) return {{before, after}, ""};
  return {{statement.begin, is_last || has_separator ? after : statement.end}, ""};
}

Replacement TextLayout::removal(TextRange statement, TextRange parentheses) const {
  const auto inside = [&](std::size_t begin, std::size_t end) { return text_.substr(begin, end - begin); };
  const std::size_t open = parentheses.begin;
  if (parentheses.end <= statement.end || !is_all_space(inside(open + 1, statement.begin)) ||
      !is_all_space(inside(statement.end, parentheses.end - 1))) {
    return removal(statement);
  }
  const std::size_t after = behind_blanks(parentheses.end);
  if (!is_first_in_line(open)) return {{before_blanks(open), parentheses.end}, ""};
  if (is_line_end(after)) return {{line_begin(open), behind_line(after)}, ""};
  return {{open, after}, ""};
}

Replacements TextLayout::item_removal(const std::vector<TextRange>& items, std::size_t index) const {
  const TextRange item = items[index];
  TextCursor cursor{text_, item.end};
  cursor.skip_padding();
  const bool has_comma = cursor.peek() == ',';
  const std::size_t end = has_comma ? cursor.pos + 1 : item.end;
  // a comment between an item and its comma stays
  if (has_comma && !is_all_space(text_.substr(item.end, cursor.pos - item.end))) {
    return {{item, ""}, {{cursor.pos, cursor.pos + 1}, ""}};
  }
  Replacements replacements;
  const std::size_t after = behind_blanks(end);
  if (is_first_in_line(item.begin)) {
    const bool is_alone = is_line_end(after);
    replacements.push_back(
        {{is_alone ? line_begin(item.begin) : item.begin, is_alone ? behind_line(after) : after}, ""});
  } else if (index + 1 < items.size() && !is_line_end(after)) {
    replacements.push_back({{item.begin, after}, ""});
  } else {
    replacements.push_back({{before_blanks(item.begin), end}, ""});
  }
  // the item in front of the last one ends the list, and needs its comma no more
  if (has_comma || index == 0) return replacements;
  TextCursor comma{text_, items[index - 1].end};
  comma.skip_padding();
  if (comma.peek() != ',') return replacements;
  const Replacement before{{comma.pos, comma.pos + 1}, ""};
  if (do_meet(before, replacements.front())) {
    replacements.front().range.begin = std::min(replacements.front().range.begin, before.range.begin);
  } else {
    replacements.push_back(before);
  }
  return replacements;
}

Replacement TextLayout::insertion(TextRange container, const std::vector<std::string>& lines) const {
  const std::size_t open = container.begin;
  const std::size_t close = container.end - 1;
  const std::string indentation = child_indentation(container);
  if (is_first_in_line(close) && line_begin(close) > open) {
    return {{line_begin(close), line_begin(close)}, block(lines, indentation)};
  }
  const std::size_t end = before_blanks(close);
  const bool is_one_line = lines.size() == 1 && lines.front().find('\n') == std::string::npos;
  if (end == open + 1 || !is_one_line) {
    return {{end, close}, line_end_ + block(lines, indentation) + indentation_at(open)};
  }
  return {{end, end}, text_[end - 1] == ';' ? " " + lines.front() + ";" : "; " + lines.front()};
}

Replacement TextLayout::property_insertion(const TextStatement& prim, const std::vector<std::string>& lines) const {
  if (prim.first_child == 0 || !is_first_in_line(prim.first_child)) return insertion(prim.body, lines);
  // comments and empty lines above the child are the child's
  std::size_t at = line_begin(prim.first_child);
  while (at > prim.body.begin + 1) {
    const std::size_t above = line_begin(at - 1);
    const std::size_t content = behind_blanks(above);
    if (above <= prim.body.begin || !(is_line_end(content) || text_[content] == '#')) break;
    at = above;
  }
  return {{at, at}, block(lines, child_indentation(prim.body))};
}

Replacement TextLayout::metadata_insertion(const TextStatement& prim, const std::vector<std::string>& lines) const {
  const std::size_t at = prim.name.end + 1;
  const std::string indentation = indentation_at(prim.whole.begin);
  return {{at, at}, " (" + line_end_ + block(lines, indentation + unit_) + indentation + ")"};
}

Replacement TextLayout::append(const std::vector<std::string>& lines) const {
  const bool needs_line_end = !text_.ends_with('\n');
  return {{text_.size(), text_.size()}, (needs_line_end ? line_end_ : "") + line_end_ + block(lines, "")};
}

Replacement TextLayout::layer_metadata(const std::vector<std::string>& lines) const {
  const std::size_t at = behind_line(0);
  const std::string lead = at == text_.size() && !text_.ends_with('\n') ? line_end_ : "";
  return {{at, at}, lead + "(" + line_end_ + block(lines, unit_) + ")" + line_end_};
}

}  // namespace assay::stage
