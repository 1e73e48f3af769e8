#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

namespace assay::geometry {

/// Sets that grow together, whose members are of one side or the other. Source: Tarjan 1975, with halved paths.
class DisjointSets {
 public:
  /// A set and the side of the member that was asked for.
  struct Place {
    std::uint32_t set = 0;  // one of its members; changes when sets are joined
    bool side = false;
  };

  explicit DisjointSets(std::size_t member_count) : parents_(member_count), sides_(member_count, 0) {
    std::iota(parents_.begin(), parents_.end(), 0U);
  }

  Place find(std::uint32_t member) {
    std::uint8_t side = 0;
    while (parents_[member] != member) {
      // skip one step for those who come after
      const std::uint32_t parent = parents_[member];
      sides_[member] ^= sides_[parent];
      parents_[member] = parents_[parent];
      side ^= sides_[member];
      member = parents_[member];
    }
    return {member, side != 0};
  }

  /// Joins two members' sets; false when both are in one set already and their sides say otherwise.
  bool join(std::uint32_t first, std::uint32_t second, bool on_other_sides = false) {
    const Place a = find(first);
    const Place b = find(second);
    if (a.set == b.set) return (a.side != b.side) == on_other_sides;
    // the lower index stays, so that a set is named by its first member
    const auto [low, high] = std::minmax(a.set, b.set);
    parents_[high] = low;
    sides_[high] = static_cast<std::uint8_t>((a.side != b.side) != on_other_sides);
    return true;
  }

 private:
  std::vector<std::uint32_t> parents_;
  std::vector<std::uint8_t> sides_;  // relative to the parent
};

}  // namespace assay::geometry
