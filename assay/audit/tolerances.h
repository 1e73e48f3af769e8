#pragma once

#include <span>
#include <string_view>

namespace assay::audit {

/// How far the asset may be from its manifest.
struct Tolerances {
  double length = 1e-4;   // part of the asset's size
  double angle = 1e-3;    // [rad]
  double mass = 1e-3;     // part of the expected mass
  double inertia = 1e-3;  // part of the norm of the expected tensor
  double volume = 1e-3;   // part of the expected volume
  double drive = 1e-3;    // part of the expected gain, force or target velocity
};

/// One tolerance: its key in manifests, its unit or what it is a part of, and why its default is what it is.
struct ToleranceFacts {
  std::string_view name;
  double Tolerances::* value;
  std::string_view unit;
  std::string_view reason;
};

/// All tolerances, in the order in which manifests state them.
std::span<const ToleranceFacts> tolerance_facts();

}  // namespace assay::audit
