#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace assay::stage {

/// A half-open stretch of a layer's text, byte offsets from its start.
struct TextRange {
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// A place as an editor shows it, both 1-based; the column counts Unicode code points and a tab is one.
struct TextPosition {
  int line = 0;
  int column = 0;
};

/// The parts of one statement: of a spec, a field or a dictionary entry. Parts that it lacks are empty ranges at 0.
struct TextStatement {
  TextRange whole;              // from its first keyword to the end of its body, metadata or value
  TextRange name;               // inside the quotes
  TextRange value;              // behind `=`
  TextRange metadata;           // with its parentheses
  TextRange body;               // with its braces
  std::size_t first_child = 0;  // where the first prim or variant set in the body begins; 0 when there is none
};

/// Where each spec, field and dictionary key stands in the text of one .usda layer.
///
/// Spec paths are written as SdfPath strings: "/", "/A", "/A{set=option}B", "/A.p"; a variant set is "/A{set=}".
/// Field names are those of the text ("doc", "inherits", "variants") or of Sdf ("documentation", "inheritPaths",
/// "variantSelection"). Names, keys and list items compare without their delimiters and with escapes resolved.
class TextPositions {
 public:
  /// Reads a text once, in linear time; where it cannot be followed the scan ends and keeps what it has.
  static TextPositions scan(std::string text);

  /// The first statement of a spec, from its name (inside the quotes) to the end of its body or metadata.
  std::optional<TextRange> spec(std::string_view spec_path) const;

  /// Every statement of a field, in text order, from the field's name to the end of its value.
  ///
  /// "default" and "targetPaths" start at the property's name; "timeSamples", "connectionPaths" and "spline" at the
  /// word behind the dot; "primOrder" and "propertyOrder" at the word behind `reorder`; "comment", a string without a
  /// name, at its quote.
  std::vector<TextRange> fields(std::string_view spec_path, std::string_view field) const;

  /// A key of a dictionary field, from the key's name to the end of its value; keys start with the field's name.
  std::optional<TextRange> entry(std::string_view spec_path, const std::vector<std::string>& keys) const;

  /// Every statement of a spec, in text order; a property may have several. The layer is one that spans the text.
  std::vector<TextStatement> spec_statements(std::string_view spec_path) const { return statements(spec_path, {}); }

  /// Every statement of a field; those of a property's value have no `whole` of their own.
  std::vector<TextStatement> field_statements(std::string_view spec_path, std::string_view field) const;

  /// Every statement of a dictionary entry.
  std::vector<TextStatement> entry_statements(std::string_view spec_path, const std::vector<std::string>& keys) const;

  /// Whether the scan reached the end of the text, so that nothing in it is unknown.
  bool is_complete() const { return is_complete_; }

  /// The first string, asset or path equal to `item` in a field's statements other than `delete`, with its delimiters.
  ///
  /// Paths compare as written. Strings inside tuples, layer offsets and dictionaries are no items.
  std::optional<TextRange> item(std::string_view spec_path, std::string_view field, std::string_view item) const;

  /// Line and column of a byte offset; offsets behind the text mean its end.
  TextPosition position(std::size_t offset) const;

  /// One line without its line end; empty for a line the text does not have.
  std::string_view line_text(int line) const;

  /// The scanned text, byte for byte.
  const std::string& text() const { return text_; }

 private:
  class Scanner;
  friend struct ScanTree;  // of fuzz/text_scanner.cpp, which holds the whole tree to its rules

  enum class Kind : std::uint8_t { Layer, Prim, VariantSet, Variant, Property, Field, Key };
  static bool is_token(Kind kind) { return kind == Kind::Prim || kind == Kind::VariantSet || kind == Kind::Variant; }

  // one spec, field or key; a tree by parent index, so that deep paths cost no text of their own
  struct Node {
    std::size_t parent = 0;
    TextRange name;
    std::size_t end = 0;
    std::size_t begin = 0;  // of the statement
    TextRange value;
    TextRange metadata;
    TextRange body;
    std::size_t first_child = 0;
    std::uint64_t hash = 0;
    std::string_view label;  // the Sdf key where the name in the text differs; static storage
    Kind kind = Kind::Layer;
    bool is_deletion = false;
  };

  std::string_view name_of(const Node& node, std::string& buffer) const;
  bool has_path(std::size_t index, std::string_view spec_path) const;
  bool has_keys(std::size_t index, std::string_view spec_path, std::span<const std::string_view> keys) const;
  std::vector<std::size_t> find(std::string_view spec_path, std::span<const std::string_view> keys) const;
  std::vector<TextStatement> statements(std::string_view spec_path, std::span<const std::string_view> keys) const;

  std::string text_;
  std::vector<Node> nodes_;
  std::vector<std::pair<std::uint64_t, std::size_t>> index_;  // (hash, node), sorted
  std::vector<std::size_t> line_starts_;
  bool is_complete_ = false;
};

/// Whether a file with these first bytes is a text layer: "#usda", after an optional UTF-8 byte order mark.
bool is_text_layer(std::string_view first_bytes);

}  // namespace assay::stage
