#include "assay/geometry/principal_axes.h"
#include "assay/inspect/document_parts.h"

namespace assay::inspect {
namespace {

Json mass_part_json(const model::Model& model, const model::Physics& physics, const model::MassPart& part) {
  const model::Collider& collider = physics.colliders.at(part.collider);
  Json object = {{"collider", model.text(collider.path)},
                 {"volume", number_json(part.volume)},
                 {"volume_method", name_of(collider.volume_method)},
                 {"density", number_json(part.density)},
                 {"density_source", name_of(part.density_source)}};
  if (part.density_source != model::DensitySource::Default)
    object["density_opinion"] = opinion_json(model, part.density_opinion);
  object["own_mass"] = part.has_own_mass;
  object["mass"] = number_json(part.mass);
  object["center_of_mass"] = vector_json(part.center_of_mass);
  object["inertia"] = matrix_json(part.inertia);
  return object;
}

void set_mass(Record& record, const model::Model& model, const model::Physics& physics,
              const model::MassProperties& mass) {
  record.set("mass", number_json(mass.mass));
  record.set("mass_source", name_of(mass.mass_source));
  record.set("center_of_mass", vector_json(mass.center_of_mass));
  record.set("center_of_mass_source", name_of(mass.center_of_mass_source));
  record.set("inertia", matrix_json(mass.inertia));
  record.set("inertia_source", name_of(mass.inertia_source));
  const std::optional<geometry::PrincipalAxes> principal = geometry::principal_axes(mass.inertia);
  record.set("principal_moments", principal ? vector_json(principal->moments) : Json());
  record.set("principal_axes", principal ? Json(geometry::quaternion_wxyz(principal->axes)) : Json());
  Json parts = Json::array();
  for (const model::MassPart& part : mass.parts) parts.push_back(mass_part_json(model, physics, part));
  record.set("mass_parts", std::move(parts));
}

}  // namespace

Json authored_mass_json(const model::Model& model, const model::AuthoredMass& mass) {
  if (!mass.is_applied) return nullptr;
  Record record(model);
  record.set_field("mass", mass.mass);
  record.set_field("density", mass.density);
  record.set_field("center_of_mass", mass.center_of_mass);
  record.set_field("diagonal_inertia", mass.diagonal_inertia);
  record.set_field("principal_axes", mass.principal_axes);
  return record.take();
}

Json body_json(const model::Model& model, const model::Physics& physics, const model::Body& body) {
  Record record(model);
  record.set("path", model.text(body.path));
  set_mass(record, model, physics, body.mass);
  record.set("authored_mass", authored_mass_json(model, body.authored_mass));
  record.set_field("enabled", body.enabled);
  record.set_field("kinematic", body.kinematic);
  record.set_field("starts_asleep", body.starts_asleep);
  record.set("pose", pose_json(body.world_from_body));
  record.set("scale", vector_json(body.world_scale));
  record.set("skewed", body.is_skewed);
  record.set("resets_xform_stack", body.resets_xform_stack);
  record.set_field("velocity", body.velocity);
  record.set_field("angular_velocity", body.angular_velocity);
  record.set("scene", path_json(model, physics.scenes, body.scene));
  record.set("parent", path_json(model, physics.bodies, body.parent));
  record.set("in_instance", body.is_in_instance);
  record.set("colliders", paths_json(model, physics.colliders, body.colliders));
  return record.take();
}

}  // namespace assay::inspect
