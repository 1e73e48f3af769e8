#include "assay/inspect/text_notes.h"

#include "assay/inspect/text_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace assay::inspect {
namespace {

// what single precision leaves of a value, as a part of it
constexpr double rounding = 1e-5;

std::string last_name(const std::string& path) { return path.substr(path.rfind('/') + 1); }

/// Says that no body can have such moments. Source: each principal moment is at most the sum of the other two.
std::string inertia_note(const Json& moments) {
  if (moments.is_null()) return "";
  const double sum = number_of(moments[0]) + number_of(moments[1]);
  const double largest = number_of(moments[2]);
  if (number_of(moments[0]) < 0) return "inertia below 0";
  if (!(largest > sum * (1 + rounding))) return "";
  return fmt::format("no body has this inertia: the largest moment is {:.3g} % of the sum of the others",
                     sum > 0 ? 100 * largest / sum : std::numeric_limits<double>::infinity());
}

/// How far an axis starts outside its bounds.
std::string start_note(const Json& axis) {
  if (axis.at("state") != "limited") return "";
  const bool is_angular = axis.contains("rest_deg");
  const std::string end = is_angular ? "_deg" : "";
  const double rest = number_of(axis.at("rest" + end));
  const double low = number_of(axis.at("low" + end));
  const double high = number_of(axis.at("high" + end));
  const double outside = std::max(low - rest, rest - high);
  const double size =
      std::max({std::abs(rest), std::isfinite(low) ? std::abs(low) : 0, std::isfinite(high) ? std::abs(high) : 0});
  if (!(outside > rounding * size)) return "";
  return fmt::format("starts {:.6g}{} outside its limits", outside, is_angular ? "°" : " m");
}

/// The bodies of a joint, whichever side each is on.
std::pair<std::string, std::string> bodies_of(const Json& joint) {
  const std::string first = text_or(joint.at("body0"), "");
  const std::string second = text_or(joint.at("body1"), "");
  return {std::min(first, second), std::max(first, second)};
}

}  // namespace

ShortNames::ShortNames(const Json& document, const char* list) {
  for (const Json& record : document.at(list)) ++counts_[last_name(record.at("path"))];
}

std::string ShortNames::of(const Json& path, std::string_view none) const {
  if (path.is_null()) return std::string(none);
  const std::string whole = path;
  const std::string name = last_name(whole);
  const auto known = counts_.find(name);
  return known != counts_.end() && known->second == 1 ? name : whole;
}

JointPairs::JointPairs(const Json& document) {
  for (const Json& joint : document.at("joints")) {
    if (!joint.at("enabled")) continue;
    ++counts_[bodies_of(joint)];
  }
}

int JointPairs::count(const Json& joint) const {
  if (!joint.at("enabled")) return 0;
  return counts_.at(bodies_of(joint));
}

std::string quantity(const Json& number, std::string_view unit, std::string_view none) {
  const double value = number_of(number);
  return std::isfinite(value) ? fmt::format("{:.6g} {}", value, unit) : std::string(none);
}

std::string body_notes(const Json& body, const ShortNames& names) {
  std::vector<std::string> notes;
  if (!body.at("enabled")) notes.emplace_back("disabled");
  if (body.at("kinematic")) notes.emplace_back("kinematic");
  if (body.at("starts_asleep")) notes.emplace_back("asleep");
  if (body.at("skewed")) notes.emplace_back("skewed");
  if (!body.at("parent").is_null()) notes.push_back("below " + names.of(body["parent"], ""));
  const Json& scale = body.at("scale");
  const auto is_one = [](const Json& each) { return std::abs(number_of(each) - 1) < rounding; };
  if (!std::ranges::all_of(scale, is_one)) notes.push_back("scale " + vector_text(scale));
  if (body.at("in_instance")) notes.emplace_back("in an instance");
  const std::string inertia = inertia_note(body.at("principal_moments"));
  if (!inertia.empty()) notes.push_back(inertia);
  return fmt::format("{}", fmt::join(notes, ", "));
}

std::string joint_notes(const Json& joint, const JointPairs& pairs) {
  std::vector<std::string> notes;
  if (!joint.at("enabled")) notes.emplace_back("disabled");
  if (joint.at("excluded_from_articulation")) notes.emplace_back("excluded from the articulation");
  if (std::isfinite(number_of(joint.at("break_force")))) {
    notes.push_back("breaks at " + quantity(joint["break_force"], "N"));
  }
  if (std::isfinite(number_of(joint.at("break_torque")))) {
    notes.push_back("breaks at " + quantity(joint["break_torque"], "N·m"));
  }
  for (const Json& axis : joint.at("axes")) {
    const std::string start = start_note(axis);
    if (!start.empty()) notes.push_back(start);
  }
  const int count = pairs.count(joint);
  if (count > 1) notes.push_back(fmt::format("one of {} joints between these bodies", count));
  return fmt::format("{}", fmt::join(notes, ", "));
}

std::string collider_notes(const Json& collider) {
  std::vector<std::string> notes;
  if (!collider.at("enabled")) notes.emplace_back("disabled");
  if (collider.contains("approximation")) notes.push_back(collider["approximation"].get<std::string>());
  if (collider.at("shape").at("distorted")) notes.emplace_back("distorted by its scale");
  if (!collider.at("drawn")) notes.emplace_back("not drawn");
  if (collider.at("in_instance")) notes.emplace_back("in an instance");
  return fmt::format("{}", fmt::join(notes, ", "));
}

}  // namespace assay::inspect
