// Fuzzes the text scanner. Any text gives a tree of statements that lies inside the text; and what OpenUSD reads from a
// text, the scan shows under the same path, at a place that has its name.

#include "assay/stage/text_cursor.h"
#include "assay/stage/text_index.h"
#include "assay/stage/text_positions.h"
#include "fuzz/layers.h"
#include "fuzz/require.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

namespace assay::stage {

/// Sees the whole tree of a scan.
struct ScanTree {
  const TextPositions& positions;

  void require_inside(TextRange range, TextRange owner, const char* part) const {
    if (range.begin == 0 && range.end == 0) return;
    require(range.begin <= range.end && range.end <= positions.text().size(), "a range lies inside the text", part);
    require(owner.begin <= range.begin && range.end <= owner.end, "a part lies inside its statement", part);
  }

  /// Every part inside its statement, every statement inside its parent and behind the sibling in front of it.
  void require_sound() const {
    const auto& nodes = positions.nodes_;
    std::vector<std::size_t> free_from(nodes.size());
    for (std::size_t index = 0; index < nodes.size(); ++index) {
      const auto& node = nodes[index];
      const TextRange whole{node.begin, node.end};
      require(node.begin <= node.end && node.end <= positions.text().size(), "a statement lies inside the text");
      for (const TextRange& range : {node.name, node.metadata, node.body})
        require_inside(range, whole, "name, metadata or body");
      if (node.value.begin != 0 || node.value.end != 0) require_inside(node.value, whole, "value");
      free_from[index] = node.begin;
      if (index == 0) continue;
      require(node.parent < index, "a parent stands in front of its children");
      const auto& owner = nodes[node.parent];
      require(owner.begin <= node.begin && node.end <= owner.end, "a statement lies inside its parent");
      require(free_from[node.parent] <= node.begin, "statements follow each other");
      free_from[node.parent] = node.end;
    }
  }
};

namespace {

using namespace pxr;

std::string name_in(const TextPositions& positions, TextRange name) {
  std::string buffer;
  return std::string(unescaped(std::string_view(positions.text()).substr(name.begin, name.end - name.begin), buffer));
}

/// Line and column lead back to the byte that they come from.
void require_position(const TextPositions& positions, std::size_t offset) {
  const TextPosition position = positions.position(offset);
  const std::string_view line = positions.line_text(position.line);
  require(position.line >= 1 && position.column >= 1, "lines and columns count from one");
  const std::size_t byte = static_cast<std::size_t>(line.data() - positions.text().data());
  int column = 1;
  for (std::size_t at = byte; at < offset; ++at) column += (positions.text()[at] & 0xC0) != 0x80;
  require(byte <= offset && offset <= byte + line.size(), "a position lies in its line");
  require(column == position.column, "a column counts characters");
}

void require_named(const TextPositions& positions, const std::vector<TextStatement>& statements,
                   const std::string& name, const std::string& place) {
  require(!statements.empty(), "what OpenUSD reads is found", place);
  for (const TextStatement& statement : statements) {
    const std::string written = name_in(positions, statement.name);
    // a token ends at a zero byte
    require(written == name || written.c_str() == name, "a place has the name of what is looked for", place);
    require_position(positions, statement.name.begin);
  }
}

std::string name_of_spec(const SdfPath& path) {
  if (!path.IsPrimVariantSelectionPath()) return path.GetName();
  const auto [set, option] = path.GetVariantSelection();
  return option.empty() ? set : option;
}

void require_keys(const TextPositions& positions, const std::string& spec, const VtDictionary& dictionary,
                  std::vector<std::string>& keys) {
  for (const auto& [key, value] : dictionary) {
    keys.push_back(key);
    require_named(positions, positions.entry_statements(spec, keys), key, spec);
    if (value.IsHolding<VtDictionary>()) require_keys(positions, spec, value.UncheckedGet<VtDictionary>(), keys);
    keys.pop_back();
  }
}

/// Fields that no statement of their own makes, and those whose braces hold no typed keys.
bool is_structural(const TfToken& field) {
  static const std::set<std::string> structural = {"specifier",          "typeName",        "custom",
                                                   "variability",        "primChildren",    "properties",
                                                   "variantSetChildren", "variantChildren", "connectionChildren",
                                                   "targetChildren",     "subLayerOffsets"};
  return structural.contains(field.GetString());
}

void require_fields(const TextPositions& positions, const SdfLayer& layer, const SdfPath& path) {
  const std::string spec = path.GetString();
  for (const TfToken& field : layer.ListFields(path)) {
    if (is_structural(field)) continue;
    const std::string place = spec + " " + field.GetString();
    require(!positions.field_statements(spec, field.GetString()).empty(), "each field is found", place);
    const VtValue value = layer.GetField(path, field);
    const bool has_keys = field != SdfFieldKeys->PrefixSubstitutions && field != SdfFieldKeys->SuffixSubstitutions;
    if (!has_keys || !value.IsHolding<VtDictionary>()) continue;
    std::vector<std::string> keys{field.GetString()};
    require_keys(positions, spec, value.UncheckedGet<VtDictionary>(), keys);
  }
}

std::string behind_characters(const std::string& text, int count) {
  std::size_t at = 0;
  for (; count > 0 && at < text.size(); --count) {
    do {
      ++at;
    } while (at < text.size() && (text[at] & 0xC0) == 0x80);
  }
  return text.substr(at);
}

/// A finding's way to its place: by file, to a line that shows the property's name.
void require_located(const std::string& text, const std::vector<SdfPath>& properties) {
  const SdfLayerRefPtr layer = layer_in_file(text);
  require(layer || !is_text_layer(text), "a text layer reads the same from a file");
  if (!layer) return;
  TextIndex index;
  for (const SdfPath& property : properties) {
    const std::string prim = property.GetPrimOrPrimVariantSelectionPath().GetString();
    const auto location = index.locate(*layer, {prim, property.GetName(), "", "", {}});
    require(location.has_value(), "a property is located", property.GetString());
    require(location->line >= 1 && location->column >= 1, "a location counts from one");
    const std::string shown = behind_characters(location->excerpt.text, location->excerpt.caret);
    require(shown.starts_with(property.GetName().substr(0, 8)), "an excerpt points at the name", property.GetString());
  }
}

/// A variant set without variants may come from its name in metadata alone.
bool is_only_named(const SdfLayer& layer, const SdfPath& path) {
  return path.IsPrimVariantSelectionPath() && path.GetVariantSelection().second.empty() &&
         !layer.HasField(path, SdfChildrenKeys->VariantChildren);
}

void require_agreement(const TextPositions& positions, const SdfLayerRefPtr& layer) {
  require(positions.is_complete(), "a text that OpenUSD reads is followed to its end");
  std::vector<SdfPath> properties;
  layer->Traverse(SdfPath::AbsoluteRootPath(), [&](const SdfPath& path) {
    const bool is_property = path.IsPrimPropertyPath();
    if (path.IsPrimPath() || path.IsPrimVariantSelectionPath() || is_property) {
      const std::string spec = path.GetString();
      if (!is_only_named(*layer, path)) {
        require_named(positions, positions.spec_statements(spec), name_of_spec(path), spec);
      }
      require_fields(positions, *layer, path);
    } else if (path.IsAbsoluteRootPath()) {
      require_fields(positions, *layer, path);
    }
    if (is_property && properties.size() < 8) properties.push_back(path);
  });
  if (!properties.empty()) require_located(positions.text(), properties);
}

}  // namespace
}  // namespace assay::stage

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace assay::stage;
  const std::string text(reinterpret_cast<const char*>(data), size);
  const TextPositions positions = TextPositions::scan(text);
  assay::require(positions.text() == text, "a scan keeps the text");
  ScanTree{positions}.require_sound();
  if (const pxr::SdfLayerRefPtr layer = layer_of_text(text)) require_agreement(positions, layer);
  return 0;
}
