#include "assay/inspect/document_parts.h"

namespace assay::inspect {
namespace {

Json optional_name_json(const model::Model& model, const std::optional<model::NameIndex>& name) {
  return name ? Json(model.text(*name)) : Json();
}

/// Numbers by the name of their property, with the origins of those that are no fallbacks.
Json settings_json(const model::Model& model, const model::Settings& settings) {
  Record record(model);
  for (const model::Settings::Entry& entry : settings.entries)
    record.set_field(model.text(entry.property).c_str(), values_of(settings, entry));
  return record.take();
}

}  // namespace

Json mimic_json(const model::Model& model, const model::Mimic& mimic) {
  Record record(model);
  record.set("path", model.text(mimic.path));
  record.set("schema", model.text(mimic.schema));
  record.set("axis", mimic.axis.empty() ? Json() : Json(mimic.axis));
  record.set_field("enabled", mimic.enabled);
  record.set("leader", optional_name_json(model, mimic.leader));
  record.set("leader_axis", mimic.leader_axis.empty() ? Json() : Json(mimic.leader_axis));
  record.set_field("ratio", mimic.ratio);
  record.set_field("offset", mimic.offset);
  return record.take();
}

Json actuator_json(const model::Model& model, const model::Actuator& actuator) {
  return {{"path", model.text(actuator.path)},
          {"type", model.text(actuator.type)},
          {"targets", names_json(model, actuator.targets)},
          {"schemas", names_json(model, actuator.schemas)},
          {"settings", settings_json(model, actuator.settings)}};
}

Json tendon_json(const model::Model& model, const model::Tendon& tendon) {
  return {{"path", model.text(tendon.path)},
          {"schema", model.text(tendon.schema)},
          {"parts", names_json(model, tendon.parts)},
          {"settings", settings_json(model, tendon.settings)}};
}

Json site_json(const model::Model& model, const model::Physics& physics, const model::Site& site) {
  return {{"path", model.text(site.path)},
          {"schema", model.text(site.schema)},
          {"body", path_json(model, physics.bodies, site.body)},
          {"body_from_site", pose_json(site.body_from_site)}};
}

Json wheel_json(const model::Model& model, const model::Physics& physics, const model::Wheel& wheel) {
  Record record(model);
  record.set("path", model.text(wheel.path));
  record.set("wheel", optional_name_json(model, wheel.wheel));
  record.set("vehicle", optional_name_json(model, wheel.vehicle));
  record.set("body", path_json(model, physics.bodies, wheel.body));
  record.set_field("index", wheel.index);
  record.set_field("radius", wheel.radius);
  record.set_field("width", wheel.width);
  record.set_field("mass", wheel.mass);
  record.set_field("moment", wheel.moment);
  return record.take();
}

}  // namespace assay::inspect
