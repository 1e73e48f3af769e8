#pragma once

#include "assay/audit/manifest.h"
#include "assay/audit/names.h"

#include <yaml-cpp/yaml.h>
#include <Eigen/Core>

#include <algorithm>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace assay::audit {

/// Errors of one text, each with its place.
struct YamlErrors {
  std::string file;
  std::vector<Error> list = {};

  void add(const YAML::Mark& mark, std::string message);
};

Mark mark_of(const YAML::Node& node);

/// A mapping whose keys are known: others, repeated ones and missing ones are errors.
class YamlRecord {
 public:
  /// `title` names the mapping in errors, e.g. `a joint`.
  YamlRecord(const YAML::Node& node, std::string title, std::span<const std::string_view> keys, YamlErrors& errors);

  /// The value of a key; none where it is absent.
  std::optional<YAML::Node> find(std::string_view key) const;

  /// The same; that it is absent is an error.
  std::optional<YAML::Node> need(std::string_view key) const;

  YamlErrors& errors() const { return errors_; }

 private:
  YAML::Node node_;
  std::string title_;
  YamlErrors& errors_;
  std::map<std::string, YAML::Node, std::less<>> values_;
};

/// The values of nodes; what is no such value is an error that names the key, and none is returned. A node that is not
/// there is none without an error.
std::optional<std::string> read_text(const std::optional<YAML::Node>& node, std::string_view key, YamlErrors& errors);
std::optional<std::string> read_path(const std::optional<YAML::Node>& node, std::string_view key, YamlErrors& errors);
std::optional<bool> read_flag(const std::optional<YAML::Node>& node, std::string_view key, YamlErrors& errors);

/// Finite, but where it `may_be_infinite`.
std::optional<double> read_number(const std::optional<YAML::Node>& node, std::string_view key, YamlErrors& errors,
                                  bool may_be_infinite = false);

/// `count` numbers, infinite ones only where `may_be_infinite`.
std::optional<std::vector<double>> read_numbers(const std::optional<YAML::Node>& node, std::string_view key,
                                                std::size_t count, bool may_be_infinite, YamlErrors& errors);
std::optional<Eigen::Vector3d> read_vector(const std::optional<YAML::Node>& node, std::string_view key,
                                           YamlErrors& errors);

/// {position: [x, y, z], rotation: [w, x, y, z]}, the rotation of norm 1 to a part in 1000.
std::optional<model::Pose> read_pose(const std::optional<YAML::Node>& node, std::string_view key, YamlErrors& errors);

/// `first, second or third`
std::string alternatives(const std::vector<std::string_view>& words);

/// One of the words of an enumeration.
template <class T>
std::optional<T> read_word(const std::optional<YAML::Node>& node, std::string_view key, YamlErrors& errors) {
  const std::optional<std::string> text = read_text(node, key, errors);
  if (!text) return std::nullopt;
  const std::span<const std::string_view> words = model::words_of<T>();
  const auto word = std::ranges::find(words, *text);
  if (word != words.end()) return static_cast<T>(word - words.begin());
  errors.add(node->Mark(), "unknown " + std::string(key) + " '" + *text + "'; it must be " +
                               alternatives({words.begin(), words.end()}));
  return std::nullopt;
}

}  // namespace assay::audit
