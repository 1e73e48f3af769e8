#pragma once

#include "assay/schema/profile.h"
#include "assay/stage/composed.h"

#include <map>
#include <string>
#include <vector>

namespace assay::stage {

/// How far an entry of a collection reaches.
enum class CollectionRule {
  ExplicitOnly,              // the path itself
  ExpandPrims,               // also the prims below it
  ExpandPrimsAndProperties,  // also those and their properties
  Exclude,                   // nothing from here down, unless included deeper
};

/// Which paths a collection holds, collections that it includes worked in. Source: UsdCollectionMembershipQuery.
struct Collection {
  std::map<pxr::SdfPath, CollectionRule> rules;
  std::vector<std::string> problems;  // included collections that are missing or circular, expressions not evaluated

  /// Whether the collection holds the prim or property of that path.
  bool holds(const pxr::SdfPath& path) const;
};

/// The names of the collections on a prim: instances of CollectionAPI that it applies, or that its schemas build in.
std::vector<std::string> collection_names(const Composed& composed, const schema::Profile& profile,
                                          const pxr::SdfPath& prim);

/// The collection of that name on a prim.
Collection resolve_collection(const Composed& composed, const pxr::SdfPath& prim, const std::string& name);

/// The prim and the name in a path like /Prim.collection:name; false when the path is no collection's.
bool read_collection_path(const pxr::SdfPath& path, pxr::SdfPath& prim, std::string& name);

}  // namespace assay::stage
