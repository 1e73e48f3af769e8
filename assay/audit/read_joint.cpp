#include "assay/audit/read_entries.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay::audit {
namespace {

constexpr std::string_view joint_keys[] = {"path",  "kind",   "enabled", "axis",     "body0", "frame0",
                                           "body1", "frame1", "limits",  "distance", "drives"};

/// `free`, `locked` or [low, high].
std::optional<ExpectedLimit> read_limit(const YAML::Node& node, std::string_view axis, YamlErrors& errors) {
  if (node.IsScalar()) {
    if (node.Scalar() == "free") return ExpectedLimit{model::AxisState::Free, 0, 0};
    if (node.Scalar() == "locked") return ExpectedLimit{};
  }
  if (!node.IsSequence()) {
    errors.add(node.Mark(), fmt::format("{} must be free, locked or a list [low, high]", axis));
    return std::nullopt;
  }
  const std::optional<std::vector<double>> bounds = read_numbers(node, axis, 2, true, errors);
  if (!bounds) return std::nullopt;
  return ExpectedLimit{model::AxisState::Limited, (*bounds)[0], (*bounds)[1]};
}

void read_limits(const std::optional<YAML::Node>& node, ExpectedJoint& joint, YamlErrors& errors) {
  if (!node) return;
  const std::span<const std::string_view> words = model::words_of<model::JointAxis>();
  const YamlRecord record(*node, "limits", words, errors);
  for (std::size_t axis = 0; axis < model::joint_axis_count; ++axis) {
    const std::string_view word = words[axis];
    const std::optional<YAML::Node> value = record.find(word);
    if (!value) continue;
    if (const std::optional<ExpectedLimit> limit = read_limit(*value, word, errors)) joint.limits.at(axis) = *limit;
  }
}

void read_axis(const YamlRecord& record, const YAML::Node& node, ExpectedJoint& joint, YamlErrors& errors) {
  const std::optional<YAML::Node> axis = record.find("axis");
  const std::string_view kind = name_of(joint.kind);
  if (!has_main_axis(joint.kind)) {
    if (axis) errors.add(axis->Mark(), fmt::format("a {} joint has no axis", kind));
    return;
  }
  if (!axis) {
    errors.add(node.Mark(), fmt::format("a {} joint needs 'axis'", kind));
    return;
  }
  joint.axis = read_text(axis, "axis", errors).value_or("X");
  if (joint.axis != "X" && joint.axis != "Y" && joint.axis != "Z")
    errors.add(axis->Mark(), fmt::format("axis must be X, Y or Z, not '{}'", joint.axis));
}

void read_side(const YamlRecord& record, std::string_view body_key, std::string_view frame_key, ExpectedSide& side,
               YamlErrors& errors) {
  const std::optional<YAML::Node> body = record.need(body_key);
  const bool is_world = body && body->IsScalar() && body->Scalar() == "world";
  side.body = is_world ? "world" : read_path(body, body_key, errors).value_or("");
  side.body_from_joint = read_pose(record.need(frame_key), frame_key, errors).value_or(model::Pose{});
}

}  // namespace

std::optional<ExpectedJoint> read_joint(const YAML::Node& node, YamlErrors& errors) {
  const YamlRecord record(node, "a joint", joint_keys, errors);
  ExpectedJoint joint;
  joint.mark = mark_of(node);
  const std::optional<std::string> path = read_path(record.need("path"), "path", errors);
  const std::optional<model::JointKind> kind = read_word<model::JointKind>(record.need("kind"), "kind", errors);
  joint.enabled = read_flag(record.find("enabled"), "enabled", errors).value_or(true);
  if (kind) {
    joint.kind = *kind;
    read_axis(record, node, joint, errors);
  }
  read_side(record, "body0", "frame0", joint.sides[0], errors);
  read_side(record, "body1", "frame1", joint.sides[1], errors);
  read_limits(record.need("limits"), joint, errors);
  const std::optional<std::vector<double>> distance =
      read_numbers(record.find("distance"), "distance", 2, true, errors);
  if (distance) joint.distance = {(*distance)[0], (*distance)[1]};
  joint.drives = read_drives(record.find("drives"), errors);
  if (!path) return std::nullopt;
  joint.path = *path;
  return joint;
}

}  // namespace assay::audit
