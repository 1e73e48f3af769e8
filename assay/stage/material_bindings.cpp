#include "assay/stage/material_bindings.h"

#include "assay/stage/collections.h"
#include "assay/stage/metadata.h"
#include "assay/stage/targets.h"

#include <string>

namespace assay::stage {
namespace {

using namespace pxr;

/// A prim on the way up from the one whose material is asked for.
struct Holder {
  const Composed& composed;
  const PcpPrimIndex* index = nullptr;
  SdfPath path;
  std::vector<SpecSite> sites;

  SdfPathVector targets(const TfToken& relationship) const {
    return relationship_targets(composed, *index, path.AppendProperty(relationship)).paths;
  }

  /// Whether a binding here hides those of the prims below.
  bool is_stronger_than_descendants(const TfToken& relationship) const {
    const VtValue strength = resolve_metadata(sites, TfToken("bindMaterialAs"), relationship);
    return strength.IsHolding<TfToken>() && strength.UncheckedGet<TfToken>() == "strongerThanDescendants";
  }
};

/// `base` with the purpose as one more namespace, where there is one.
std::string with_purpose(const char* base, std::string_view purpose) {
  std::string name = base;
  if (!purpose.empty()) name.append(1, ':').append(purpose);
  return name;
}

std::optional<MaterialBinding> direct_binding(const Holder& holder, std::string_view purpose) {
  const TfToken name(with_purpose("material:binding", purpose));
  const SdfPathVector targets = holder.targets(name);
  if (targets.size() != 1 || !targets.front().IsPrimPath()) return std::nullopt;
  return MaterialBinding{targets.front(), holder.path.AppendProperty(name), SdfPath()};
}

/// Whether a relationship binds a collection for the purpose: material:binding:collection[:purpose]:name.
bool is_collection_binding(const std::string& name, std::string_view purpose) {
  const std::string start = with_purpose("material:binding:collection", purpose).append(1, ':');
  return name.starts_with(start) && name.find(':', start.size()) == std::string::npos;
}

/// The first collection binding of a prim, in the order of its properties, whose collection holds `prim`.
std::optional<MaterialBinding> collection_binding(const Holder& holder, std::string_view purpose, const SdfPath& prim) {
  for (const TfToken& name : property_names(holder.sites)) {
    if (!is_collection_binding(name.GetString(), purpose)) continue;
    SdfPath owner;
    std::string collection;
    const SdfPathVector targets = holder.targets(name);
    if (targets.size() != 2) continue;
    // either order: one of the targets is the collection
    const std::size_t first = read_collection_path(targets[0], owner, collection) ? 0 : 1;
    if (!read_collection_path(targets[first], owner, collection)) continue;
    if (!resolve_collection(holder.composed, owner, collection).holds(prim)) continue;
    return MaterialBinding{targets[1 - first], holder.path.AppendProperty(name), targets[first]};
  }
  return std::nullopt;
}

/// The winning binding for one purpose alone.
std::optional<MaterialBinding> binding_for(const Composed& composed, const SdfPath& prim, std::string_view purpose) {
  std::optional<MaterialBinding> winner;
  for (SdfPath path = prim; !path.IsAbsoluteRootPath() && !path.IsEmpty(); path = path.GetParentPath()) {
    Holder holder{composed, composed.prim_index(path), path, {}};
    if (holder.index == nullptr) continue;
    collect_spec_sites(*holder.index, holder.sites);
    const auto is_winning = [&](const MaterialBinding& binding) {
      return !winner || holder.is_stronger_than_descendants(binding.relationship.GetNameToken());
    };
    const std::optional<MaterialBinding> direct = direct_binding(holder, purpose);
    if (direct && is_winning(*direct)) winner = direct;
    const std::optional<MaterialBinding> collected = collection_binding(holder, purpose, prim);
    const bool is_direct_here = winner && direct && winner->relationship == direct->relationship;
    if (collected && (is_direct_here || is_winning(*collected))) winner = collected;
  }
  return winner;
}

}  // namespace

std::optional<MaterialBinding> bound_material(const Composed& composed, const SdfPath& prim, std::string_view purpose) {
  std::optional<MaterialBinding> binding = binding_for(composed, prim, purpose);
  if (!binding && purpose != all_purpose) binding = binding_for(composed, prim, all_purpose);
  return binding;
}

}  // namespace assay::stage
