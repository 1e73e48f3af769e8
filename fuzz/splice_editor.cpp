// Fuzzes the splice editor: edits of every kind on any text. What passes the editor says exactly what OpenUSD's own
// edit of the layer says, keeps comments and line ends, and stays as it is under the same edit again; a text that
// OpenUSD does not read never passes. The first `header_size` bytes of an input choose the edits, the rest is the text.

#include "assay/stage/edit_layer.h"
#include "assay/stage/edit_text.h"
#include "fuzz/require.h"

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <vector>

namespace assay::stage {
namespace {

using namespace pxr;
using Keys = std::vector<std::string>;

constexpr std::size_t bytes_per_edit = 6;
constexpr std::size_t most_edits = 3;
constexpr std::size_t header_size = 1 + most_edits * bytes_per_edit;

const std::vector<std::string> values = {
    "",       "Disabled", "with \"quotes\"", "back\\slash", "two\nlines", "\r\n",   "\ttab", "it's", "\"\"\"",
    "'''",    "é…",       "@x.usda@",        "</A>",        "${X}",       "# none", ")",     "}",    "\x01",
    "a\\\"b", "\\"};

const std::vector<Keys> new_entries = {
    {"customData", "a"}, {"customLayerData", "a b", "1"}, {"customLayerData", "SimReady_Metadata", "x", "y"},
    {"assetInfo", "é"},  {"customData", "a:b"},           {"customData", ""},
    {"kind", "x"}};

const std::vector<std::string> text_fields = {"documentation", "comment",     "kind",
                                              "defaultPrim",   "displayName", "customData"};

const std::vector<Statement> statements = {{"x", "float x = 1", false},
                                           {"s", "string s = \"\"\"a\n    b\"\"\"", false},
                                           {"r", "custom rel r = </A> (\n    doc = \"r\"\n)", false},
                                           {"ns:y", "uniform token ns:y.timeSamples = {\n    1: \"a\",\n}", false},
                                           {"K", "def Scope \"K\"\n{\n    int a = 1\n}", true}};

/// What of a layer an edit can name.
struct Subject {
  std::vector<std::string> specs = {"/", "/Absent", "/Absent/Below"};
  std::vector<std::string> properties = {"x", "ns:y"};
  std::vector<std::string> schemas = {"PhysicsMassAPI", "CollectionAPI:a b"};
  std::vector<std::string> sets = {"Physics", "a b"};
  std::vector<Keys> entries = new_entries;
};

void add_entries(const VtDictionary& dictionary, Keys keys, std::vector<Keys>& entries) {
  for (const auto& [key, value] : dictionary) {
    keys.push_back(key);
    entries.push_back(keys);
    if (value.IsHolding<VtDictionary>()) add_entries(value.UncheckedGet<VtDictionary>(), keys, entries);
    keys.pop_back();
  }
}

Subject subject_of(const SdfLayerRefPtr& layer) {
  Subject subject;
  if (!layer) return subject;
  layer->Traverse(SdfPath::AbsoluteRootPath(), [&](const SdfPath& path) {
    if (path.IsPrimPropertyPath()) subject.properties.push_back(path.GetName());
    subject.specs.push_back(path.GetString());
    for (const TfToken& field : layer->ListFields(path)) {
      const VtValue value = layer->GetField(path, field);
      if (value.IsHolding<VtDictionary>())
        add_entries(value.UncheckedGet<VtDictionary>(), {field.GetString()}, subject.entries);
      if (value.IsHolding<SdfVariantSelectionMap>()) {
        for (const auto& [set, option] : value.UncheckedGet<SdfVariantSelectionMap>()) subject.sets.push_back(set);
      }
      if (value.IsHolding<SdfTokenListOp>()) {
        for (const TfToken& item : value.UncheckedGet<SdfTokenListOp>().GetAppliedItems()) {
          subject.schemas.push_back(item.GetString());
        }
      }
    }
  });
  return subject;
}

template <class T>
const T& chosen(const std::vector<T>& items, unsigned choice) {
  return items[choice % items.size()];
}

Edit edit_of(const Subject& subject, std::span<const std::uint8_t> bytes) {
  Edit edit;
  edit.operation = static_cast<EditOperation>(bytes[0] % 9U);
  edit.spec = chosen(subject.specs, bytes[1] + 256U * bytes[2]);
  edit.value = chosen(values, bytes[3]);
  const unsigned choice = bytes[4] + 256U * bytes[5];
  switch (edit.operation) {
    case EditOperation::SetField:
    case EditOperation::RemoveField:
      edit.keys = {chosen(text_fields, choice)};
      break;
    case EditOperation::SetEntry:
    case EditOperation::RemoveEntry:
      edit.keys = chosen(subject.entries, choice);
      break;
    case EditOperation::SetVariantSelection:
      edit.keys = {chosen(subject.sets, choice)};
      break;
    case EditOperation::RemoveListItem:
      edit.name = chosen(subject.schemas, choice);
      break;
    case EditOperation::AddOpinions:
      if (bytes[3] % 2 == 0) edit.items = {chosen(subject.schemas, choice)};
      for (std::size_t index = 0; index < statements.size(); ++index) {
        if ((bytes[5] >> index) % 2 == 1) edit.statements.push_back(statements[index]);
      }
      break;
    default:
      edit.name = chosen(subject.properties, choice);
  }
  return edit;
}

/// A layer's text without fields that hold nothing, which OpenUSD writes or leaves out.
std::string meaning_of(const SdfLayerRefPtr& layer) {
  layer->Traverse(SdfPath::AbsoluteRootPath(), [&layer](const SdfPath& path) {
    for (const TfToken& field : layer->ListFields(path)) {
      const VtValue value = layer->GetField(path, field);
      const bool is_void =
          (value.IsHolding<VtDictionary>() && value.UncheckedGet<VtDictionary>().empty()) ||
          (value.IsHolding<SdfVariantSelectionMap>() && value.UncheckedGet<SdfVariantSelectionMap>().empty());
      if (is_void) layer->EraseField(path, field);
    }
  });
  std::string text;
  layer->ExportToString(&text);
  return text;
}

/// How many lines hold nothing but a comment.
std::ptrdiff_t comment_lines(const std::string& text) {
  std::ptrdiff_t count = 0;
  for (std::size_t at = 0; at != std::string::npos; at = text.find('\n', at)) {
    at = text.find_first_not_of("\n\r\t ", at);
    if (at == std::string::npos) break;
    if (text[at] == '#') ++count;
  }
  return count;
}

bool has_plain_strings(const std::string& text) {
  return std::ranges::none_of(std::array{"\"\"\"", "'''", "/*", "\\", "@"},
                              [&text](const char* mark) { return text.find(mark) != std::string::npos; });
}

bool has_only_crlf(const std::string& text) {
  const auto lone = [&text](std::size_t at) { return at == 0 || text[at - 1] != '\r'; };
  for (std::size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at + 1)) {
    if (lone(at)) return false;
  }
  return text.find('\n') != std::string::npos;
}

/// Whether an edit may neither drop a comment nor bring in a line end of its own.
bool is_addition(const Edit& edit) {
  if (edit.operation == EditOperation::AddOpinions) return edit.statements.empty();
  return edit.operation == EditOperation::SetField || edit.operation == EditOperation::SetVariantSelection;
}

void require_edits_meant(const std::string& text, const std::vector<Edit>& edits, const std::string& result) {
  const SdfLayerRefPtr intended = layer_of_text(text);
  for (const Edit& edit : edits) require(static_cast<bool>(apply_edit(intended, edit)), "OpenUSD makes the edit");
  const SdfLayerRefPtr layer = layer_of_text(result);
  require(static_cast<bool>(layer), "OpenUSD reads what passes the editor");
  require(meaning_of(layer) == meaning_of(intended), "the text says what the edit means", result);
}

void require_layout_kept(const std::string& text, const std::vector<Edit>& edits, const std::string& result) {
  if (!std::ranges::all_of(edits, is_addition) || !has_plain_strings(text)) return;
  require(comment_lines(result) == comment_lines(text), "comments stay", result);
  require(!has_only_crlf(text) || has_only_crlf(result), "line ends stay", result);
}

void require_editor_right(const std::string& text, const std::vector<Edit>& edits) {
  const Result<std::string> result = edited_bytes("layer.usda", text, edits, false);
  if (!result) return;
  require_edits_meant(text, edits, result.value());
  require_layout_kept(text, edits, result.value());
  // an edit that adds a prim fails where it is there
  const Result<std::string> again = edited_bytes("layer.usda", result.value(), edits, false);
  const bool is_repeatable = edits.size() == 1 && edits.front().operation != EditOperation::AddOpinions;
  if (is_repeatable) require(again && again.value() == result.value(), "an edit made changes no more", result.value());
}

/// Paths moved there and back are the paths from before.
void require_move_reversible(const std::string& text) {
  const Result<std::string> moved = with_paths_moved(text, "/A", "/Other");
  if (!moved) return;
  const Result<std::string> back = with_paths_moved(moved.value(), "/Other", "/A");
  require(back && back.value() == text, "paths move back", moved.value());
}

}  // namespace
}  // namespace assay::stage

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace assay::stage;
  if (size < header_size) return 0;
  const std::span<const std::uint8_t> input(data, size);
  const std::string text(reinterpret_cast<const char*>(data) + header_size, size - header_size);
  require_move_reversible(text);
  const pxr::SdfLayerRefPtr layer = layer_of_text(text);
  const Subject subject = subject_of(layer);
  std::vector<assay::Edit> edits;
  for (std::size_t index = 0; index <= input[0] % most_edits; ++index) {
    edits.push_back(edit_of(subject, input.subspan(1 + index * bytes_per_edit, bytes_per_edit)));
  }
  if (layer) {
    require_editor_right(text, edits);
  } else {
    assay::require(!edited_bytes("layer.usda", text, edits, false), "what OpenUSD does not read never passes");
  }
  return 0;
}
