#include "assay/audit/read_entries.h"

#include <fmt/format.h>

namespace assay::audit {
namespace {

constexpr std::string_view drive_keys[] = {"type",      "stiffness",       "damping",
                                           "max_force", "target_position", "target_velocity"};

ExpectedDrive read_drive(const std::string& instance, const YAML::Node& node, YamlErrors& errors) {
  ExpectedDrive drive;
  drive.instance = instance;
  drive.mark = mark_of(node);
  const YamlRecord record(node, fmt::format("the drive {}", instance), drive_keys, errors);
  drive.type = read_word<model::DriveType>(record.need("type"), "type", errors).value_or(drive.type);
  drive.stiffness = read_number(record.need("stiffness"), "stiffness", errors).value_or(0);
  drive.damping = read_number(record.need("damping"), "damping", errors).value_or(0);
  drive.max_force = read_number(record.find("max_force"), "max_force", errors, true).value_or(drive.max_force);
  drive.target_position = read_number(record.find("target_position"), "target_position", errors).value_or(0);
  drive.target_velocity = read_number(record.find("target_velocity"), "target_velocity", errors).value_or(0);
  return drive;
}

}  // namespace

std::vector<ExpectedDrive> read_drives(const std::optional<YAML::Node>& node, YamlErrors& errors) {
  std::vector<ExpectedDrive> drives;
  if (!node) return drives;
  if (!node->IsMap()) {
    errors.add(node->Mark(), "drives must be a mapping from the instance names of PhysicsDriveAPI, such as angular");
    return drives;
  }
  for (const auto& entry : *node) {
    const std::optional<std::string> instance = read_text(entry.first, "the name of a drive", errors);
    if (!instance) continue;
    if (std::ranges::find(drives, *instance, &ExpectedDrive::instance) != drives.end()) {
      errors.add(entry.first.Mark(), fmt::format("drives has the key '{}' twice", *instance));
      continue;
    }
    drives.push_back(read_drive(*instance, entry.second, errors));
  }
  return drives;
}

}  // namespace assay::audit
