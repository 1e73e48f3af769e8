#pragma once

#include <cstdint>
#include <string_view>

namespace assay {

/// What a file is for, as far as it shows.
enum class Role : std::uint8_t {
  Scene,  // it has no default prim that could be placed elsewhere
  Robot,  // something commands joints: a drive, an actuator or a tendon
  Asset,  // else
};

constexpr Role guessed_role(bool default_prim_exists, bool has_commanded_joints) {
  if (!default_prim_exists) return Role::Scene;
  return has_commanded_joints ? Role::Robot : Role::Asset;
}

/// The word for a role in reports and options.
constexpr std::string_view name_of(Role role) {
  if (role == Role::Scene) return "scene";
  return role == Role::Robot ? "robot" : "asset";
}

}  // namespace assay
