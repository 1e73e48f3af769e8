#include "assay/audit/read_entries.h"

#include <fmt/format.h>

namespace assay::audit {
namespace {

constexpr std::string_view all_keys[] = {"path",           "role",    "reason", "motion",   "mass",
                                         "center_of_mass", "inertia", "pose",   "colliders"};
constexpr std::string_view visual_keys[] = {"path", "role", "reason"};
constexpr std::string_view static_keys[] = {"path", "role", "motion", "colliders"};
constexpr std::string_view body_keys[] = {"path",           "role",    "motion", "mass",
                                          "center_of_mass", "inertia", "pose",   "colliders"};

/// Three numbers for a tensor without products of inertia, else its three rows.
std::optional<Eigen::Matrix3d> read_inertia(const std::optional<YAML::Node>& node, YamlErrors& errors) {
  if (!node) return std::nullopt;
  const bool has_rows = node->IsSequence() && node->size() == 3 && (*node)[0].IsSequence();
  if (!has_rows) {
    const std::optional<Eigen::Vector3d> diagonal = read_vector(node, "inertia", errors);
    if (!diagonal) return std::nullopt;
    return Eigen::Matrix3d(diagonal->asDiagonal());
  }
  Eigen::Matrix3d inertia;
  for (int row = 0; row < 3; ++row) {
    const std::optional<Eigen::Vector3d> numbers = read_vector((*node)[row], "a row of inertia", errors);
    if (!numbers) return std::nullopt;
    inertia.row(row) = *numbers;
  }
  constexpr double rounding = 1e-6;
  const double asymmetry = (inertia - inertia.transpose()).cwiseAbs().maxCoeff();
  if (asymmetry <= rounding * inertia.cwiseAbs().maxCoeff()) return inertia;
  errors.add(node->Mark(), "inertia must be symmetric: its rows are those of a tensor in body axes");
  return std::nullopt;
}

double above_zero(const std::optional<YAML::Node>& node, std::string_view key, YamlErrors& errors) {
  const std::optional<double> number = read_number(node, key, errors);
  if (number && *number < 0) errors.add(node->Mark(), fmt::format("{} must not be below 0", key));
  return number.value_or(0);
}

std::optional<ExpectedCollider> read_collider(const YAML::Node& node, YamlErrors& errors) {
  static constexpr std::string_view keys[] = {"path", "enabled", "shape", "approximation", "volume", "center"};
  const YamlRecord record(node, "a collider", keys, errors);
  ExpectedCollider collider;
  collider.mark = mark_of(node);
  const std::optional<std::string> path = read_path(record.need("path"), "path", errors);
  collider.enabled = read_flag(record.find("enabled"), "enabled", errors).value_or(true);
  collider.shape = read_word<model::ShapeKind>(record.need("shape"), "shape", errors).value_or(model::ShapeKind::Other);
  collider.approximation = read_text(record.find("approximation"), "approximation", errors);
  collider.volume = read_number(record.find("volume"), "volume", errors);
  collider.center = read_vector(record.find("center"), "center", errors);
  if (!path) return std::nullopt;
  collider.path = *path;
  return collider;
}

void read_colliders(const std::optional<YAML::Node>& node, Part& part, YamlErrors& errors) {
  if (!node) return;
  if (!node->IsSequence()) {
    errors.add(node->Mark(), "colliders must be a list; [] for a part without any");
    return;
  }
  for (const YAML::Node& item : *node) {
    if (std::optional<ExpectedCollider> collider = read_collider(item, errors)) part.colliders.push_back(*collider);
  }
}

/// The value of a key, which must be there.
std::optional<YAML::Node> needed(const YamlRecord& heading, std::string_view title, std::string_view key,
                                 const YAML::Node& node, YamlErrors& errors) {
  std::optional<YAML::Node> value = heading.find(key);
  if (!value) errors.add(node.Mark(), fmt::format("{} needs '{}'", title, key));
  return value;
}

void read_visual(const YAML::Node& node, Part& part, YamlErrors& errors) {
  const YamlRecord record(node, "a visual-only part", visual_keys, errors);
  const std::optional<YAML::Node> reason = record.need("reason");
  part.reason = read_text(reason, "reason", errors).value_or("");
  const bool is_blank = part.reason.find_first_not_of(" \t\r\n") == std::string::npos;
  if (reason && reason->IsScalar() && is_blank)
    errors.add(reason->Mark(), "reason is empty: say why the part has no collider");
}

void read_physical(const YAML::Node& node, Part& part, YamlErrors& errors) {
  if (part.motion == Motion::Static) {
    const YamlRecord record(node, "a static part", static_keys, errors);
    return read_colliders(record.need("colliders"), part, errors);
  }
  const YamlRecord record(node, fmt::format("a {} part", name_of(part.motion)), body_keys, errors);
  part.mass = above_zero(record.need("mass"), "mass", errors);
  const Eigen::Vector3d origin = Eigen::Vector3d::Zero();
  part.center_of_mass = read_vector(record.need("center_of_mass"), "center_of_mass", errors).value_or(origin);
  part.inertia = read_inertia(record.need("inertia"), errors).value_or(Eigen::Matrix3d::Zero());
  part.world_from_body = read_pose(record.find("pose"), "pose", errors);
  read_colliders(record.need("colliders"), part, errors);
}

}  // namespace

std::optional<Part> read_part(const YAML::Node& node, YamlErrors& errors) {
  if (!node.IsMap()) {
    errors.add(node.Mark(), "a part must be a mapping with path and role");
    return std::nullopt;
  }
  Part part;
  part.mark = mark_of(node);
  // role and motion decide which keys a part has, so they are read before the keys are looked at
  YamlErrors of_keys{errors.file};
  const YamlRecord heading(node, "a part", all_keys, of_keys);
  const std::optional<std::string> path = read_path(needed(heading, "a part", "path", node, errors), "path", errors);
  const std::optional<Role> role = read_word<Role>(needed(heading, "a part", "role", node, errors), "role", errors);
  if (role == Role::VisualOnly) {
    part.role = Role::VisualOnly;
    read_visual(node, part, errors);
  } else if (role) {
    const std::optional<YAML::Node> motion_node = needed(heading, "a physical part", "motion", node, errors);
    const std::optional<Motion> motion = read_word<Motion>(motion_node, "motion", errors);
    part.motion = motion.value_or(Motion::Static);
    if (motion) read_physical(node, part, errors);
  }
  if (!path) return std::nullopt;
  part.path = *path;
  return part;
}

}  // namespace assay::audit
