#include "assay/stage/edit_layer.h"

#include "assay/stage/edit_text.h"
#include "assay/stage/text_positions.h"

#include <pxr/sdf/copyUtils.h>
#include <pxr/sdf/relationshipSpec.h>
#include <pxr/sdf/variantSetSpec.h>
#include <pxr/sdf/variantSpec.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include <unistd.h>

namespace assay::stage {
namespace {

namespace fs = std::filesystem;
using namespace pxr;

Error refusal(std::string message) { return {ErrorCode::InvalidArgument, std::move(message), "", 0, 0}; }

/// The Sdf key of a field that the text spells differently.
TfToken field_key(const std::string& name) {
  if (name == "variants") return SdfFieldKeys->VariantSelection;
  return TfToken(name);
}

Result<bool> set_field(const SdfLayerRefPtr& layer, const SdfPath& path, const Edit& edit) {
  const TfToken field = field_key(edit.keys.front());
  const SdfSchemaBase::FieldDefinition* definition = layer->GetSchema().GetFieldDefinition(field);
  if (definition == nullptr || !layer->HasSpec(path)) return refusal("there is no field " + field.GetString());
  if (definition->GetFallbackValue().IsHolding<TfToken>()) {
    layer->SetField(path, field, VtValue(TfToken(edit.value)));
  } else if (definition->GetFallbackValue().IsHolding<std::string>()) {
    layer->SetField(path, field, VtValue(edit.value));
  } else {
    return refusal("field " + field.GetString() + " holds no text");
  }
  return true;
}

/// Sets or, without a value, removes an entry. False when something on the way is no dictionary.
bool change_entry(VtDictionary& dictionary, std::span<const std::string> keys, const std::string* value) {
  if (keys.size() == 1) {
    if (value == nullptr) {
      dictionary.erase(keys.front());
    } else {
      dictionary[keys.front()] = VtValue(*value);
    }
    return true;
  }
  const auto found = dictionary.find(keys.front());
  if (found == dictionary.end() && value == nullptr) return true;
  if (found != dictionary.end() && !found->second.IsHolding<VtDictionary>()) return value == nullptr;
  VtDictionary inner = found == dictionary.end() ? VtDictionary() : found->second.UncheckedGet<VtDictionary>();
  if (!change_entry(inner, keys.subspan(1), value)) return false;
  dictionary[keys.front()] = VtValue(inner);
  return true;
}

Result<bool> edit_entry(const SdfLayerRefPtr& layer, const SdfPath& path, const Edit& edit) {
  if (edit.keys.size() < 2 || !layer->HasSpec(path)) return refusal("there is no such dictionary");
  const TfToken field = field_key(edit.keys.front());
  const VtValue present = layer->GetField(path, field);
  const bool is_set = edit.operation == EditOperation::SetEntry;
  if (present.IsEmpty() && !is_set) return true;
  if (!present.IsEmpty() && !present.IsHolding<VtDictionary>()) return refusal(field.GetString() + " is no dictionary");
  VtDictionary dictionary = present.IsEmpty() ? VtDictionary() : present.UncheckedGet<VtDictionary>();
  if (!change_entry(dictionary, std::span(edit.keys).subspan(1), is_set ? &edit.value : nullptr)) {
    return refusal("an entry on the way to " + edit.keys.back() + " is no dictionary");
  }
  layer->SetField(path, field, VtValue(dictionary));
  return true;
}

Result<bool> set_variant_selection(const SdfLayerRefPtr& layer, const SdfPath& path, const Edit& edit) {
  const SdfPrimSpecHandle prim = layer->GetPrimAtPath(path);
  if (!prim) return refusal("there is no prim <" + path.GetString() + ">");
  prim->SetVariantSelection(edit.keys.front(), edit.value);
  return true;
}

bool erase_item(TfTokenVector& items, const std::string& name) {
  return std::erase_if(items, [&](const TfToken& item) { return item.GetString() == name; }) > 0;
}

Result<bool> remove_item(const SdfLayerRefPtr& layer, const SdfPath& path, const Edit& edit) {
  SdfTokenListOp list;
  const TfToken field("apiSchemas");
  if (!layer->HasField(path, field, &list)) return true;
  bool is_changed = false;
  for (const SdfListOpType type :
       {SdfListOpTypeExplicit, SdfListOpTypeAdded, SdfListOpTypePrepended, SdfListOpTypeAppended}) {
    if ((type == SdfListOpTypeExplicit) != list.IsExplicit()) continue;
    TfTokenVector items = list.GetItems(type);
    if (!erase_item(items, edit.name)) continue;
    list.SetItems(items, type);
    is_changed = true;
  }
  if (!is_changed) return true;
  if (list.HasKeys()) {
    layer->SetField(path, field, list);
  } else {
    layer->EraseField(path, field);
  }
  return true;
}

Result<bool> remove_property(const SdfLayerRefPtr& layer, const SdfPath& path, const Edit& edit) {
  const SdfPrimSpecHandle prim = layer->GetPrimAtPath(path);
  const SdfPath property = path.AppendProperty(TfToken(edit.name));
  if (!prim || property.IsEmpty()) return true;
  if (const SdfPropertySpecHandle spec = layer->GetPropertyAtPath(property)) prim->RemoveProperty(spec);
  return true;
}

Result<bool> remove_prim(const SdfLayerRefPtr& layer, const SdfPath& path) {
  if (!path.IsPrimPath()) return refusal("<" + path.GetString() + "> is no prim");
  const SdfPrimSpecHandle prim = layer->GetPrimAtPath(path);
  if (!prim) return true;
  if (path.IsRootPrimPath()) {
    layer->RemoveRootPrim(prim);
  } else if (const SdfPrimSpecHandle parent = layer->GetPrimAtPath(path.GetParentPath())) {
    parent->RemoveNameChild(prim);
  }
  return true;
}

/// A layer that holds statements on a prim, with an `over` for it and each prim above it.
SdfLayerRefPtr fragment_of(const SdfPath& path, const std::vector<Statement>& statements) {
  std::string text = "#usda 1.0\n";
  for (const SdfPath& prefix : path.GetPrefixes()) text += "over \"" + prefix.GetName() + "\"\n{\n";
  for (const Statement& statement : statements) text += statement.text + "\n";
  for (std::size_t depth = path.GetPathElementCount(); depth > 0; --depth) text += "}\n";
  return layer_of_text(text);
}

void add_items(const SdfLayerRefPtr& layer, const SdfPath& path, const std::vector<std::string>& names) {
  const TfToken field("apiSchemas");
  SdfTokenListOp list = layer->GetFieldAs<SdfTokenListOp>(path, field, SdfTokenListOp());
  const SdfListOpType type = list.IsExplicit() ? SdfListOpTypeExplicit : SdfListOpTypePrepended;
  TfTokenVector items = list.GetItems(type);
  for (const std::string& name : names) {
    if (!list.HasItem(TfToken(name))) items.emplace_back(name);
  }
  if (items == list.GetItems(type)) return;
  list.SetItems(items, type);
  layer->SetField(path, field, list);
}

Result<bool> add_opinions(const SdfLayerRefPtr& layer, const SdfPath& path, const Edit& edit) {
  if (!path.IsPrimPath()) return refusal("opinions are added to prims only");
  const SdfLayerRefPtr fragment = fragment_of(path, edit.statements);
  if (!fragment) return refusal("the opinions are no valid text");
  if (!SdfCreatePrimInLayer(layer, path)) return refusal("<" + path.GetString() + "> cannot be made");
  add_items(layer, path, edit.items);
  std::set<std::string> done;
  for (const Statement& statement : edit.statements) {
    const TfToken name(statement.name);
    const SdfPath target = statement.is_prim ? path.AppendChild(name) : path.AppendProperty(name);
    if (target.IsEmpty() || !fragment->HasSpec(target)) return refusal("the opinions do not hold " + statement.name);
    if (!done.insert(statement.name).second) continue;
    if (statement.is_prim && layer->HasSpec(target)) return refusal("<" + target.GetString() + "> is there already");
    if (!SdfCopySpec(fragment, target, layer, target)) return refusal(statement.name + " cannot be copied");
  }
  return true;
}

/// Fields that hold nothing say nothing.
bool is_void(const VtValue& value) {
  if (value.IsHolding<TfTokenVector>()) return value.UncheckedGet<TfTokenVector>().empty();
  if (value.IsHolding<SdfPathVector>()) return value.UncheckedGet<SdfPathVector>().empty();
  if (value.IsHolding<VtDictionary>()) return value.UncheckedGet<VtDictionary>().empty();
  if (value.IsHolding<SdfVariantSelectionMap>()) return value.UncheckedGet<SdfVariantSelectionMap>().empty();
  return value.IsEmpty();
}

/// Numbers that are none differ from themselves; as text they are equal.
bool is_equal(const VtValue& left, const VtValue& right) {
  return left == right || (left.GetType() == right.GetType() && TfStringify(left) == TfStringify(right));
}

std::string difference_at(const SdfLayerRefPtr& left, const SdfLayerRefPtr& right, const SdfPath& path) {
  if (left->GetSpecType(path) != right->GetSpecType(path)) return path.GetString();
  std::set<TfToken> fields;
  for (const SdfLayerRefPtr& layer : {left, right}) {
    for (const TfToken& field : layer->ListFields(path)) fields.insert(field);
  }
  for (const TfToken& field : fields) {
    const VtValue one = left->GetField(path, field);
    const VtValue other = right->GetField(path, field);
    if (is_void(one) && is_void(other)) continue;
    if (!is_equal(one, other)) return path.GetString() + " " + field.GetString();
  }
  return "";
}

/// The layer's bytes as its file format writes them.
Result<std::string> exported_bytes(const SdfLayerRefPtr& layer, const std::string& path) {
  std::string folder = (fs::temp_directory_path() / "assay-XXXXXX").string();
  if (mkdtemp(folder.data()) == nullptr)
    return Error{ErrorCode::Exhausted, "no temporary folder can be made", "", 0, 0};
  const std::string file = folder + "/layer" + fs::path(path).extension().string();
  const TfErrorMark mark;
  std::stringstream bytes;
  const bool is_written = layer->Export(file);
  if (is_written) bytes << std::ifstream(file, std::ios::binary).rdbuf();
  mark.Clear();
  std::error_code ignored;
  fs::remove_all(folder, ignored);
  if (!is_written || !bytes) return Error{ErrorCode::Exhausted, "the layer cannot be written", "", 0, 0};
  return bytes.str();
}

Result<std::string> edited_crate(const std::string& path, std::span<const Edit> edits, bool rewrite) {
  if (!rewrite) return refusal("it is no text layer; --rewrite writes it anew");
  const TfErrorMark mark;
  const SdfLayerRefPtr layer = SdfLayer::OpenAsAnonymous(path);
  mark.Clear();
  if (!layer) return refusal("it does not open as a layer");
  for (const Edit& edit : edits) {
    const Result<bool> applied = apply_edit(layer, edit);
    if (!applied) return applied.error();
  }
  return exported_bytes(layer, path);
}

/// What the text of a layer would say after edits.
Result<SdfLayerRefPtr> intended_layer(const std::string& text, std::span<const Edit> edits) {
  SdfLayerRefPtr layer = layer_of_text(text);
  if (!layer) return refusal("it does not open as a layer");
  for (const Edit& edit : edits) {
    const Result<bool> applied = apply_edit(layer, edit);
    if (!applied) return applied.error();
  }
  return layer;
}

/// Whether a text says what is intended.
Result<bool> proof(const std::string& text, const SdfLayerRefPtr& intended) {
  const SdfLayerRefPtr layer = layer_of_text(text);
  const std::string difference = layer ? first_difference(layer, intended) : "its syntax";
  if (difference.empty()) return true;
  return refusal("splicing its text would change more than is meant: " + difference);
}

}  // namespace

SdfLayerRefPtr layer_of_text(const std::string& text) {
  const TfErrorMark mark;
  const SdfLayerRefPtr layer = SdfLayer::CreateAnonymous(".usda");
  const bool is_read = layer && layer->ImportFromString(text);
  mark.Clear();
  return is_read ? layer : SdfLayerRefPtr();
}

Result<bool> apply_edit(const SdfLayerRefPtr& layer, const Edit& edit) {
  const SdfPath path(edit.spec);
  if (path.IsEmpty()) return refusal("'" + edit.spec + "' is no path");
  switch (edit.operation) {
    case EditOperation::SetField:
      return set_field(layer, path, edit);
    case EditOperation::RemoveField:
      layer->EraseField(path, field_key(edit.keys.front()));
      return true;
    case EditOperation::SetEntry:
    case EditOperation::RemoveEntry:
      return edit_entry(layer, path, edit);
    case EditOperation::SetVariantSelection:
      return set_variant_selection(layer, path, edit);
    case EditOperation::RemoveListItem:
      return remove_item(layer, path, edit);
    case EditOperation::RemoveProperty:
      return remove_property(layer, path, edit);
    case EditOperation::RemovePrim:
      return remove_prim(layer, path);
    case EditOperation::AddOpinions:
      return add_opinions(layer, path, edit);
  }
  return true;
}

std::string first_difference(const SdfLayerRefPtr& left, const SdfLayerRefPtr& right) {
  std::set<SdfPath> paths;
  for (const SdfLayerRefPtr& layer : {left, right}) {
    layer->Traverse(SdfPath::AbsoluteRootPath(), [&paths](const SdfPath& path) { paths.insert(path); });
  }
  for (const SdfPath& path : paths) {
    std::string difference = difference_at(left, right, path);
    if (!difference.empty()) return difference;
  }
  return "";
}

Result<bool> prove_splice(const std::string& before, std::span<const Edit> edits, const std::string& after) {
  const Result<SdfLayerRefPtr> intended = intended_layer(before, edits);
  if (!intended) return intended.error();
  return proof(after, intended.value());
}

Result<std::string> edited_bytes(const std::string& path, const std::string& bytes, std::span<const Edit> edits,
                                 bool rewrite) {
  if (!is_text_layer(bytes.substr(0, 16))) return edited_crate(path, edits, rewrite);
  const Result<SdfLayerRefPtr> intended = intended_layer(bytes, edits);
  if (!intended) return intended.error();
  const Result<Replacements> splice = splice_edits(TextPositions::scan(bytes), edits);
  std::string text = splice ? replaced(bytes, splice.value()) : "";
  const Result<bool> proven = splice ? proof(text, intended.value()) : splice.error();
  if (proven) return text;
  if (!rewrite) return refusal(proven.error().message + "; --rewrite writes the layer anew");
  if (!intended.value()->ExportToString(&text)) return refusal("the layer cannot be written");
  return text;
}

}  // namespace assay::stage
