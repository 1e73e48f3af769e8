#pragma once

#include <Eigen/Core>

#include <cstdint>
#include <span>
#include <vector>

namespace assay::geometry {

/// For each point the index of the first point at exactly the same position; 0 and -0 are the same, and a point that is
/// not finite stands for itself. Linear in time.
std::vector<std::uint32_t> weld_points(std::span<const Eigen::Vector3d> points);

}  // namespace assay::geometry
