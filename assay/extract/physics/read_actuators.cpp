#include "assay/extract/physics/owner_of.h"
#include "assay/extract/physics/read_each.h"
#include "assay/extract/physics/read_physics.h"
#include "assay/extract/physics/read_settings.h"

#include <algorithm>
#include <set>

namespace assay::extract {
namespace {

using namespace pxr;

model::Actuator read_actuator(Reading& reading, const PhysicsPrim& prim) {
  model::Actuator actuator;
  actuator.path = prim.name;
  actuator.type = reading.recorder.name(prim.type);
  actuator.targets = target_names(reading, prim, prim.type == "MjcActuator" ? "mjc:target" : "newton:targets");
  read_settings(reading, prim, prim.type.GetString(), actuator.settings);
  for (const stage::AppliedSchema& applied : prim.applied) {
    actuator.schemas.push_back(reading.recorder.name(applied.name));
    read_settings(reading, prim, applied.name.GetString(), actuator.settings);
  }
  return actuator;
}

model::Tendon mjc_tendon(Reading& reading, const PhysicsPrim& prim) {
  model::Tendon tendon;
  tendon.path = prim.name;
  tendon.schema = reading.recorder.name(prim.type);
  tendon.parts = target_names(reading, prim, "mjc:path");
  read_settings(reading, prim, "MjcTendon", tendon.settings);
  return tendon;
}

/// A prim and the instance of a schema on it.
using Attachment = std::pair<SdfPath, std::string>;

bool has_instance(const PhysicsPrim& prim, std::string_view schema, const std::string& instance) {
  return std::ranges::count(instances_of(prim, schema), instance) > 0;
}

/// The joints with an axis of the tendon's name, the root's first. Source: PhysxTendonAxisAPI.
std::vector<model::NameIndex> axes_of(Reading& reading, const Attachment& root) {
  std::vector<model::NameIndex> parts = {reading.recorder.path(root.first)};
  for (const PhysicsPrim* each : reading.in_order) {
    const PhysicsPrim& prim = *each;
    if (prim.path != root.first && has_instance(prim, "PhysxTendonAxisAPI", root.second)) parts.push_back(prim.name);
  }
  return parts;
}

/// The attachments of all prims with the one that each hangs on.
std::vector<std::pair<Attachment, Attachment>> read_attachments(Reading& reading) {
  std::vector<std::pair<Attachment, Attachment>> attachments;
  for (const PhysicsPrim* each : reading.in_order) {
    const PhysicsPrim& prim = *each;
    for (const std::string_view schema : {"PhysxTendonAttachmentAPI", "PhysxTendonAttachmentLeafAPI"}) {
      for (const std::string& instance : instances_of(prim, schema)) {
        const std::string prefix = "physxTendon:" + instance + ":";
        const SdfPathVector links = read_targets(reading, prim, prefix + "parentLink");
        const auto parent = read_token(reading, prim, prefix + "parentAttachment", "");
        if (links.empty()) continue;
        attachments.push_back({{prim.path, instance}, {links.front(), reading.recorder.model().text(parent.value)}});
      }
    }
  }
  return attachments;
}

/// The bodies with attachments that hang on the root, itself first. Source: PhysxTendonAttachmentAPI.
std::vector<model::NameIndex> attachments_of(Reading& reading, const Attachment& root) {
  const auto attachments = read_attachments(reading);
  std::vector<model::NameIndex> parts = {reading.recorder.path(root.first)};
  std::set<Attachment> reached = {root};
  bool has_grown = true;
  while (has_grown) {
    has_grown = false;
    for (const auto& [attachment, parent] : attachments) {
      if (!reached.contains(parent) || !reached.insert(attachment).second) continue;
      parts.push_back(reading.recorder.path(attachment.first));
      has_grown = true;
    }
  }
  return parts;
}

template <class PartsOf>
void add_physx_tendons(Reading& reading, const PhysicsPrim& prim, const std::string& schema, const PartsOf& parts_of) {
  for (const std::string& instance : instances_of(prim, schema)) {
    model::Tendon tendon;
    tendon.path = prim.name;
    tendon.schema = reading.recorder.name(TfToken(schema + ":" + instance));
    tendon.parts = parts_of(reading, Attachment(prim.path, instance));
    read_settings(reading, prim, schema, tendon.settings, instance);
    reading.physics.tendons.push_back(std::move(tendon));
  }
}

model::Site read_site(Reading& reading, const PhysicsPrim& prim) {
  model::Site site;
  site.path = prim.name;
  site.schema =
      reading.recorder.name(TfToken(has_schema(reading, prim, "MjcSiteAPI") ? "MjcSiteAPI" : "NewtonSiteAPI"));
  site.body = owner_of(reading, prim);
  const model::Pose world_from_site = world_parts(reading, prim.inherited.world_from_prim).world_from_prim;
  site.body_from_site =
      site.body ? inverse(reading.physics.bodies[*site.body].world_from_body) * world_from_site : world_from_site;
  return site;
}

}  // namespace

void read_actuators(Reading& reading) {
  static const TfToken mjc_actuator("MjcActuator");
  static const TfToken newton_actuator("NewtonActuator");
  static const TfToken mjc_tendon_type("MjcTendon");
  auto has_axis_root = schema_question(reading, "PhysxTendonAxisRootAPI");
  auto has_attachment_root = schema_question(reading, "PhysxTendonAttachmentRootAPI");
  auto is_site = schema_question(reading, "NewtonSiteAPI");
  std::vector<const PhysicsPrim*> actuators;
  for (const PhysicsPrim* each : reading.in_order) {
    const PhysicsPrim& prim = *each;
    if (prim.type == mjc_actuator || prim.type == newton_actuator) actuators.push_back(&prim);
    if (prim.type == mjc_tendon_type) reading.physics.tendons.push_back(mjc_tendon(reading, prim));
    if (has_axis_root(prim)) add_physx_tendons(reading, prim, "PhysxTendonAxisRootAPI", axes_of);
    if (has_attachment_root(prim)) add_physx_tendons(reading, prim, "PhysxTendonAttachmentRootAPI", attachments_of);
    if (is_site(prim)) reading.physics.sites.push_back(read_site(reading, prim));
  }
  reading.physics.actuators.resize(actuators.size());
  read_each(reading, actuators,
            [&](std::size_t i) { reading.physics.actuators[i] = read_actuator(reading, *actuators[i]); });
}

}  // namespace assay::extract
