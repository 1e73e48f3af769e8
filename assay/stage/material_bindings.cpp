#include "assay/stage/material_bindings.h"

#include "assay/stage/metadata.h"
#include "assay/stage/targets.h"

#include <algorithm>

namespace assay::stage {
namespace {

using namespace pxr;

constexpr std::string_view binding_name = "material:binding";

/// `base` with the purpose as one more namespace, where there is one.
std::string with_purpose(std::string_view base, std::string_view purpose) {
  std::string name(base);
  if (!purpose.empty()) name.append(1, ':').append(purpose);
  return name;
}

/// Whether a relationship binds a collection for the purpose: material:binding:collection[:purpose]:name.
bool is_collection_binding(const std::string& name, std::string_view purpose) {
  const std::string start = with_purpose("material:binding:collection", purpose).append(1, ':');
  return name.starts_with(start) && name.find(':', start.size()) == std::string::npos;
}

/// The names of the relationships of a prim that bind materials, in the order of its properties.
std::vector<TfToken> binding_names(const std::vector<SpecSite>& sites) {
  std::vector<TfToken> names;
  for (const SpecSite& site : sites) {
    VtValue listed;
    if (!site.layer->HasField(*site.path, SdfChildrenKeys->PropertyChildren, &listed)) continue;
    if (!listed.IsHolding<TfTokenVector>()) continue;
    for (const TfToken& name : listed.UncheckedGet<TfTokenVector>()) {
      if (!name.GetString().starts_with(binding_name)) continue;
      if (std::ranges::find(names, name) == names.end()) names.push_back(name);
    }
  }
  if (names.size() > 1) order_properties(sites, names);
  return names;
}

bool is_stronger_than_descendants(const std::vector<SpecSite>& sites, const TfToken& relationship) {
  const VtValue strength = resolve_metadata(sites, TfToken("bindMaterialAs"), relationship);
  return strength.IsHolding<TfToken>() && strength.UncheckedGet<TfToken>() == "strongerThanDescendants";
}

}  // namespace

const std::vector<BindingRelationship>& MaterialBindings::relationships_of(const SdfPath& prim) {
  const auto [entry, added] = relationships_.try_emplace(prim);
  std::vector<BindingRelationship>& relationships = entry->second;
  const PcpPrimIndex* index = added ? composed_.prim_index(prim) : nullptr;
  if (index == nullptr) return relationships;
  std::vector<SpecSite> sites;
  collect_spec_sites(*index, sites);
  for (const TfToken& name : binding_names(sites)) {
    std::vector<SpecSite> specs = sites;
    std::erase_if(specs,
                  [&name](const SpecSite& site) { return !site.layer->HasSpec(site.path->AppendProperty(name)); });
    relationships.push_back({name, relationship_targets(composed_, *index, prim.AppendProperty(name), specs).paths,
                             is_stronger_than_descendants(specs, name)});
  }
  return relationships;
}

const Collection& MaterialBindings::collection_at(const SdfPath& path) {
  const auto [entry, added] = collections_.try_emplace(path);
  SdfPath owner;
  std::string name;
  if (added && read_collection_path(path, owner, name)) entry->second = resolve_collection(composed_, owner, name);
  return entry->second;
}

/// The first collection binding of a prim, in the order of its properties, whose collection holds `prim`.
std::optional<MaterialBinding> MaterialBindings::collection_binding(const SdfPath& holder, std::string_view purpose,
                                                                    const SdfPath& prim, bool& is_stronger) {
  for (const auto& [name, targets, stronger] : relationships_of(holder)) {
    if (targets.size() != 2 || !is_collection_binding(name.GetString(), purpose)) continue;
    SdfPath owner;
    std::string collection;
    // either order: one of the targets is the collection
    const std::size_t first = read_collection_path(targets[0], owner, collection) ? 0 : 1;
    if (!read_collection_path(targets[first], owner, collection)) continue;
    if (!collection_at(targets[first]).holds(prim)) continue;
    is_stronger = stronger;
    return MaterialBinding{targets[1 - first], holder.AppendProperty(name), targets[first]};
  }
  return std::nullopt;
}

/// The winning binding for one purpose alone.
std::optional<MaterialBinding> MaterialBindings::binding_for(const SdfPath& prim, std::string_view purpose) {
  const TfToken direct_name(with_purpose(binding_name, purpose));
  std::optional<MaterialBinding> winner;
  for (SdfPath path = prim; !path.IsAbsoluteRootPath() && !path.IsEmpty(); path = path.GetParentPath()) {
    const std::vector<BindingRelationship>& relationships = relationships_of(path);
    if (relationships.empty()) continue;
    const auto direct = std::ranges::find(relationships, direct_name, &BindingRelationship::name);
    const bool is_direct =
        direct != relationships.end() && direct->targets.size() == 1 && direct->targets.front().IsPrimPath();
    bool is_direct_here = false;
    if (is_direct && (!winner || direct->is_stronger_than_descendants)) {
      winner = MaterialBinding{direct->targets.front(), path.AppendProperty(direct_name), SdfPath()};
      is_direct_here = true;
    }
    bool is_stronger = false;
    const std::optional<MaterialBinding> collected = collection_binding(path, purpose, prim, is_stronger);
    if (collected && (is_direct_here || !winner || is_stronger)) winner = collected;
  }
  return winner;
}

std::optional<MaterialBinding> MaterialBindings::bound_material(const SdfPath& prim, std::string_view purpose) {
  std::optional<MaterialBinding> binding = binding_for(prim, purpose);
  if (!binding && purpose != all_purpose) binding = binding_for(prim, all_purpose);
  return binding;
}

}  // namespace assay::stage
