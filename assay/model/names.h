#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>

namespace assay::model {

using NameIndex = std::uint32_t;

/// Strings that occur many times, each kept once. Index 0 is the empty string.
class Names {
 public:
  Names() { intern(""); }
  Names(Names&&) noexcept = default;
  Names& operator=(Names&&) noexcept = default;
  Names(const Names&) = delete;
  Names& operator=(const Names&) = delete;

  NameIndex intern(std::string_view text);

  /// Adds a text that the caller knows to be new or does not need to find again; a repeated text gets another index.
  NameIndex add(std::string text);
  const std::string& operator[](NameIndex index) const { return texts_[index]; }
  std::size_t size() const { return texts_.size(); }

 private:
  std::deque<std::string> texts_;  // a deque, so that the keys below stay where they are
  std::unordered_map<std::string_view, NameIndex> indices_;
};

}  // namespace assay::model
