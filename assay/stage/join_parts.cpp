#include "assay/stage/join_parts.h"

#include <utility>

namespace assay::stage {
namespace {

using namespace pxr;

/// The root and the prims that are open at a cut, outermost first.
std::vector<SdfPath> owners_of(const TextCut& cut) {
  std::vector<SdfPath> owners{SdfPath::AbsoluteRootPath()};
  for (const std::string& name : cut.owners) owners.push_back(owners.back().AppendChild(TfToken(name)));
  return owners;
}

TfTokenVector children_of(const TextLayerData& data, const SdfPath& prim) {
  return data.GetAs<TfTokenVector>(prim, SdfChildrenKeys->PrimChildren);
}

void set_children(TextLayerData& data, const SdfPath& prim, const TfTokenVector& children) {
  if (children.empty()) {
    data.Erase(prim, SdfChildrenKeys->PrimChildren);
  } else {
    data.Set(prim, SdfChildrenKeys->PrimChildren, VtValue(children));
  }
}

/// Takes the closing prim out of a part; false where it is not the last one in the body that the cut was to be in.
bool take_mark(TextLayerData& part, const std::vector<SdfPath>& owners) {
  const TfToken mark{std::string(cut_mark)};
  const SdfPath path = owners.back().AppendChild(mark);
  TfTokenVector children = children_of(part, owners.back());
  if (part.GetSpecType(path) != SdfSpecTypePrim || children.empty() || children.back() != mark) return false;
  part.EraseSpec(path);
  children.pop_back();
  set_children(part, owners.back(), children);
  return true;
}

/// Whether a part holds of a prim that was open at its start what opening it again gives, and children.
bool has_children_alone(const TextLayerData& part, const SdfPath& owner) {
  const bool is_root = owner.IsAbsoluteRootPath();
  if (part.GetSpecType(owner) != (is_root ? SdfSpecTypePseudoRoot : SdfSpecTypePrim)) return false;
  for (const TfToken& field : part.List(owner)) {
    if (field == SdfChildrenKeys->PrimChildren) continue;
    if (is_root || field != SdfFieldKeys->Specifier) return false;
  }
  return is_root || part.GetAs<SdfSpecifier>(owner, SdfFieldKeys->Specifier) == SdfSpecifierOver;
}

bool append_part(TextLayerData& whole, TextLayerData& part, const std::vector<SdfPath>& owners) {
  for (std::size_t depth = 0; depth < owners.size(); ++depth) {
    const SdfPath& owner = owners[depth];
    if (!has_children_alone(part, owner) || !whole.HasSpec(owner)) return false;
    const TfTokenVector added = children_of(part, owner);
    // the first child of all but the innermost is the next one, opened again
    const bool is_innermost = depth + 1 == owners.size();
    if (!is_innermost && (added.empty() || added.front() != owners[depth + 1].GetNameToken())) return false;
    TfTokenVector children = children_of(whole, owner);
    if (!is_innermost && (children.empty() || children.back() != added.front())) return false;
    children.insert(children.end(), added.begin() + (is_innermost ? 0 : 1), added.end());
    set_children(whole, owner, children);
  }
  return whole.take_specs(part, owners);
}

}  // namespace

TfRefPtr<TextLayerData> join_parts(const std::vector<TfRefPtr<TextLayerData>>& parts,
                                   const std::vector<TextCut>& cuts) {
  TextLayerData& whole = *parts.front();
  for (std::size_t index = 0; index < cuts.size(); ++index) {
    if (!take_mark(*parts[index], owners_of(cuts[index]))) return nullptr;
  }
  std::size_t spec_count = 0;
  for (const TfRefPtr<TextLayerData>& part : parts) spec_count += part->spec_count();
  whole.reserve(spec_count);
  for (std::size_t index = 0; index < cuts.size(); ++index) {
    if (!append_part(whole, *parts[index + 1], owners_of(cuts[index]))) return nullptr;
  }
  return parts.front();
}

}  // namespace assay::stage
