#pragma once

#include <nlohmann/json.hpp>

#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace assay::inspect {

using Json = nlohmann::ordered_json;

/// The prims of one list of a document by the last name of their path, where no other of the list has it; all others by
/// the whole path.
class ShortNames {
 public:
  ShortNames(const Json& document, const char* list);

  /// The name of a path, or what stands for null.
  std::string of(const Json& path, std::string_view none) const;

 private:
  std::unordered_map<std::string, int> counts_;  // of the list's prims by their last name
};

/// How many enabled joints connect the same two bodies.
class JointPairs {
 public:
  explicit JointPairs(const Json& document);

  int count(const Json& joint) const;

 private:
  std::map<std::pair<std::string, std::string>, int> counts_;
};

/// A quantity with its unit; `none` where it is not finite.
std::string quantity(const Json& number, std::string_view unit, std::string_view none = "none");

// what is worth a word beside the values of a record
std::string body_notes(const Json& body, const ShortNames& names);
std::string joint_notes(const Json& joint, const JointPairs& pairs);
std::string collider_notes(const Json& collider);

}  // namespace assay::inspect
