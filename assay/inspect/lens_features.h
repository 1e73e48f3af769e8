#pragma once

#include "assay/model/model.h"
#include "assay/model/physics.h"

#include <algorithm>
#include <cstdlib>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace assay::inspect {

/// What predicates look at: the model, and what they often look up in it.
struct Seen {
  Seen(const model::Model& of_model, const model::Physics& of_physics);

  const std::string& text(model::NameIndex name) const { return model.text(name); }

  const model::Model& model;
  const model::Physics& physics;
  std::set<std::pair<std::string_view, std::string_view>> schemas;  // prims with their vendors' schemas
  std::set<std::pair<std::string_view, std::string_view>> values;   // prims with their vendors' properties
  std::vector<const model::Mechanism*> mechanisms;                  // of each joint; null where it is in none
};

using Prims = std::vector<model::NameIndex>;

/// How the model tells whether an asset uses a feature.
struct Decision {
  std::string_view feature;
  Prims (*uses)(const Seen& seen);
};

// the decisions of each part of the model
std::span<const Decision> body_decisions();
std::span<const Decision> collider_decisions();
std::span<const Decision> joint_decisions();
std::span<const Decision> stage_decisions();

/// The paths of those records of a list for which `is_used` holds.
template <class List, class IsUsed>
Prims paths_where(const List& list, const IsUsed& is_used) {
  Prims prims;
  for (const auto& each : list) {
    if (is_used(each)) prims.push_back(each.path);
  }
  return prims;
}

/// The prims with a vendor's schema for whose name `is_wanted` holds.
template <class IsWanted>
Prims prims_with_schema(const Seen& seen, const IsWanted& is_wanted) {
  Prims prims;
  for (const model::VendorSchema& schema : seen.physics.vendor_schemas) {
    if (is_wanted(seen.text(schema.schema))) prims.push_back(schema.prim);
  }
  return prims;
}

inline bool has_schema(const Seen& seen, model::NameIndex prim, std::string_view name) {
  return seen.schemas.contains({seen.text(prim), name});
}

inline bool has_value(const Seen& seen, model::NameIndex prim, std::string_view property) {
  return seen.values.contains({seen.text(prim), property});
}

/// Whether a vendor's value is a number for which `is_wanted` holds.
template <class IsWanted>
bool is_number(const model::VendorValue& value, const IsWanted& is_wanted) {
  char* end = nullptr;
  const double number = std::strtod(value.value.c_str(), &end);
  return end != value.value.c_str() && *end == '\0' && is_wanted(number);
}

/// Whether a body is moved by forces.
inline bool is_dynamic(const model::Body& body) { return body.enabled.value && !body.kinematic.value; }

/// Whether a collider belongs to a body that forces move.
inline bool is_on_dynamic(const Seen& seen, const model::Collider& collider) {
  return collider.body && is_dynamic(seen.physics.bodies.at(*collider.body));
}

/// Whether a record of a list has the path of a prim.
template <class List>
bool has_path(const Seen& seen, const List& list, model::NameIndex prim) {
  return std::ranges::any_of(list, [&](const auto& each) { return seen.text(each.path) == seen.text(prim); });
}

}  // namespace assay::inspect
