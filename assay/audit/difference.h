#pragma once

#include "assay/audit/manifest.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace assay::audit {

/// A word, a number or several; none where there is nothing.
using Quantity = std::variant<std::monostate, std::string, double, std::vector<double>>;

/// What kind of difference there is.
enum class Code : std::uint8_t {
  PartMissing,       // the manifest names a part, the asset has nothing there
  PartMotion,        // the part moves otherwise
  BodyUndeclared,    // a body that is no part of its own
  BodyInVisualPart,  // a body at or below a visual-only part
  PrimUncovered,     // something drawn or colliding that no part covers
  Mass,
  CenterOfMass,
  Inertia,
  Pose,
  ColliderMissing,       // the manifest names a collider, the asset has none there
  ColliderUndeclared,    // a collider of a physical part that the manifest does not name
  ColliderInVisualPart,  // a collider at or below a visual-only part
  ColliderOwner,         // another body owns the collider
  ColliderEnabled,
  ColliderShape,
  ColliderVolume,
  ColliderCenter,
  JointMissing,     // the manifest names a joint, the asset has none there
  JointUndeclared,  // a joint that the manifest does not name
  JointKind,
  JointEnabled,
  JointAxis,
  JointBody,
  JointFrame,
  JointLimit,
  JointDistance,
  DriveMissing,     // the manifest names a drive, the joint has none of that name
  DriveUndeclared,  // a drive that the manifest does not name
  DriveType,
  DriveGain,
  DriveForce,
  DriveTarget,
};

/// Name of a code, such as collider-missing.
std::string_view name_of(Code code);

/// All names, in the order of the codes.
std::span<const std::string_view> code_names();

/// One thing in which an asset is not what its manifest says.
struct Difference {
  Code code = Code::PartMissing;
  std::string path;      // the prim
  std::string quantity;  // what of it, e.g. frame0 position; empty for the whole prim
  Quantity expected;
  Quantity found;
  std::string unit;                 // of numbers
  std::optional<double> deviation;  // of numbers, in their unit
  std::optional<double> tolerance;
  std::string message;  // one sentence
  std::string entry;    // path of the part or joint of the manifest; empty where it has none
  Mark mark;            // place of the entry, or of the collider in it
};

/// Text of a quantity with its unit.
std::string text_of(const Quantity& quantity, std::string_view unit);

/// Gathers the differences of one manifest.
struct Comparison {
  const Manifest& manifest;
  double size = 1;  // [m]
  std::vector<Difference> differences = {};
};

/// The entry of a manifest that is compared, and the prim.
struct Subject {
  std::string path;
  std::string entry;
  Mark mark;
};

/// Adds a difference of words, or of one prim that is there or not.
void add_word(Comparison& comparison, const Subject& subject, Code code, std::string_view quantity,
              std::string_view expected, std::string_view found);
void add_prim(Comparison& comparison, const Subject& subject, Code code, std::string message);

/// What numbers are compared by.
struct Measure {
  std::string_view quantity;
  std::string_view unit;
  double deviation = 0;
  double tolerance = 0;
};

/// Adds a difference where the deviation is above the tolerance, or is no number.
void compare_numbers(Comparison& comparison, const Subject& subject, Code code, const Measure& measure,
                     Quantity expected, Quantity found);

/// Compares positions by the tolerance of lengths, and rotations by that of angles, up to the quaternion's sign.
void compare_position(Comparison& comparison, const Subject& subject, Code code, std::string_view quantity,
                      const Eigen::Vector3d& expected, const Eigen::Vector3d& found);
void compare_rotation(Comparison& comparison, const Subject& subject, Code code, std::string_view quantity,
                      const Eigen::Quaterniond& expected, const Eigen::Quaterniond& found);

}  // namespace assay::audit
