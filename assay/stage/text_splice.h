#pragma once

#include "assay/stage/text_positions.h"

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace assay::stage {

/// A stretch of a text and what takes its place.
struct Replacement {
  TextRange range;
  std::string text;
};

using Replacements = std::vector<Replacement>;

/// Whether two replacements touch the same bytes or meet; the order in which they are made would then matter.
bool do_meet(const Replacement& left, const Replacement& right);

/// The text with replacements made that do not meet, in any order.
std::string replaced(std::string_view text, Replacements replacements);

/// What `first` and then `second` do, as replacements of the text before both that do not meet. `between` is the text
/// that `first` makes and `second` is about.
Replacements composed(Replacements first, std::string_view between, Replacements second);

/// Replacements that are made together, none of which meets another.
class DisjointReplacements {
 public:
  /// Whether one of them meets one that is here, or the one behind it.
  bool meets(const Replacements& more) const;

  /// Takes replacements unless one of them meets another.
  bool add(Replacements more);

  const Replacements& all() const { return all_; }

 private:
  bool meets(TextRange range) const;

  std::map<std::size_t, std::size_t> taken_;  // begin → end, none meeting another
  Replacements all_;
};

/// A string in double quotes, with escapes.
std::string quoted(std::string_view content);

/// Whether a text holds strings over several lines, whose line starts are content and no indentation.
bool holds_long_string(std::string_view text);

/// A statement's text as it stands in a layer, with the indentation of its first line taken off the others.
std::string without_indentation(std::string_view text, TextRange statement);

/// How the lines of one text are laid out, and the replacements that keep to that.
class TextLayout {
 public:
  explicit TextLayout(std::string_view text);

  /// Takes a statement out, with its separator, and with its line when nothing else stands there.
  Replacement removal(TextRange statement) const;

  /// Takes a metadata statement out, with the parentheses when they hold nothing else.
  Replacement removal(TextRange statement, TextRange parentheses) const;

  /// Takes an item out of a bracketed list, with its comma. `items` are all of the list's, in order.
  Replacements item_removal(const std::vector<TextRange>& items, std::size_t index) const;

  /// Adds lines as the last statement between brackets; `container` includes them.
  Replacement insertion(TextRange container, const std::vector<std::string>& lines) const;

  /// Adds lines as a property of a body, in front of its child prims.
  Replacement property_insertion(const TextStatement& prim, const std::vector<std::string>& lines) const;

  /// Adds parentheses with lines in them behind a prim's or variant's name.
  Replacement metadata_insertion(const TextStatement& prim, const std::vector<std::string>& lines) const;

  /// Adds lines behind all others of the layer.
  Replacement append(const std::vector<std::string>& lines) const;

  /// Adds parentheses with lines in them behind the first line of the layer.
  Replacement layer_metadata(const std::vector<std::string>& lines) const;

  /// One level of indentation.
  const std::string& unit() const { return unit_; }

 private:
  std::size_t line_begin(std::size_t at) const;
  std::size_t behind_line(std::size_t at) const;
  std::size_t behind_blanks(std::size_t at) const;
  std::size_t before_blanks(std::size_t at) const;
  bool is_first_in_line(std::size_t at) const;
  bool is_line_end(std::size_t at) const;
  std::string indentation_at(std::size_t at) const;
  std::string child_indentation(TextRange container) const;
  std::string block(const std::vector<std::string>& lines, const std::string& indentation) const;

  std::string_view text_;
  std::string line_end_ = "\n";
  std::string unit_ = "    ";
};

}  // namespace assay::stage
