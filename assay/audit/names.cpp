#include "assay/audit/names.h"

#include <array>

namespace assay {
namespace {

constexpr std::array<std::string_view, 2> roles = {"physical", "visual-only"};
constexpr std::array<std::string_view, 4> motions = {"dynamic", "kinematic", "disabled", "static"};

static_assert(roles.size() == static_cast<std::size_t>(audit::Role::VisualOnly) + 1);
static_assert(motions.size() == static_cast<std::size_t>(audit::Motion::Static) + 1);

}  // namespace

template <>
std::span<const std::string_view> model::words_of<audit::Role>() {
  return roles;
}

template <>
std::span<const std::string_view> model::words_of<audit::Motion>() {
  return motions;
}

namespace audit {

std::string_view name_of(Role role) { return roles.at(static_cast<std::size_t>(role)); }
std::string_view name_of(Motion motion) { return motions.at(static_cast<std::size_t>(motion)); }

bool has_main_axis(model::JointKind kind) {
  using enum model::JointKind;
  return kind == Revolute || kind == Prismatic || kind == Spherical;
}

}  // namespace audit
}  // namespace assay
