#include "assay/inspect/document_parts.h"
#include "assay/model/pairs.h"

namespace assay::inspect {

Json names_json(const model::Model& model, const std::vector<model::NameIndex>& names) {
  Json list = Json::array();
  for (const model::NameIndex name : names) list.push_back(model.text(name));
  return list;
}

Json units_json(const model::Model& model, const model::StageUnits& units) {
  Record record(model);
  record.set_field("meters_per_unit", units.meters_per_unit);
  record.set_field("kilograms_per_unit", units.kilograms_per_unit);
  record.set_field("up_axis", units.up_axis);
  return record.take();
}

Json box_json(const geometry::Bounds& bounds) {
  if (bounds.isEmpty()) return {};
  return {
      {"min", vector_json(bounds.min())}, {"max", vector_json(bounds.max())}, {"size", vector_json(bounds.sizes())}};
}

Json extents_json(const model::Extents& extents) {
  return {{"drawn", box_json(extents.drawn)},
          {"collision", box_json(extents.collision)},
          {"both", box_json(all_of(extents))}};
}

Json scene_json(const model::Model& model, const model::Scene& scene) {
  Record record(model);
  record.set("path", model.text(scene.path));
  record.set("gravity", vector_json(scene.gravity));
  record.set("gravity_source", name_of(scene.gravity_source));
  record.set_field("direction", scene.direction);
  record.set_field("magnitude", scene.magnitude);
  return record.take();
}

Json instancer_json(const model::Model& model, const model::Instancer& instancer) {
  Json prototypes = Json::array();
  for (const model::Prototype& prototype : instancer.prototypes) {
    prototypes.push_back({{"path", model.text(prototype.path)},
                          {"exists", prototype.exists},
                          {"instances", prototype.instance_count},
                          {"bodies", names_json(model, prototype.bodies)},
                          {"colliders", names_json(model, prototype.colliders)}});
  }
  return {{"path", model.text(instancer.path)},   {"instances", instancer.instance_count},
          {"inactive", instancer.inactive_count}, {"invisible", instancer.invisible_count},
          {"unknown", instancer.unknown_count},   {"prototypes", std::move(prototypes)}};
}

Json group_json(const model::Model& model, const model::Physics& physics, const model::CollisionGroup& group) {
  return {{"path", model.text(group.path)},
          {"members", paths_json(model, physics.colliders, group.members)},
          {"filtered_groups", names_json(model, group.filtered_groups)},
          {"merge_group", group.merge_group},
          {"inverts", group.inverts}};
}

Json filtered_pair_json(const model::Model& model, const model::FilteredPair& pair) {
  return {{"owner", model.text(pair.owner)},
          {"target", model.text(pair.target)},
          {"opinion", opinion_json(model, pair.opinion)}};
}

Json pairs_json(const model::Model& model, const model::Physics& physics, const std::string& prim, std::size_t most) {
  const model::ColliderPairs found = model::collider_pairs(model.names, physics, {prim, most});
  Json list = Json::array();
  for (const model::ColliderPair& pair : found.pairs) {
    list.push_back({{"first", model.text(physics.colliders[pair.first].path)},
                    {"second", model.text(physics.colliders[pair.second].path)},
                    {"rule", name_of(pair.rule)},
                    {"by", pair.by == 0 ? Json() : Json(model.text(pair.by))}});
  }
  return {{"list", std::move(list)}, {"left_out", found.left_out}};
}

Json vendor_schema_json(const model::Model& model, const model::VendorSchema& schema) {
  return {{"path", model.text(schema.prim)},
          {"schema", model.text(schema.schema)},
          {"opinion", opinion_json(model, schema.opinion)}};
}

Json vendor_value_json(const model::Model& model, const model::VendorValue& value) {
  Json parsed = Json::parse(value.value, nullptr, false);
  Json object = {{"path", model.text(value.prim)},
                 {"property", model.text(value.property)},
                 {"value", parsed.is_discarded() ? Json(value.value) : std::move(parsed)},
                 {"opinion", opinion_json(model, value.opinion)}};
  if (value.sampled) object["sampled"] = true;
  return object;
}

}  // namespace assay::inspect
