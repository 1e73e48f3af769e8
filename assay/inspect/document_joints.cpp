#include "assay/inspect/document_parts.h"

namespace assay::inspect {
namespace {

Json side_json(const model::Model& model, const model::Physics& physics, const model::JointSide& side) {
  Record record(model);
  record.set("targets", names_json(model, side.targets));
  record.set("target_exists", side.target_exists);
  record.set("body", path_json(model, physics.bodies, side.body));
  record.set_field("local_position", side.local_position);
  record.set_field("local_rotation", side.local_rotation);
  record.set("rotation_norm", number_json(side.rotation_norm));
  record.set("body_from_joint", pose_json(side.body_from_joint));
  record.set("world_from_joint", pose_json(side.world_from_joint));
  return record.take();
}

Json axis_json(const model::Model& model, const model::Joint& joint, std::size_t axis) {
  const model::AxisLimit& limit = joint.limits.at(axis);
  Record record(model);
  record.set("axis", name_of(static_cast<model::JointAxis>(axis)));
  record.set("state", name_of(limit.state));
  record.set_field("low", limit.low);
  record.set_field("high", limit.high);
  record.set("rest", number_json(joint.rest.at(axis)));
  if (model::is_rotation(axis)) {
    record.set_degrees("low_deg", limit.low.value);
    record.set_degrees("high_deg", limit.high.value);
    record.set_degrees("rest_deg", joint.rest.at(axis));
  }
  return record.take();
}

Json drive_json(const model::Model& model, const model::Drive& drive) {
  Record record(model);
  record.set("instance", drive.instance);
  record.set("axis", drive.axis ? Json(name_of(*drive.axis)) : Json());
  record.set("angular", model::is_angular(drive));
  record.set_field("type", drive.type);
  record.set_field("stiffness", drive.stiffness);
  record.set_field("damping", drive.damping);
  record.set_field("max_force", drive.max_force);
  record.set_field("target_position", drive.target_position);
  record.set_field("target_velocity", drive.target_velocity);
  if (model::is_angular(drive)) {
    record.set("stiffness_per_deg", number_json(drive.stiffness.value / degrees_per_radian));
    record.set("damping_per_deg", number_json(drive.damping.value / degrees_per_radian));
    record.set_degrees("target_position_deg", drive.target_position.value);
    record.set_degrees("target_velocity_deg", drive.target_velocity.value);
  }
  return record.take();
}

void set_bounds(Record& record, const model::Model& model, const model::Joint& joint) {
  Json axes = Json::array();
  for (std::size_t axis = 0; axis < model::joint_axis_count; ++axis) axes.push_back(axis_json(model, joint, axis));
  record.set("axes", std::move(axes));
  if (joint.kind == model::JointKind::Spherical) {
    record.set_field("cone_angle_0", joint.cone_angles[0]);
    record.set_field("cone_angle_1", joint.cone_angles[1]);
    for (const auto& [key, cone] : {std::pair("cone_angle_0_deg", 0), std::pair("cone_angle_1_deg", 1)}) {
      // below 0 stands for none in every unit
      const double angle = joint.cone_angles.at(static_cast<std::size_t>(cone)).value;
      if (angle >= 0) record.set_degrees(key, angle);
    }
  }
  if (joint.kind == model::JointKind::Distance) {
    record.set_field("min_distance", joint.min_distance);
    record.set_field("max_distance", joint.max_distance);
  }
}

Json mechanism_json(const model::Model& model, const model::Physics& physics, const model::Mechanism& mechanism) {
  return {{"bodies", paths_json(model, physics.bodies, mechanism.bodies)},
          {"joints", paths_json(model, physics.joints, mechanism.joints)},
          {"loop_joints", paths_json(model, physics.joints, mechanism.loop_joints)},
          {"world_joints", paths_json(model, physics.joints, mechanism.world_joints)},
          {"articulation", mechanism.articulation ? Json(model.text(*mechanism.articulation)) : Json()},
          {"root", mechanism.root ? Json(model.text(*mechanism.root)) : Json()}};
}

}  // namespace

Json joint_json(const model::Model& model, const model::Physics& physics, const model::Joint& joint) {
  Record record(model);
  record.set("path", model.text(joint.path));
  record.set("type", model.text(joint.type));
  record.set("kind", name_of(joint.kind));
  record.set("body0", path_json(model, physics.bodies, joint.sides[0].body));
  record.set("body1", path_json(model, physics.bodies, joint.sides[1].body));
  record.set("axis_world", joint.main_axis ? vector_json(joint.axis_world) : Json());
  if (joint.main_axis) record.set_field("axis", joint.axis);
  record.set("residual", {{"m", number_json(joint.residual.position)}, {"rad", number_json(joint.residual.rotation)}});
  set_bounds(record, model, joint);
  Json drives = Json::array();
  for (const model::Drive& drive : joint.drives) drives.push_back(drive_json(model, drive));
  record.set("drives", std::move(drives));
  record.set_field("enabled", joint.enabled);
  record.set_field("collision_enabled", joint.collision_enabled);
  record.set_field("excluded_from_articulation", joint.excluded_from_articulation);
  record.set_field("break_force", joint.break_force);
  record.set_field("break_torque", joint.break_torque);
  record.set("side0", side_json(model, physics, joint.sides[0]));
  record.set("side1", side_json(model, physics, joint.sides[1]));
  return record.take();
}

Json graph_json(const model::Model& model, const model::Physics& physics) {
  Json graph = {{"mechanisms", Json::array()}, {"articulation_roots", Json::array()}};
  for (const model::Mechanism& mechanism : physics.graph.mechanisms)
    graph["mechanisms"].push_back(mechanism_json(model, physics, mechanism));
  for (const model::ArticulationRoot& root : physics.graph.articulation_roots) {
    graph["articulation_roots"].push_back({{"path", model.text(root.prim)},
                                           {"opinion", opinion_json(model, root.opinion)},
                                           {"roots", names_json(model, root.roots)}});
  }
  return graph;
}

}  // namespace assay::inspect
