#include "assay/audit/compare_steps.h"
#include "assay/model/words.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay::audit {
namespace {

/// Units of what a drive has.
struct Units {
  std::string_view stiffness;
  std::string_view damping;
  std::string_view force;
  std::string_view position;
  std::string_view velocity;
};

Units units_of(const model::Drive& drive) {
  const bool is_angular = model::is_angular(drive);
  const bool is_force = drive.type.value == model::DriveType::Force;
  return {.stiffness = !is_force    ? "1/s^2"
                       : is_angular ? "N m/rad"
                                    : "N/m",
          .damping = !is_force    ? "1/s"
                     : is_angular ? "N m s/rad"
                                  : "N s/m",
          .force = is_angular ? "N m" : "N",
          .position = is_angular ? "rad" : "m",
          .velocity = is_angular ? "rad/s" : "m/s"};
}

/// One number of a drive as it should be and as it is.
struct Pair {
  std::string_view name;
  std::string_view unit;
  double expected = 0;
  double found = 0;
};

/// Compares what the tolerance is a part of.
void compare_part(Comparison& comparison, const Subject& subject, Code code, const model::Drive& drive,
                  const Pair& pair) {
  const std::string quantity = fmt::format("drive {} {}", drive.instance, pair.name);
  // an infinite force has no part that could be a tolerance
  const double part = std::isfinite(pair.expected) ? std::abs(pair.expected) : 0;
  compare_numbers(comparison, subject, code,
                  {quantity, pair.unit, gap(pair.expected, pair.found), comparison.manifest.tolerances.drive * part},
                  pair.expected, pair.found);
}

void compare_position_target(Comparison& comparison, const Subject& subject, const model::Drive& drive,
                             const Pair& pair) {
  const Tolerances& tolerances = comparison.manifest.tolerances;
  const double tolerance = model::is_angular(drive) ? tolerances.angle : tolerances.length * comparison.size;
  const std::string quantity = fmt::format("drive {} {}", drive.instance, pair.name);
  compare_numbers(comparison, subject, Code::DriveTarget,
                  {quantity, pair.unit, gap(pair.expected, pair.found), tolerance}, pair.expected, pair.found);
}

void compare_drive(Comparison& comparison, const Subject& subject, const ExpectedDrive& expected,
                   const model::Drive& found) {
  const Units units = units_of(found);
  if (expected.type != found.type.value) {
    // gains of another type have other units
    add_word(comparison, subject, Code::DriveType, fmt::format("drive {} type", found.instance), name_of(expected.type),
             name_of(found.type.value));
  } else {
    compare_part(comparison, subject, Code::DriveGain, found,
                 {"stiffness", units.stiffness, expected.stiffness, found.stiffness.value});
    compare_part(comparison, subject, Code::DriveGain, found,
                 {"damping", units.damping, expected.damping, found.damping.value});
  }
  compare_part(comparison, subject, Code::DriveForce, found,
               {"max_force", units.force, expected.max_force, found.max_force.value});
  compare_position_target(comparison, subject, found,
                          {"target_position", units.position, expected.target_position, found.target_position.value});
  compare_part(comparison, subject, Code::DriveTarget, found,
               {"target_velocity", units.velocity, expected.target_velocity, found.target_velocity.value});
}

}  // namespace

void compare_drives(Comparison& comparison, const ExpectedJoint& expected, const model::Joint& found) {
  const auto place = [&expected](const Mark& mark) { return Subject{expected.path, expected.path, mark}; };
  for (const ExpectedDrive& wanted : expected.drives) {
    const auto drive = std::ranges::find(found.drives, wanted.instance, &model::Drive::instance);
    if (drive != found.drives.end()) {
      compare_drive(comparison, place(wanted.mark), wanted, *drive);
    } else {
      add_word(comparison, place(wanted.mark), Code::DriveMissing, "drive " + wanted.instance, "present", "absent");
    }
  }
  for (const model::Drive& drive : found.drives) {
    if (std::ranges::find(expected.drives, drive.instance, &ExpectedDrive::instance) != expected.drives.end()) continue;
    add_word(comparison, place(expected.mark), Code::DriveUndeclared, "drive " + drive.instance, "absent", "present");
  }
}

}  // namespace assay::audit
