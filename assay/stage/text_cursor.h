#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "assay/stage/text_positions.h"

namespace assay::stage {

/// Whether a byte may stand in an identifier, namespaces and UTF-8 included.
inline bool is_word_byte(char byte) {
  const auto code = static_cast<unsigned char>(byte);
  return code >= 0x80 || (code >= 'a' && code <= 'z') || (code >= 'A' && code <= 'Z') || (code >= '0' && code <= '9') ||
         byte == '_' || byte == ':';
}

/// The value of a hexadecimal digit, 0 to 15, or -1.
inline int hex_value(char digit) {
  if (digit >= '0' && digit <= '9') return digit - '0';
  if (digit >= 'a' && digit <= 'f') return digit - 'a' + 10;
  if (digit >= 'A' && digit <= 'F') return digit - 'A' + 10;
  return -1;
}

/// The byte an escape stands for; `at` moves from behind its backslash to its end.
inline char unescape(std::string_view raw, std::size_t& at) {
  constexpr std::string_view letters = "abfnrtv";
  constexpr std::string_view controls = "\a\b\f\n\r\t\v";
  const char first = raw[at++];
  if (const auto letter = letters.find(first); letter != std::string_view::npos) return controls[letter];
  const bool is_hex = first == 'x';
  if (!is_hex && (first < '0' || first > '7')) return first;
  int code = is_hex ? 0 : first - '0';
  const int base = is_hex ? 16 : 8;
  for (int digits = is_hex ? 0 : 1; digits < (is_hex ? 2 : 3) && at < raw.size(); ++digits, ++at) {
    const int value = hex_value(raw[at]);
    if (value < 0 || value >= base) break;
    code = code * base + value;
  }
  return static_cast<char>(code & 0xFF);
}

/// A string's content with escapes resolved; kept in `buffer` only if there are any.
inline std::string_view unescaped(std::string_view raw, std::string& buffer) {
  if (raw.find('\\') == std::string_view::npos) return raw;
  buffer.clear();
  for (std::size_t at = 0; at < raw.size();) {
    const char byte = raw[at++];
    buffer += byte == '\\' && at < raw.size() ? unescape(raw, at) : byte;
  }
  return buffer;
}

/// The name of a prim, variant set or variant as OpenUSD keeps it: as a token, which ends at a zero byte.
inline std::string_view token_of(std::string_view name) { return name.substr(0, name.find('\0')); }

/// Bytes that bracketed values must look at; all others are skipped.
inline constexpr std::array<bool, 256> value_marks = [] {
  std::array<bool, 256> marks{};
  for (const char byte : std::string_view("\"'@<#/()[]{}")) marks[static_cast<unsigned char>(byte)] = true;
  return marks;
}();

/// Moves over the tokens of a .usda text; after a failure `ok` stays false and `pos` where it happened.
struct TextCursor {
  std::string_view text;
  std::size_t pos = 0;
  bool ok = true;

  bool at_end() const { return pos >= text.size(); }
  char peek() const { return at_end() ? '\0' : text[pos]; }
  bool at_word() const { return !at_end() && is_word_byte(text[pos]); }
  bool at_quote() const { return peek() == '"' || peek() == '\''; }
  bool starts(std::string_view token) const { return text.substr(pos, token.size()) == token; }
  std::string_view view(TextRange range) const { return text.substr(range.begin, range.end - range.begin); }

  TextRange fail() {
    ok = false;
    return {pos, pos};
  }

  bool take(char byte) {
    if (at_end() || text[pos] != byte) return false;
    ++pos;
    return true;
  }

  /// moves behind a comment that starts here, if one does
  bool comment(bool multiline_only) {
    if (starts("/*")) {
      const auto close = text.find("*/", pos + 2);
      pos = close == std::string_view::npos ? text.size() : close + 2;
      return true;
    }
    if (multiline_only || !(peek() == '#' || starts("//"))) return false;
    pos = std::min(text.find('\n', pos), text.size());
    return true;
  }

  /// blanks within a statement
  void skip_inline() {
    while (!at_end()) {
      const char byte = text[pos];
      if (byte == ' ' || byte == '\t') {
        ++pos;
      } else if (byte == '\\' && (starts("\\\n") || starts("\\\r\n"))) {
        pos = text.find('\n', pos) + 1;
      } else if (byte != '/' || !comment(true)) {
        return;
      }
    }
  }

  /// blanks, line ends, comments and the separators in `extra`
  void skip_padding(std::string_view extra = {}) {
    while (!at_end()) {
      const char byte = text[pos];
      const bool is_blank = byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r';
      if (is_blank || extra.find(byte) != std::string_view::npos) {
        ++pos;
      } else if (byte == '\\') {
        const auto before = pos;
        skip_inline();
        if (pos == before) return;
      } else if (!comment(false)) {
        return;
      }
    }
  }

  TextRange word() {
    const auto begin = pos;
    while (at_word()) ++pos;
    return {begin, pos};
  }

  /// a quoted string; returns its content
  TextRange quoted() {
    const char quote = text[pos];
    const std::string triple(3, quote);
    const bool is_triple = starts(triple);
    const std::string_view closing = is_triple ? std::string_view(triple) : std::string_view(triple).substr(2);
    const std::string stops{quote, '\\', is_triple ? quote : '\n'};
    const auto begin = pos + closing.size();
    auto at = begin;
    while ((at = text.find_first_of(stops, at)) != std::string_view::npos) {
      const char byte = text[at];
      if (byte == '\n' && !is_triple) break;
      if (byte == quote && text.substr(at, closing.size()) == closing) {
        pos = at + closing.size();
        return {begin, at};
      }
      at += byte == '\\' ? 2 : 1;
    }
    return fail();
  }

  /// an asset path between @ or @@@; returns its content
  TextRange asset() {
    const bool is_triple = starts("@@@");
    const auto begin = pos + (is_triple ? 3 : 1);
    auto close = text.find(is_triple ? "@@@" : "@", begin);
    while (is_triple && close != std::string_view::npos && text[close - 1] == '\\') close = text.find("@@@", close + 3);
    if (close == std::string_view::npos || view({begin, close}).find('\n') != std::string_view::npos) return fail();
    if (!is_triple) {
      pos = close + 1;
      return {begin, close};
    }
    // up to two more @ belong to the path
    for (int extra = 0; extra < 2 && close + 3 < text.size() && text[close + 3] == '@'; ++extra) ++close;
    pos = close + 3;
    return {begin, close};
  }

  /// a path between < and >; returns its content
  TextRange path() {
    const auto close = text.find_first_of(">\n", pos);
    if (close == std::string_view::npos || text[close] == '\n') return fail();
    const TextRange content{pos + 1, close};
    pos = close + 1;
    return content;
  }

  /// a string, asset or path, whichever starts here
  std::optional<TextRange> delimited() {
    if (at_quote()) return quoted();
    if (peek() == '@') return asset();
    if (peek() == '<') return path();
    return std::nullopt;
  }

  /// a bracketed value of any depth
  void group() {
    std::size_t depth = 0;
    do {
      while (!at_end() && !value_marks[static_cast<unsigned char>(text[pos])]) ++pos;
      if (at_end()) {
        fail();
        return;
      }
      if (delimited() || comment(false)) continue;
      const char byte = text[pos++];
      if (byte == '(' || byte == '[' || byte == '{') ++depth;
      if (byte == ')' || byte == ']' || byte == '}') --depth;
    } while (ok && depth > 0);
  }

  bool at_group() const { return peek() == '(' || peek() == '[' || peek() == '{'; }

  /// a value behind its `=`, which may be empty; in metadata a path or layer offset may follow an asset
  void value(bool is_metadata) {
    skip_inline();
    if (at_group()) return group();
    if (!delimited()) {
      const auto begin = pos;
      while (at_word() || (!at_end() && std::string_view(".+-").find(text[pos]) != std::string_view::npos)) ++pos;
      if (text.substr(begin, pos - begin) != "edit") return;
      skip_inline();
      if (peek() == '[') group();
      return;
    }
    while (ok && is_metadata) {
      TextCursor ahead = *this;
      ahead.skip_inline();
      if (ahead.peek() != '<' && ahead.peek() != '(') return;
      pos = ahead.pos;
      if (!delimited()) group();
    }
  }
};

}  // namespace assay::stage
