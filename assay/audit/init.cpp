#include "assay/audit/init.h"

#include "assay/audit/asset_size.h"
#include "assay/audit/compare.h"
#include "assay/audit/cover.h"
#include "assay/audit/names.h"
#include "assay/base/angles.h"
#include "assay/model/words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>

namespace assay::audit {
namespace {

using model::AxisState;

/// The text of a manifest while it is written.
struct Writing {
  const model::Model& model;
  const model::Physics& physics;
  std::string text = {};
  std::optional<std::string> refusal = {};    // the first value that no manifest can hold, and why
  std::set<std::string> physical_paths = {};  // of the parts written

  const std::string& name(model::NameIndex index) const { return model.names[index]; }
  void line(std::string_view words) { text.append(words).append("\n"); }
};

/// Text as YAML: plain where every reader takes it for text, else in quotes.
std::string word(const std::string& text) {
  const auto is_plain = [](char letter) {
    return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') || (letter >= '0' && letter <= '9') ||
           letter == '/' || letter == '_' || letter == '-' || letter == '.';
  };
  const bool starts_plain =
      !text.empty() && (text.front() == '/' || std::isalpha(static_cast<unsigned char>(text.front())) != 0);
  if (starts_plain && std::ranges::all_of(text, is_plain)) return text;
  // a JSON string is a YAML string
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

/// In the fewest digits that read as the same number.
std::string number(double value) {
  if (std::isinf(value)) return value > 0 ? ".inf" : "-.inf";
  return fmt::format("{}", value + 0.0);  // no -0
}

void refuse(Writing& writing, const std::string& path, std::string_view what, std::string_view why) {
  if (!writing.refusal) writing.refusal = fmt::format("the {} of {} {}", what, path, why);
}

std::string finite(Writing& writing, const std::string& path, std::string_view what, double value) {
  if (!std::isfinite(value)) refuse(writing, path, what, "is not finite");
  return number(value);
}

std::string vector(Writing& writing, const std::string& path, std::string_view what, const Eigen::Vector3d& value) {
  return fmt::format("[{}, {}, {}]", finite(writing, path, what, value.x()), finite(writing, path, what, value.y()),
                     finite(writing, path, what, value.z()));
}

/// A tensor as three numbers where it has no products, else as rows.
std::string tensor(Writing& writing, const std::string& path, const Eigen::Matrix3d& value) {
  const Eigen::Vector3d diagonal = value.diagonal();
  if (value == Eigen::Matrix3d(diagonal.asDiagonal())) return vector(writing, path, "inertia", diagonal);
  std::vector<std::string> rows;
  for (int row = 0; row < 3; ++row) rows.push_back(vector(writing, path, "inertia", value.row(row)));
  return fmt::format("[{}]", fmt::join(rows, ", "));
}

std::string pose(Writing& writing, const std::string& path, std::string_view what, const model::Pose& value) {
  const double sign = value.rotation.w() < 0 ? -1 : 1;
  const auto part = [&](double each) { return finite(writing, path, what, sign * each); };
  return fmt::format("{{position: {}, rotation: [{}, {}, {}, {}]}}", vector(writing, path, what, value.position),
                     part(value.rotation.w()), part(value.rotation.x()), part(value.rotation.y()),
                     part(value.rotation.z()));
}

void write_collider(Writing& writing, const model::Collider& collider) {
  const std::string& path = writing.name(collider.path);
  std::string text = fmt::format("      - {{path: {}, shape: {}", word(path), name_of(collider.shape.kind));
  if (!collider.enabled.value) text += ", enabled: false";
  if (collider.shape.kind == model::ShapeKind::Mesh)
    text += fmt::format(", approximation: {}", word(writing.name(collider.approximation.value)));
  const bool has_volume = collider.volume_method != model::VolumeMethod::None && collider.solid.volume != 0 &&
                          std::isfinite(collider.solid.volume) && collider.solid.centroid.allFinite();
  if (has_volume) {
    text += fmt::format(", volume: {}, center: {}", finite(writing, path, "volume", collider.solid.volume),
                        vector(writing, path, "centre", collider.solid.centroid));
  }
  writing.line(text + "}");
}

void write_colliders(Writing& writing, const std::vector<const model::Collider*>& colliders) {
  writing.line(colliders.empty() ? "    colliders: []" : "    colliders:");
  for (const model::Collider* collider : colliders) write_collider(writing, *collider);
}

void write_body(Writing& writing, const model::Body& body, const std::vector<const model::Collider*>& colliders) {
  const std::string& path = writing.name(body.path);
  writing.line(fmt::format("  - path: {}\n    role: physical\n    motion: {}", word(path), name_of(motion_of(body))));
  if (body.mass.mass < 0) refuse(writing, path, "mass", "is below 0");
  writing.line(fmt::format("    mass: {}", finite(writing, path, "mass", body.mass.mass)));
  writing.line(
      fmt::format("    center_of_mass: {}", vector(writing, path, "centre of mass", body.mass.center_of_mass)));
  writing.line(fmt::format("    inertia: {}", tensor(writing, path, body.mass.inertia)));
  writing.line(fmt::format("    pose: {}", pose(writing, path, "pose", body.world_from_body)));
  write_colliders(writing, colliders);
}

/// The body whose part covers a prim: the nearest from the prim up, whether it is enabled or not.
const model::Body* covering_body(const std::map<std::string_view, const model::Body*>& bodies, std::string_view path) {
  for (; !path.empty(); path = parent_path(path)) {
    const auto body = bodies.find(path);
    if (body != bodies.end()) return body->second;
  }
  return nullptr;
}

/// Bodies with what they cover, then each collider that none covers as a part of its own.
void write_physical_parts(Writing& writing) {
  std::map<std::string_view, const model::Body*> bodies;
  for (const model::Body& body : writing.physics.bodies) bodies.emplace(writing.name(body.path), &body);
  std::map<const model::Body*, std::vector<const model::Collider*>> colliders;
  for (const model::Collider& collider : writing.physics.colliders)
    colliders[covering_body(bodies, writing.name(collider.path))].push_back(&collider);
  for (const model::Body& body : writing.physics.bodies) {
    write_body(writing, body, colliders[&body]);
    writing.physical_paths.insert(writing.name(body.path));
  }
  for (const model::Collider* collider : colliders[nullptr]) {
    const std::string& path = writing.name(collider->path);
    writing.line(fmt::format("  - path: {}\n    role: physical\n    motion: static", word(path)));
    write_colliders(writing, {collider});
    writing.physical_paths.insert(path);
  }
}

/// The parts that cover what is drawn and not yet covered: for each such prim the highest one above it, below the root
/// prim, that has nothing physical at or below it.
std::vector<std::string> visual_parts(const Writing& writing) {
  std::set<std::string_view> above_physical;
  for (const std::string& path : writing.physical_paths) {
    for (std::string_view each = path; !each.empty(); each = parent_path(each)) above_physical.insert(each);
  }
  const auto is_covered = [&writing](std::string_view path) {
    for (; !path.empty(); path = parent_path(path)) {
      if (writing.physical_paths.contains(std::string(path))) return true;
    }
    return false;
  };
  std::vector<std::string> parts;
  std::set<std::string_view> known;
  for (const model::DrawnPrim& drawn : writing.physics.drawn) {
    std::string_view path = writing.name(drawn.path);
    if (is_covered(path)) continue;
    for (std::string_view above = parent_path(path); !parent_path(above).empty() && !above_physical.contains(above);
         above = parent_path(above))
      path = above;
    if (known.insert(path).second) parts.emplace_back(path);
  }
  return parts;
}

void write_visual_parts(Writing& writing) {
  for (const std::string& path : visual_parts(writing)) {
    writing.line(fmt::format("  - path: {}\n    role: visual-only", word(path)));
    writing.line("    reason: drawn without a collider when this manifest was written");
  }
}

std::string limit_line(const model::AxisLimit& limit, std::size_t axis) {
  const std::string start = fmt::format("      {}: ", name_of(static_cast<model::JointAxis>(axis)));
  if (limit.state == AxisState::Free) return start + "free";
  std::string text = start + fmt::format("[{}, {}]", number(limit.low.value), number(limit.high.value));
  if (!model::is_rotation(axis)) return text;
  return text + fmt::format("  # {:.6g} to {:.6g} degrees", limit.low.value * degrees_per_radian,
                            limit.high.value * degrees_per_radian);
}

void write_limits(Writing& writing, const model::Joint& joint) {
  const auto is_locked = [](const model::AxisLimit& limit) { return limit.state == AxisState::Locked; };
  const bool has_none = std::ranges::all_of(joint.limits, is_locked);
  writing.line(has_none ? "    limits: {}" : "    limits:");
  for (std::size_t axis = 0; axis < model::joint_axis_count; ++axis) {
    const model::AxisLimit& limit = joint.limits.at(axis);
    if (is_locked(limit)) continue;
    writing.line(limit_line(limit, axis));
    const bool is_number =
        limit.state == AxisState::Free || !(std::isnan(limit.low.value) || std::isnan(limit.high.value));
    if (!is_number) refuse(writing, writing.name(joint.path), "limit", "is no number");
  }
  if (const auto distance = distance_of(joint))
    writing.line(fmt::format("    distance: [{}, {}]", number((*distance)[0]), number((*distance)[1])));
}

/// What the drive itself says; only its greatest force may be infinite.
void write_drive(Writing& writing, const std::string& path, const model::Drive& drive) {
  const auto part = [&](double value) { return finite(writing, path, "drive", value); };
  if (std::isnan(drive.max_force.value)) refuse(writing, path, "drive", "is no number");
  writing.line(fmt::format(
      "      {}: {{type: {}, stiffness: {}, damping: {}, max_force: {}, target_position: {}, target_velocity: {}}}",
      word(drive.instance), name_of(drive.type.value), part(drive.stiffness.value), part(drive.damping.value),
      number(drive.max_force.value), part(drive.target_position.value), part(drive.target_velocity.value)));
}

void write_joint(Writing& writing, const model::Joint& joint) {
  const std::string& path = writing.name(joint.path);
  writing.line(fmt::format("  - path: {}\n    kind: {}", word(path), name_of(joint.kind)));
  if (!joint.enabled.value) writing.line("    enabled: false");
  if (joint.main_axis) writing.line(fmt::format("    axis: {}", "XYZ"[*joint.main_axis]));
  for (std::size_t side = 0; side < 2; ++side) {
    const model::JointSide& each = joint.sides.at(side);
    writing.line(fmt::format("    body{}: {}", side, word(body_name(each, writing.model, writing.physics))));
    writing.line(fmt::format("    frame{}: {}", side, pose(writing, path, "frame", each.body_from_joint)));
  }
  write_limits(writing, joint);
  if (!joint.drives.empty()) writing.line("    drives:");
  for (const model::Drive& drive : joint.drives) write_drive(writing, path, drive);
}

void write_heading(Writing& writing, const std::string& title) {
  writing.line(
      fmt::format("# What {} is meant to be. `assay audit` fails when the asset is anything else.", word(title)));
  writing.line(
      "# Written from the asset as it was: read it, correct it where the asset is wrong, and keep it beside the "
      "asset.");
  writing.line("# Units: m, kg, rad. Rotations are quaternions w, x, y, z.");
  writing.line(fmt::format("schema: {}", manifest_schema));
  writing.line(fmt::format("selection: {}", writing.physics.selection));
  writing.line(
      fmt::format("size: {}  # m, which the tolerance of lengths is a part of", number(asset_size(writing.physics))));
  writing.line("tolerances:");
  for (const ToleranceFacts& facts : tolerance_facts())
    writing.line(fmt::format("  {}: {}  # {}", facts.name, number(Tolerances{}.*facts.value), facts.unit));
}

}  // namespace

Result<std::string> manifest_of(const model::Model& model, const model::Physics& physics, const std::string& title) {
  if (physics.bodies.empty() && physics.colliders.empty() && physics.drawn.empty()) {
    return Error{ErrorCode::InvalidArgument, "there is nothing to audit: no body, no collider and nothing drawn", "", 0,
                 0};
  }
  Writing writing{model, physics};
  write_heading(writing, title);
  writing.line(
      "\n# A part covers its prim and all below it down to the next part. Everything drawn or colliding is "
      "covered.\nparts:");
  write_physical_parts(writing);
  write_visual_parts(writing);
  writing.line(
      "\n# Frames are in the axes of the body beside them, or in the world's. Axes that limits leaves out are locked.\n"
      "# Gains of drives are for radians or metres. Joints without drives have none.");
  writing.line(physics.joints.empty() ? "joints: []" : "joints:");
  for (const model::Joint& joint : physics.joints) write_joint(writing, joint);
  if (writing.refusal) {
    return Error{ErrorCode::InvalidArgument, *writing.refusal + ", which no manifest can say; correct the asset first",
                 "", 0, 0};
  }
  return std::move(writing.text);
}

}  // namespace assay::audit
