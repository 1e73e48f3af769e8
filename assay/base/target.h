#pragma once

#include <array>
#include <cstdint>

namespace assay {

/// What a composed stage is meant for: the neutral base or one runtime.
enum class Target : std::uint8_t { Standard, PhysX, Newton, MuJoCo };

inline constexpr std::array<Target, 4> all_targets = {Target::Standard, Target::PhysX, Target::Newton, Target::MuJoCo};

}  // namespace assay
