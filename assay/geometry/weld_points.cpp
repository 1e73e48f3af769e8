#include "assay/geometry/weld_points.h"

#include <bit>
#include <limits>

namespace assay::geometry {
namespace {

constexpr std::uint32_t free_slot = std::numeric_limits<std::uint32_t>::max();

// the last step of splitmix64, which spreads every bit
std::uint64_t spread(std::uint64_t value) {
  value = (value ^ (value >> 30U)) * 0xbf58476d1ce4e5b9U;
  value = (value ^ (value >> 27U)) * 0x94d049bb133111ebU;
  return value ^ (value >> 31U);
}

std::uint64_t digest_of(const Eigen::Vector3d& point) {
  std::uint64_t digest = 0;
  for (const double coordinate : {point.x(), point.y(), point.z()}) {
    const double same_zero = coordinate == 0 ? 0.0 : coordinate;
    digest = spread(digest + 0x9e3779b97f4a7c15U + std::bit_cast<std::uint64_t>(same_zero));
  }
  return digest;
}

}  // namespace

std::vector<std::uint32_t> weld_points(std::span<const Eigen::Vector3d> points) {
  std::vector<std::uint32_t> firsts(points.size());
  std::vector<std::uint32_t> slots(std::bit_ceil(2 * points.size() + 1), free_slot);
  for (std::uint32_t i = 0; i < points.size(); ++i) {
    firsts[i] = i;
    if (!points[i].allFinite()) continue;
    std::size_t slot = digest_of(points[i]) & (slots.size() - 1);
    while (slots[slot] != free_slot && points[slots[slot]] != points[i]) slot = (slot + 1) & (slots.size() - 1);
    if (slots[slot] == free_slot) slots[slot] = i;
    firsts[i] = slots[slot];
  }
  return firsts;
}

}  // namespace assay::geometry
