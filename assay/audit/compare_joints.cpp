#include "assay/audit/compare.h"
#include "assay/audit/compare_steps.h"
#include "assay/model/words.h"

#include <fmt/format.h>

#include <cmath>
#include <unordered_set>

namespace assay::audit {
namespace {

Subject subject_of(const ExpectedJoint& joint) { return {joint.path, joint.path, joint.mark}; }

/// How far the bound is apart that is farther.
double widest_gap(const std::array<double, 2>& expected, const std::array<double, 2>& found) {
  return std::max(gap(expected[0], found[0]), gap(expected[1], found[1]));
}

double tolerance_of(const Comparison& comparison, bool is_angle) {
  const Tolerances& tolerances = comparison.manifest.tolerances;
  return is_angle ? tolerances.angle : tolerances.length * comparison.size;
}

void compare_sides(Comparison& comparison, const Audited& audited, const ExpectedJoint& expected,
                   const model::Joint& found) {
  for (std::size_t side = 0; side < 2; ++side) {
    const ExpectedSide& wanted = expected.sides.at(side);
    const model::JointSide& there = found.sides.at(side);
    const std::string body = body_name(there, audited.model, audited.physics);
    if (body != wanted.body) {
      // a frame in another body's axes says nothing more
      add_word(comparison, subject_of(expected), Code::JointBody, fmt::format("body{}", side), wanted.body, body);
      continue;
    }
    compare_position(comparison, subject_of(expected), Code::JointFrame, fmt::format("frame{} position", side),
                     wanted.body_from_joint.position, there.body_from_joint.position);
    compare_rotation(comparison, subject_of(expected), Code::JointFrame, fmt::format("frame{} rotation", side),
                     wanted.body_from_joint.rotation, there.body_from_joint.rotation);
  }
}

void compare_limits(Comparison& comparison, const ExpectedJoint& expected, const model::Joint& found) {
  for (std::size_t axis = 0; axis < model::joint_axis_count; ++axis) {
    const ExpectedLimit& wanted = expected.limits.at(axis);
    const model::AxisLimit& there = found.limits.at(axis);
    const std::string name(name_of(static_cast<model::JointAxis>(axis)));
    if (wanted.state != there.state) {
      add_word(comparison, subject_of(expected), Code::JointLimit, name, name_of(wanted.state), name_of(there.state));
    } else if (wanted.state == model::AxisState::Limited) {
      const std::array<double, 2> bounds = {wanted.low, wanted.high};
      const std::array<double, 2> found_bounds = {there.low.value, there.high.value};
      const Measure measure{name, model::is_rotation(axis) ? "rad" : "m", widest_gap(bounds, found_bounds),
                            tolerance_of(comparison, model::is_rotation(axis))};
      compare_numbers(comparison, subject_of(expected), Code::JointLimit, measure,
                      std::vector<double>{wanted.low, wanted.high},
                      std::vector<double>{there.low.value, there.high.value});
    }
  }
}

void compare_distance(Comparison& comparison, const ExpectedJoint& expected, const model::Joint& found) {
  const std::optional<std::array<double, 2>> there = distance_of(found);
  if (expected.distance.has_value() != there.has_value()) {
    return add_word(comparison, subject_of(expected), Code::JointDistance, "distance",
                    expected.distance ? "limited" : "free", there ? "limited" : "free");
  }
  if (!there) return;
  const Measure measure{"distance", "m", widest_gap(*expected.distance, *there), tolerance_of(comparison, false)};
  compare_numbers(comparison, subject_of(expected), Code::JointDistance, measure,
                  std::vector<double>(expected.distance->begin(), expected.distance->end()),
                  std::vector<double>(there->begin(), there->end()));
}

void compare_joint(Comparison& comparison, const Audited& audited, const ExpectedJoint& expected,
                   const model::Joint& found) {
  const Subject subject = subject_of(expected);
  if (expected.kind != found.kind) {
    add_word(comparison, subject, Code::JointKind, "kind", name_of(expected.kind), name_of(found.kind));
  }
  if (expected.enabled != found.enabled.value) {
    add_word(comparison, subject, Code::JointEnabled, "enabled", expected.enabled ? "true" : "false",
             found.enabled.value ? "true" : "false");
  }
  const std::string axis = found.main_axis ? std::string(1, "XYZ"[*found.main_axis]) : "";
  if (expected.kind == found.kind && expected.axis != axis)
    add_word(comparison, subject, Code::JointAxis, "axis", expected.axis, axis);
  compare_sides(comparison, audited, expected, found);
  compare_limits(comparison, expected, found);
  compare_distance(comparison, expected, found);
  compare_drives(comparison, expected, found);
}

}  // namespace

void compare_joints(Comparison& comparison, const Audited& audited) {
  std::unordered_set<std::string_view> named;
  for (const ExpectedJoint& expected : comparison.manifest.joints) {
    named.insert(expected.path);
    const auto found = audited.joints.find(expected.path);
    if (found == audited.joints.end()) {
      add_prim(comparison, subject_of(expected), Code::JointMissing, "is missing: there is no joint at it");
    } else {
      compare_joint(comparison, audited, expected, *found->second);
    }
  }
  for (const model::Joint& joint : audited.physics.joints) {
    const std::string& path = audited.text(joint.path);
    if (named.contains(path)) continue;
    const std::string bodies = fmt::format("{} and {}", body_name(joint.sides[0], audited.model, audited.physics),
                                           body_name(joint.sides[1], audited.model, audited.physics));
    add_prim(comparison, {path, "", {}}, Code::JointUndeclared,
             fmt::format("is a joint of {} that the manifest does not name", bodies));
  }
}

}  // namespace assay::audit
