#pragma once

#include "assay/base/angles.h"
#include "assay/model/model.h"
#include "assay/model/physics.h"
#include "assay/schema/effects.h"

#include <nlohmann/json_fwd.hpp>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace assay::inspect {

/// What predicates look at: the model, and what they often look up in it.
struct Seen {
  Seen(const model::Model& of_model, const model::Physics& of_physics, const schema::Reader& for_reader);

  const std::string& text(model::NameIndex name) const { return model.text(name); }

  /// A vendor's values on a prim.
  std::span<const model::VendorValue* const> values_of(model::NameIndex prim) const;

  const model::Model& model;
  const model::Physics& physics;
  const schema::Reader& reader;
  std::set<std::pair<std::string_view, std::string_view>> schemas;  // prims with their vendors' schemas
  std::map<std::string_view, std::vector<const model::VendorValue*>> values;
  std::set<std::pair<std::string_view, model::CircumstanceKind>> circumstances;  // by prims
  std::map<std::string_view, const model::Body*> bodies;
  std::map<std::string_view, const model::Collider*> colliders;
  std::map<std::string_view, const model::Joint*> joints;
  std::vector<const model::Mechanism*> mechanisms;  // of each joint; null where it is in none
};

using Prims = std::vector<model::NameIndex>;

/// How the model tells whether an asset uses a feature.
struct Decision {
  std::string_view feature;
  Prims (*uses)(const Seen& seen);
};

// the decisions of each part of the model
std::span<const Decision> articulation_decisions();
std::span<const Decision> body_decisions();
std::span<const Decision> collider_decisions();
std::span<const Decision> joint_decisions();
std::span<const Decision> mass_decisions();
std::span<const Decision> mimic_decisions();
std::span<const Decision> stage_decisions();

/// How a feature of the effects table is decided.
const Decision& decision_of(std::string_view feature);

/// What the reader makes of the shape of each collider at or below a prim.
nlohmann::ordered_json realised_shapes_json(const Seen& seen, const std::string& prim);

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

/// Whether a prim has a schema whose name starts like that, such as that of a multiple-apply schema.
inline bool has_schema_like(const Seen& seen, model::NameIndex prim, std::string_view start) {
  const auto schema = seen.schemas.lower_bound({seen.text(prim), start});
  return schema != seen.schemas.end() && schema->first == seen.text(prim) && schema->second.starts_with(start);
}

/// Whether a prim has a vendor's value for which `is_wanted` holds, given its property.
template <class IsWanted>
bool has_value_where(const Seen& seen, model::NameIndex prim, const IsWanted& is_wanted) {
  return std::ranges::any_of(seen.values_of(prim), [&](const model::VendorValue* value) {
    return is_wanted(std::string_view(seen.text(value->property)), *value);
  });
}

inline bool has_value(const Seen& seen, model::NameIndex prim, std::string_view property) {
  return has_value_where(seen, prim, [&](std::string_view name, const auto&) { return name == property; });
}

inline bool has_circumstance(const Seen& seen, model::NameIndex prim, model::CircumstanceKind kind) {
  return seen.circumstances.contains({seen.text(prim), kind});
}

/// The prims of a circumstance.
template <model::CircumstanceKind Kind>
Prims prims_in(const Seen& seen) {
  Prims prims;
  for (const model::Circumstance& circumstance : seen.physics.circumstances) {
    if (circumstance.kind == Kind) prims.push_back(circumstance.prim);
  }
  return prims;
}

/// The prims with a vendor's value for which `is_wanted` holds, given its property.
template <class IsWanted>
Prims prims_with_value(const Seen& seen, const IsWanted& is_wanted) {
  Prims prims;
  for (const model::VendorValue& value : seen.physics.vendor_values) {
    if (is_wanted(std::string_view(seen.text(value.property)), value)) prims.push_back(value.prim);
  }
  return prims;
}

/// Whether the articulation of a joint's mechanism holds the joint too.
inline bool is_in_articulation(const Seen& seen, const model::Joint& joint) {
  const model::Mechanism* mechanism = seen.mechanisms.at(static_cast<std::size_t>(&joint - seen.physics.joints.data()));
  return mechanism != nullptr && mechanism->articulation && !joint.excluded_from_articulation.value;
}

/// Whether a vendor's value is a number for which `is_wanted` holds.
template <class IsWanted>
bool is_number(const model::VendorValue& value, const IsWanted& is_wanted) {
  char* end = nullptr;
  const double number = std::strtod(value.value.c_str(), &end);
  return end != value.value.c_str() && *end == '\0' && is_wanted(number);
}

/// The paths of the bodies for which `IsUsed` holds.
template <bool IsUsed(const Seen& seen, const model::Body& body)>
Prims bodies(const Seen& seen) {
  return paths_where(seen.physics.bodies, [&](const model::Body& body) { return IsUsed(seen, body); });
}

/// The paths of the joints for which `IsUsed` holds.
template <bool IsUsed(const Seen& seen, const model::Joint& joint)>
Prims joints(const Seen& seen) {
  return paths_where(seen.physics.joints, [&](const model::Joint& joint) { return IsUsed(seen, joint); });
}

/// Whether a body is moved by forces.
inline bool is_dynamic(const model::Body& body) { return body.enabled.value && !body.kinematic.value; }

/// Whether a collider belongs to a body that forces move.
inline bool is_on_dynamic(const Seen& seen, const model::Collider& collider) {
  return collider.body && is_dynamic(seen.physics.bodies.at(*collider.body));
}

inline bool is_body(const Seen& seen, model::NameIndex prim) { return seen.bodies.contains(seen.text(prim)); }
inline bool is_collider(const Seen& seen, model::NameIndex prim) { return seen.colliders.contains(seen.text(prim)); }

// how far the coordinates of a joint, or the frames of its sides, may be apart before they count as apart: a thousandth
// of a part of 0.1 m, and 0.1 degree
inline constexpr double apart_position = 1e-4;                      // [m]
inline constexpr double apart_rotation = 0.1 * radians_per_degree;  // [rad]

}  // namespace assay::inspect
