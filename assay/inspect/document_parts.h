#pragma once

#include "assay/inspect/record.h"
#include "assay/model/effective_shape.h"
#include "assay/model/extents.h"

namespace assay::inspect {

/// A box along the world's axes [m]; null for an empty one.
Json box_json(const geometry::Bounds& bounds);

Json extents_json(const model::Extents& extents);

// the objects of the lists of a document

Json units_json(const model::Model& model, const model::StageUnits& units);
Json scene_json(const model::Model& model, const model::Scene& scene);
Json body_json(const model::Model& model, const model::Physics& physics, const model::Body& body);
Json collider_json(const model::Model& model, const model::Physics& physics, const model::Collider& collider);
Json material_json(const model::Model& model, const model::Material& material);
Json instancer_json(const model::Model& model, const model::Instancer& instancer);
Json joint_json(const model::Model& model, const model::Physics& physics, const model::Joint& joint);
Json mimic_json(const model::Model& model, const model::Mimic& mimic);
Json actuator_json(const model::Model& model, const model::Actuator& actuator);
Json tendon_json(const model::Model& model, const model::Tendon& tendon);
Json site_json(const model::Model& model, const model::Physics& physics, const model::Site& site);
Json wheel_json(const model::Model& model, const model::Physics& physics, const model::Wheel& wheel);
Json graph_json(const model::Model& model, const model::Physics& physics);
Json group_json(const model::Model& model, const model::Physics& physics, const model::CollisionGroup& group);
Json filtered_pair_json(const model::Model& model, const model::FilteredPair& pair);
Json pairs_json(const model::Model& model, const model::Physics& physics, const std::string& prim, std::size_t most);
Json vendor_schema_json(const model::Model& model, const model::VendorSchema& schema);
Json vendor_value_json(const model::Model& model, const model::VendorValue& value);

/// Dimensions of a shape, those that its kind has.
Json dimensions_json(const model::Shape& shape, const model::EffectiveShape& dimensions);

/// Whether shapes of that kind have an axis.
bool has_axis(model::ShapeKind kind);

/// What PhysicsMassAPI says on a prim; null where it is not applied.
Json authored_mass_json(const model::Model& model, const model::AuthoredMass& mass);

/// The path of one of a list's records; null for none.
template <class List, class Index>
Json path_json(const model::Model& model, const List& list, const std::optional<Index>& index) {
  return index ? Json(model.text(list.at(*index).path)) : Json();
}

/// The paths of some of a list's records.
template <class List, class Index>
Json paths_json(const model::Model& model, const List& list, const std::vector<Index>& indices) {
  Json paths = Json::array();
  for (const Index index : indices) paths.push_back(model.text(list.at(index).path));
  return paths;
}

Json names_json(const model::Model& model, const std::vector<model::NameIndex>& names);

}  // namespace assay::inspect
