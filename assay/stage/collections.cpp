#include "assay/stage/collections.h"

#include "assay/schema/catalog.h"
#include "assay/stage/resolve_value.h"
#include "assay/stage/targets.h"

#include <algorithm>
#include <set>

namespace assay::stage {
namespace {

using namespace pxr;

constexpr std::string_view prefix = "collection:";
constexpr std::string_view schema_prefix = "CollectionAPI:";

/// A prim whose collection is read.
struct Owner {
  const Composed& composed;
  const PcpPrimIndex* index = nullptr;
  SdfPath path;
  std::vector<SpecSite> sites;
  std::string name;

  TfToken property(const char* part) const { return TfToken(std::string(prefix) + name + ":" + part); }

  SdfPathVector targets(const char* part) const {
    return relationship_targets(composed, *index, path.AppendProperty(property(part))).paths;
  }

  VtValue value(const char* part) const {
    const ResolvedValue resolved = resolve_default(sites, property(part));
    return resolved.origin == ValueOrigin::Blocked ? VtValue() : resolved.value;
  }
};

CollectionRule rule_of(const Owner& owner) {
  const VtValue value = owner.value("expansionRule");
  const std::string rule = value.IsHolding<TfToken>() ? value.UncheckedGet<TfToken>().GetString() : "";
  if (rule == "explicitOnly") return CollectionRule::ExplicitOnly;
  return rule == "expandPrimsAndProperties" ? CollectionRule::ExpandPrimsAndProperties : CollectionRule::ExpandPrims;
}

void add_rules(const Composed& composed, const SdfPath& prim, const std::string& name, std::set<SdfPath>& chain,
               Collection& collection);

void include(const Owner& owner, const SdfPath& target, CollectionRule rule, std::set<SdfPath>& chain,
             Collection& collection) {
  SdfPath prim;
  std::string name;
  if (!read_collection_path(target, prim, name)) {
    collection.rules[target] = rule;
    return;
  }
  if (chain.contains(target)) {
    collection.problems.push_back("circular: " + target.GetString());
    return;
  }
  chain.insert(target);
  add_rules(owner.composed, prim, name, chain, collection);
  chain.erase(target);
}

void add_rules(const Composed& composed, const SdfPath& prim, const std::string& name, std::set<SdfPath>& chain,
               Collection& collection) {
  Owner owner{composed, composed.prim_index(prim), prim, {}, name};
  if (owner.index == nullptr) {
    collection.problems.push_back("missing: " + prim.GetString());
    return;
  }
  collect_spec_sites(*owner.index, owner.sites);
  if (!owner.value("membershipExpression").IsEmpty()) {
    collection.problems.push_back("membershipExpression is not evaluated: " + prim.GetString());
  }
  const CollectionRule rule = rule_of(owner);
  const VtValue include_root = owner.value("includeRoot");
  if (include_root.IsHolding<bool>() && include_root.UncheckedGet<bool>()) {
    collection.rules[SdfPath::AbsoluteRootPath()] = rule;
  }
  for (const SdfPath& target : owner.targets("includes")) include(owner, target, rule, chain, collection);
  for (const SdfPath& target : owner.targets("excludes")) collection.rules[target] = CollectionRule::Exclude;
}

void add_built_in(const schema::Profile& profile, std::string_view schema, std::set<std::string>& names) {
  const schema::SchemaDefinition* definition = schema::find_schema(profile, schema);
  if (definition == nullptr) return;
  for (const std::string_view built_in : definition->built_in) {
    if (built_in.starts_with(schema_prefix)) names.insert(std::string(built_in.substr(schema_prefix.size())));
    add_built_in(profile, built_in, names);
  }
}

}  // namespace

bool Collection::holds(const SdfPath& path) const {
  for (SdfPath part = path; !part.IsEmpty(); part = part.GetParentPath()) {
    const auto found = rules.find(part);
    if (found == rules.end()) continue;
    if (found->second == CollectionRule::Exclude) return false;
    if (part == path || found->second == CollectionRule::ExpandPrimsAndProperties) return true;
    if (found->second == CollectionRule::ExpandPrims && path.IsPrimPath()) return true;
  }
  return false;
}

std::vector<std::string> collection_names(const Composed& composed, const schema::Profile& profile,
                                          const SdfPath& prim) {
  const PcpPrimIndex* index = composed.prim_index(prim);
  if (index == nullptr) return {};
  std::vector<SpecSite> sites;
  collect_spec_sites(*index, sites);
  std::vector<AppliedSchema> applied;
  collect_applied_schemas(sites, applied);
  std::set<std::string> names;
  add_built_in(profile, type_name(sites, nullptr).GetString(), names);
  for (const AppliedSchema& schema : applied) {
    const std::string& name = schema.name.GetString();
    if (name.starts_with(schema_prefix)) names.insert(name.substr(schema_prefix.size()));
    add_built_in(profile, name, names);
  }
  return {names.begin(), names.end()};
}

Collection resolve_collection(const Composed& composed, const SdfPath& prim, const std::string& name) {
  Collection collection;
  std::set<SdfPath> chain = {prim.AppendProperty(TfToken(std::string(prefix) + name))};
  add_rules(composed, prim, name, chain, collection);
  return collection;
}

bool read_collection_path(const SdfPath& path, SdfPath& prim, std::string& name) {
  if (!path.IsPrimPropertyPath() || !path.GetName().starts_with(prefix)) return false;
  prim = path.GetPrimPath();
  name = path.GetName().substr(prefix.size());
  return true;
}

}  // namespace assay::stage
