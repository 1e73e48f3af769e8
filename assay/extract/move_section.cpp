#include "assay/extract/move_section.h"

#include "assay/stage/edit_text.h"
#include "assay/stage/text_positions.h"
#include "assay/stage/text_splice.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <sstream>

namespace assay::extract {
namespace {

using namespace pxr;

const TfToken schemas_field("apiSchemas");

// fields whose meaning does not depend on the layer or the arc that brings them
constexpr std::array<std::string_view, 9> movable_fields = {"specifier",  "typeName",  "primChildren",
                                                            "properties", "primOrder", "propertyOrder",
                                                            "apiSchemas", "comment",   "documentation"};

std::optional<stage::TextPositions> scanned(const SdfLayer& layer) {
  std::ifstream file(layer.GetRealPath(), std::ios::binary);
  std::stringstream bytes;
  bytes << file.rdbuf();
  if (!file || !stage::is_text_layer(bytes.str())) return std::nullopt;
  stage::TextPositions positions = stage::TextPositions::scan(bytes.str());
  if (!positions.is_complete()) return std::nullopt;
  return positions;
}

/// One section on its way.
class Mover {
 public:
  Mover(const NamedLayer& source, const SdfPath& section, const NamedLayer& payload, const SdfPath& target,
        const stage::TextPositions& positions)
      : source_(source),
        payload_(payload),
        positions_(positions),
        section_(section),
        from_(section.GetPrimPath().GetString()),
        to_(target.GetString()) {}

  bool run(const SdfPath& target, std::vector<Edit>& edits) {
    add_removals(edits);
    return move(section_, target, edits);
  }

 private:
  TfTokenVector names(const SdfPath& spec, const TfToken& field) const {
    return source_.layer->GetFieldAs<TfTokenVector>(spec, field, TfTokenVector());
  }

  void add_removals(std::vector<Edit>& edits) const {
    Edit edit;
    edit.layer = source_.name;
    edit.spec = section_.GetString();
    if (source_.layer->HasField(section_, schemas_field)) {
      edit.operation = EditOperation::RemoveField;
      edit.keys = {schemas_field.GetString()};
      edits.push_back(edit);
      edit.keys.clear();
    }
    edit.operation = EditOperation::RemoveProperty;
    for (const TfToken& name : names(section_, SdfChildrenKeys->PropertyChildren)) {
      edit.name = name.GetString();
      edits.push_back(edit);
    }
    edit.name.clear();
    edit.operation = EditOperation::RemovePrim;
    for (const TfToken& name : names(section_, SdfChildrenKeys->PrimChildren)) {
      edit.spec = section_.AppendChild(name).GetString();
      edits.push_back(edit);
    }
  }

  /// Whether all fields of a spec may stand in another layer; the section's own payload stays.
  bool has_movable_fields(const SdfPath& spec) const {
    return std::ranges::all_of(source_.layer->ListFields(spec), [&](const TfToken& field) {
      if (spec == section_ && field == SdfFieldKeys->Payload) return true;
      return std::ranges::find(movable_fields, field.GetString()) != movable_fields.end();
    });
  }

  bool is_movable_tree(const SdfPath& prim) const {
    bool is_movable = true;
    source_.layer->Traverse(prim, [&](const SdfPath& path) {
      if (path.IsPrimPath() || path.IsPrimVariantSelectionPath()) is_movable &= has_movable_fields(path);
    });
    return is_movable;
  }

  bool add_text(const SdfPath& spec, const std::string& name, bool is_prim, Edit& edit) const {
    const std::vector<stage::TextStatement> statements = positions_.spec_statements(spec.GetString());
    for (const stage::TextStatement& statement : statements) {
      const std::string text = stage::without_indentation(positions_.text(), statement.whole);
      const Result<std::string> moved = stage::with_paths_moved(text, from_, to_);
      if (!moved) return false;
      edit.statements.push_back({name, moved.value(), is_prim});
    }
    return !statements.empty() && (!is_prim || statements.size() == 1);
  }

  bool add_schemas(const SdfPath& spec, Edit& edit) const {
    SdfTokenListOp list;
    if (!source_.layer->HasField(spec, schemas_field, &list)) return true;
    if (list.IsExplicit() || !list.GetDeletedItems().empty() || !list.GetOrderedItems().empty()) return false;
    for (const TfTokenVector& items : {list.GetPrependedItems(), list.GetAddedItems(), list.GetAppendedItems()}) {
      for (const TfToken& item : items) edit.items.push_back(item.GetString());
    }
    return true;
  }

  /// Moves a spec's own opinions, and its children: as they stand where the payload has no such prim, else part by
  /// part.
  bool move(const SdfPath& spec, const SdfPath& target, std::vector<Edit>& edits) {
    if (!has_movable_fields(spec)) return false;
    Edit edit;
    edit.operation = EditOperation::AddOpinions;
    edit.layer = payload_.name;
    edit.spec = target.GetString();
    if (!add_schemas(spec, edit)) return false;
    for (const TfToken& name : names(spec, SdfChildrenKeys->PropertyChildren)) {
      if (!add_text(spec.AppendProperty(name), name.GetString(), false, edit)) return false;
    }
    std::vector<TfToken> shared;
    for (const TfToken& name : names(spec, SdfChildrenKeys->PrimChildren)) {
      if (payload_.layer->HasSpec(target.AppendChild(name))) {
        shared.push_back(name);
      } else if (!is_movable_tree(spec.AppendChild(name)) ||
                 !add_text(spec.AppendChild(name), name.GetString(), true, edit)) {
        return false;
      }
    }
    if (!edit.items.empty() || !edit.statements.empty()) edits.push_back(std::move(edit));
    return std::ranges::all_of(shared, [&](const TfToken& name) {
      const SdfPath child = spec.AppendChild(name);
      const SdfPrimSpecHandle prim = source_.layer->GetPrimAtPath(child);
      const bool is_plain = prim && prim->GetSpecifier() == SdfSpecifierOver && prim->GetTypeName().IsEmpty() &&
                            !prim->HasField(SdfFieldKeys->Documentation) && !prim->HasField(SdfFieldKeys->Comment);
      return is_plain && move(child, target.AppendChild(name), edits);
    });
  }

  const NamedLayer& source_;
  const NamedLayer& payload_;
  const stage::TextPositions& positions_;
  SdfPath section_;
  std::string from_;
  std::string to_;
};

}  // namespace

std::optional<std::vector<Edit>> edits_to_payload(const NamedLayer& source, const SdfPath& section,
                                                  const NamedLayer& payload, const SdfPath& target) {
  if (!target.IsPrimPath() || !payload.layer->HasSpec(target)) return std::nullopt;
  const std::optional<stage::TextPositions> positions = scanned(*source.layer);
  if (!positions) return std::nullopt;
  std::vector<Edit> edits;
  if (!Mover(source, section, payload, target, *positions).run(target, edits)) return std::nullopt;
  return edits;
}

}  // namespace assay::extract
