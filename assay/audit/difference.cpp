#include "assay/audit/difference.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

namespace assay::audit {
namespace {

// in the order of Code
constexpr std::string_view names[] = {"part-missing",
                                      "part-motion",
                                      "body-undeclared",
                                      "body-in-visual-part",
                                      "prim-uncovered",
                                      "mass",
                                      "center-of-mass",
                                      "inertia",
                                      "pose",
                                      "collider-missing",
                                      "collider-undeclared",
                                      "collider-in-visual-part",
                                      "collider-owner",
                                      "collider-enabled",
                                      "collider-shape",
                                      "collider-volume",
                                      "collider-center",
                                      "joint-missing",
                                      "joint-undeclared",
                                      "joint-kind",
                                      "joint-enabled",
                                      "joint-axis",
                                      "joint-body",
                                      "joint-frame",
                                      "joint-limit",
                                      "joint-distance",
                                      "drive-missing",
                                      "drive-undeclared",
                                      "drive-type",
                                      "drive-gain",
                                      "drive-force",
                                      "drive-target"};
static_assert(std::size(names) == static_cast<std::size_t>(Code::DriveTarget) + 1);

std::vector<double> numbers_of(const Eigen::Vector3d& vector) { return {vector.x(), vector.y(), vector.z()}; }

/// w, x, y, z with w not below 0.
std::vector<double> numbers_of(const Eigen::Quaterniond& rotation) {
  const double sign = rotation.w() < 0 ? -1 : 1;
  return {sign * rotation.w(), sign * rotation.x(), sign * rotation.y(), sign * rotation.z()};
}

struct TextOfQuantity {
  std::string operator()(std::monostate) const { return "nothing"; }
  std::string operator()(const std::string& text) const { return text; }
  std::string operator()(double number) const { return fmt::format("{:.6g}", number); }
  std::string operator()(const std::vector<double>& numbers) const {
    return fmt::format("({:.6g})", fmt::join(numbers, ", "));
  }
};

Difference difference_of(const Subject& subject, Code code, std::string_view quantity) {
  Difference difference;
  difference.code = code;
  difference.path = subject.path;
  difference.quantity = quantity;
  difference.entry = subject.entry;
  difference.mark = subject.mark;
  return difference;
}

}  // namespace

std::string_view name_of(Code code) { return names[static_cast<std::size_t>(code)]; }

std::span<const std::string_view> code_names() { return names; }

std::string text_of(const Quantity& quantity, std::string_view unit) {
  const std::string text = std::visit(TextOfQuantity{}, quantity);
  const bool is_number =
      std::holds_alternative<double>(quantity) || std::holds_alternative<std::vector<double>>(quantity);
  return is_number && !unit.empty() ? fmt::format("{} {}", text, unit) : text;
}

void add_word(Comparison& comparison, const Subject& subject, Code code, std::string_view quantity,
              std::string_view expected, std::string_view found) {
  Difference difference = difference_of(subject, code, quantity);
  difference.expected = std::string(expected);
  difference.found = std::string(found);
  difference.message = fmt::format("{} is {}; the manifest says {}", quantity, found, expected);
  comparison.differences.push_back(std::move(difference));
}

void add_prim(Comparison& comparison, const Subject& subject, Code code, std::string message) {
  Difference difference = difference_of(subject, code, "");
  difference.message = std::move(message);
  comparison.differences.push_back(std::move(difference));
}

void compare_numbers(Comparison& comparison, const Subject& subject, Code code, const Measure& measure,
                     Quantity expected, Quantity found) {
  if (measure.deviation <= measure.tolerance) return;  // false where it is no number
  Difference difference = difference_of(subject, code, measure.quantity);
  difference.unit = measure.unit;
  difference.deviation = measure.deviation;
  difference.tolerance = measure.tolerance;
  difference.message = fmt::format("{} is {}; the manifest says {} (off by {}, tolerance {})", measure.quantity,
                                   text_of(found, measure.unit), text_of(expected, measure.unit),
                                   text_of(measure.deviation, measure.unit), text_of(measure.tolerance, measure.unit));
  difference.expected = std::move(expected);
  difference.found = std::move(found);
  comparison.differences.push_back(std::move(difference));
}

void compare_position(Comparison& comparison, const Subject& subject, Code code, std::string_view quantity,
                      const Eigen::Vector3d& expected, const Eigen::Vector3d& found) {
  const Measure measure{quantity, "m", (found - expected).norm(),
                        comparison.manifest.tolerances.length * comparison.size};
  compare_numbers(comparison, subject, code, measure, numbers_of(expected), numbers_of(found));
}

void compare_rotation(Comparison& comparison, const Subject& subject, Code code, std::string_view quantity,
                      const Eigen::Quaterniond& expected, const Eigen::Quaterniond& found) {
  const Measure measure{quantity, "", expected.angularDistance(found), comparison.manifest.tolerances.angle};
  compare_numbers(comparison, subject, code, measure, numbers_of(expected), numbers_of(found));
}

}  // namespace assay::audit
