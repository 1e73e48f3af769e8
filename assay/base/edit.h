#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

/// What an edit does to its spec.
enum class EditOperation : std::uint8_t {
  SetField,             // a string or token metadata field
  RemoveField,          // a metadata field with all its list operations
  SetEntry,             // a string entry of a dictionary field; dictionaries on the way are made
  RemoveEntry,          // an entry of a dictionary field
  SetVariantSelection,  // the selection of one variant set of a prim
  RemoveListItem,       // an item of apiSchemas, whichever list operation adds it
  RemoveProperty,
  RemovePrim,
  AddOpinions,  // applied schemas and statements on a prim; prims on the way are made as `over`
};

/// One statement of a prim's body.
struct Statement {
  std::string name;  // the property's or child prim's
  std::string text;  // in .usda form without indentation of its first line; a property may need several statements
  bool is_prim = false;
  auto operator<=>(const Statement&) const = default;
};

/// One change of one layer, as plain data. Removing what is not there changes nothing.
struct Edit {
  EditOperation operation = EditOperation::SetField;
  std::string layer;               // as findings name it: relative to the asset's folder
  std::string spec;                // spec path in that layer; "/" for the layer's own metadata
  std::vector<std::string> keys;   // the field, then keys into its dictionary; of a variant selection, the set
  std::string name;                // the list item or property to remove
  std::string value;               // the value to set
  std::vector<std::string> items;  // schemas to apply
  std::vector<Statement> statements;
  auto operator<=>(const Edit&) const = default;
};

/// A stretch of a layer's text and what takes its place. Lines and columns are 1-based; columns count Unicode code
/// points, and a byte order mark is none of them.
struct TextChange {
  int start_line = 0;
  int start_column = 0;
  int end_line = 0;  // the end lies in front of this place
  int end_column = 0;
  std::string text;
  bool operator==(const TextChange&) const = default;
};

/// What a fix changes in the text of one layer; the changes do not meet.
struct LayerChange {
  std::string layer;  // as findings name it
  std::vector<TextChange> changes;
  bool operator==(const LayerChange&) const = default;
};

/// Whether a fix may be applied in bulk: `safe` when no runtime's composed physics changes but as the rule's page says.
enum class FixSafety : std::uint8_t { Safe, Suggested };

/// One way to set a finding right: all of its edits, or none.
struct Fix {
  std::string title;  // what is done, one sentence without a full stop
  FixSafety safety = FixSafety::Suggested;
  std::vector<Edit> edits;
  std::vector<LayerChange> text_changes = {};  // filled in on demand; empty where the edits cannot be made in text
  bool operator==(const Fix&) const = default;
};

/// `set_field`, `remove_list_item`, …
std::string_view name_of(EditOperation operation);

/// `safe` or `suggested`.
std::string_view name_of(FixSafety safety);

}  // namespace assay
