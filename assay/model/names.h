#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace assay::model {

using NameIndex = std::uint32_t;

/// Strings that occur many times, each kept once, and paths, whose text is made when it is first asked for. Index 0 is
/// the empty string.
class Names {
 public:
  Names() { intern(""); }
  Names(Names&&) noexcept = default;
  Names& operator=(Names&&) noexcept = default;
  Names(const Names&) = delete;
  Names& operator=(const Names&) = delete;

  NameIndex intern(std::string_view text);

  /// Adds a path: the text of `parent`, `separator` and the text of `element`. A repeated path gets another index.
  NameIndex extend(NameIndex parent, std::string_view separator, NameIndex element);

  /// The steps that `extend` was called with; no parent for other names.
  struct Step {
    std::optional<NameIndex> parent;
    std::string_view separator;
    NameIndex element = 0;
  };
  const Step& step(NameIndex index) const { return steps_[index]; }

  const std::string& operator[](NameIndex index) const;
  std::size_t size() const { return texts_.size(); }

 private:
  mutable std::deque<std::string> texts_;  // a deque, so that the keys below stay where they are
  std::vector<Step> steps_;
  std::unordered_map<std::string_view, NameIndex> indices_;
};

}  // namespace assay::model
