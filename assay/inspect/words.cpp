#include "assay/inspect/words.h"

#include <array>

namespace assay::inspect {
namespace {

template <std::size_t Count, class Enumeration>
std::string_view word(const std::array<std::string_view, Count>& words, Enumeration value) {
  return words.at(static_cast<std::size_t>(value));
}

}  // namespace

std::string_view name_of(model::Origin origin) {
  return word<4>({"authored", "fallback", "blocked", "derived"}, origin);
}

std::string_view name_of(model::UpAxis axis) { return word<2>({"Y", "Z"}, axis); }

std::string_view name_of(model::GravitySource source) {
  return word<3>({"authored", "earth_by_default", "earth_by_negative"}, source);
}

std::string_view name_of(model::MassSource source) {
  return word<4>({"body_mass", "collider_masses", "densities", "no_source"}, source);
}

std::string_view name_of(model::DensitySource source) {
  return word<4>({"collider", "body", "material", "default"}, source);
}

std::string_view name_of(model::CenterOfMassSource source) { return word<3>({"body", "parts", "origin"}, source); }

std::string_view name_of(model::InertiaSource source) { return word<3>({"body", "parts", "sphere"}, source); }

std::string_view name_of(model::VolumeMethod method) {
  return word<5>({"closed_form", "closed_mesh", "open_mesh", "convex_hull", "none"}, method);
}

}  // namespace assay::inspect
