#include "assay/audit/yaml_record.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

namespace assay::audit {
namespace {

std::string kind_of(const YAML::Node& node) {
  switch (node.Type()) {
    case YAML::NodeType::Map:
      return "a mapping";
    case YAML::NodeType::Sequence:
      return "a list";
    case YAML::NodeType::Scalar:
      return fmt::format("'{}'", node.Scalar());
    default:
      return "nothing";
  }
}

void add_wrong_type(const YAML::Node& node, std::string_view key, std::string_view wanted, YamlErrors& errors) {
  errors.add(node.Mark(), fmt::format("{} must be {}, not {}", key, wanted, kind_of(node)));
}

/// A plain scalar as a number; infinities are .inf and -.inf.
std::optional<double> number_in(const YAML::Node& node) {
  if (!node.IsScalar() || node.Tag() == "!") return std::nullopt;  // ! is the tag of a quoted scalar
  const std::string& text = node.Scalar();
  if (text == ".inf" || text == "+.inf") return std::numeric_limits<double>::infinity();
  if (text == "-.inf") return -std::numeric_limits<double>::infinity();
  const char* const start = text.data() + (text.starts_with('+') ? 1 : 0);
  const char* const end = text.data() + text.size();
  double number = 0;
  const std::from_chars_result read = std::from_chars(start, end, number);
  if (read.ec != std::errc{} || read.ptr != end || !std::isfinite(number)) return std::nullopt;
  return number;
}

}  // namespace

void YamlErrors::add(const YAML::Mark& mark, std::string message) {
  list.push_back({ErrorCode::InvalidArgument, std::move(message), file, mark.line + 1, mark.column + 1});
}

Mark mark_of(const YAML::Node& node) { return {node.Mark().line + 1, node.Mark().column + 1}; }

YamlRecord::YamlRecord(const YAML::Node& node, std::string title, std::span<const std::string_view> keys,
                       YamlErrors& errors)
    : node_(node), title_(std::move(title)), errors_(errors) {
  if (!node.IsMap()) {
    add_wrong_type(node, title_, "a mapping", errors);
    return;
  }
  for (const auto& entry : node) {
    if (!entry.first.IsScalar()) {
      add_wrong_type(entry.first, "a key of " + title_, "a word", errors);
      continue;
    }
    const std::string& key = entry.first.Scalar();
    if (std::ranges::find(keys, key) == keys.end()) {
      errors.add(entry.first.Mark(), fmt::format("{} has no key '{}'; it has {}", title_, key, fmt::join(keys, ", ")));
    } else if (!values_.emplace(key, entry.second).second) {
      errors.add(entry.first.Mark(), fmt::format("{} has the key '{}' twice", title_, key));
    }
  }
}

std::optional<YAML::Node> YamlRecord::find(std::string_view key) const {
  const auto value = values_.find(key);
  if (value == values_.end()) return std::nullopt;
  return value->second;
}

std::optional<YAML::Node> YamlRecord::need(std::string_view key) const {
  std::optional<YAML::Node> value = find(key);
  if (!value && node_.IsMap()) errors_.add(node_.Mark(), fmt::format("{} needs '{}'", title_, key));
  return value;
}

std::optional<std::string> read_text(const std::optional<YAML::Node>& node, std::string_view key, YamlErrors& errors) {
  if (!node) return std::nullopt;
  if (node->IsScalar()) return node->Scalar();
  add_wrong_type(*node, key, "text", errors);
  return std::nullopt;
}

std::optional<std::string> read_path(const std::optional<YAML::Node>& node, std::string_view key, YamlErrors& errors) {
  std::optional<std::string> text = read_text(node, key, errors);
  if (!text) return std::nullopt;
  const bool is_path = text->size() > 1 && text->starts_with('/') && !text->ends_with('/') &&
                       text->find("//") == std::string::npos && text->find_first_of(" .{}[]") == std::string::npos;
  if (is_path) return text;
  errors.add(node->Mark(), fmt::format("{} must be the path of a prim such as /Root/door, not '{}'", key, *text));
  return std::nullopt;
}

std::optional<bool> read_flag(const std::optional<YAML::Node>& node, std::string_view key, YamlErrors& errors) {
  if (!node) return std::nullopt;
  if (node->IsScalar() && node->Tag() != "!") {
    if (node->Scalar() == "true") return true;
    if (node->Scalar() == "false") return false;
  }
  add_wrong_type(*node, key, "true or false", errors);
  return std::nullopt;
}

std::optional<double> read_number(const std::optional<YAML::Node>& node, std::string_view key, YamlErrors& errors,
                                  bool may_be_infinite) {
  if (!node) return std::nullopt;
  const std::optional<double> number = number_in(*node);
  if (number && (may_be_infinite || std::isfinite(*number))) return number;
  add_wrong_type(*node, key, may_be_infinite ? "a number" : "a finite number", errors);
  return std::nullopt;
}

std::optional<std::vector<double>> read_numbers(const std::optional<YAML::Node>& node, std::string_view key,
                                                std::size_t count, bool may_be_infinite, YamlErrors& errors) {
  if (!node) return std::nullopt;
  std::vector<double> numbers;
  if (node->IsSequence()) {
    for (const YAML::Node& item : *node) {
      const std::optional<double> number = number_in(item);
      if (number && (may_be_infinite || std::isfinite(*number))) numbers.push_back(*number);
    }
    if (numbers.size() == count && node->size() == count) return numbers;
  }
  errors.add(node->Mark(),
             fmt::format("{} must be a list of {} {}numbers", key, count, may_be_infinite ? "" : "finite "));
  return std::nullopt;
}

std::optional<Eigen::Vector3d> read_vector(const std::optional<YAML::Node>& node, std::string_view key,
                                           YamlErrors& errors) {
  const std::optional<std::vector<double>> numbers = read_numbers(node, key, 3, false, errors);
  if (!numbers) return std::nullopt;
  return Eigen::Vector3d((*numbers)[0], (*numbers)[1], (*numbers)[2]);
}

std::optional<model::Pose> read_pose(const std::optional<YAML::Node>& node, std::string_view key, YamlErrors& errors) {
  if (!node) return std::nullopt;
  static constexpr std::string_view keys[] = {"position", "rotation"};
  const YamlRecord record(*node, std::string(key), keys, errors);
  const std::optional<Eigen::Vector3d> position = read_vector(record.need("position"), "position", errors);
  const std::optional<YAML::Node> rotation_node = record.need("rotation");
  const std::optional<std::vector<double>> wxyz = read_numbers(rotation_node, "rotation", 4, false, errors);
  if (!position || !wxyz) return std::nullopt;
  const Eigen::Quaterniond rotation((*wxyz)[0], (*wxyz)[1], (*wxyz)[2], (*wxyz)[3]);
  constexpr double rounding = 1e-3;  // of numbers written with three digits
  if (!(std::abs(rotation.norm() - 1) <= rounding)) {
    errors.add(rotation_node->Mark(),
               fmt::format("rotation must be a quaternion w, x, y, z of norm 1; its norm is {}", rotation.norm()));
    return std::nullopt;
  }
  return model::Pose{*position, rotation.normalized()};
}

std::string alternatives(const std::vector<std::string_view>& words) {
  std::string text;
  for (std::size_t index = 0; index < words.size(); ++index) {
    if (index > 0) text += index + 1 == words.size() ? " or " : ", ";
    text += words[index];
  }
  return text;
}

}  // namespace assay::audit
