#include "assay/extract/physics/read_physics.h"

#include "assay/stage/metadata.h"

#include <cmath>
#include <limits>

namespace assay::extract {
namespace {

using namespace pxr;

constexpr double earth_gravity = 9.81;  // [m/s^2]; source: UsdPhysicsScene, physics:gravityMagnitude

/// Metadata of the stage as a number above 0; `fallback` where it says none.
model::Field<double> stage_number(Reading& reading, const std::vector<stage::SpecSite>& sites, const char* key,
                                  double fallback) {
  model::Field<double> field{.value = fallback};
  for (const stage::SpecSite& site : sites) {
    VtValue value;
    if (!site.layer->HasField(*site.path, TfToken(key), &value)) continue;
    if (!value.IsHolding<double>()) continue;
    field = {value.UncheckedGet<double>(), model::Origin::Authored, reading.recorder.opinion(site), false};
    break;
  }
  if (field.value > 0 && std::isfinite(field.value)) return field;
  reading.physics.oddities.push_back({0, key, "is not above 0 and finite; the fallback is taken"});
  field.value = fallback;
  return field;
}

Eigen::Vector3d up(model::UpAxis axis) {
  return axis == model::UpAxis::Z ? Eigen::Vector3d::UnitZ() : Eigen::Vector3d::UnitY();
}

model::Scene read_scene(Reading& reading, const PhysicsPrim& prim) {
  model::Scene scene;
  scene.path = prim.name;
  scene.direction = read_vector(reading, prim, "physics:gravityDirection", Eigen::Vector3d::Zero());
  scene.magnitude =
      scaled(read_number(reading, prim, "physics:gravityMagnitude", -std::numeric_limits<double>::infinity()),
             reading.meters_per_unit());
  double strength = scene.magnitude.value;
  scene.gravity_source = model::GravitySource::Authored;
  if (strength < 0) {
    const bool is_sentinel = std::isinf(strength);
    scene.gravity_source = is_sentinel ? model::GravitySource::EarthByDefault : model::GravitySource::EarthByNegative;
    strength = earth_gravity;
  }
  const double length = scene.direction.value.norm();
  const bool has_direction = length > 0 && std::isfinite(length);
  const Eigen::Vector3d direction = has_direction ? Eigen::Vector3d(scene.direction.value / length)
                                                  : Eigen::Vector3d(-up(reading.physics.units.up_axis.value));
  scene.gravity = strength * direction;
  return scene;
}

}  // namespace

void read_units(Reading& reading) {
  const std::vector<stage::SpecSite> sites = stage::stage_sites(reading.recorder.asset(), reading.composed);
  model::StageUnits& units = reading.physics.units;
  units.meters_per_unit = stage_number(reading, sites, "metersPerUnit", units.meters_per_unit.value);
  units.kilograms_per_unit = stage_number(reading, sites, "kilogramsPerUnit", units.kilograms_per_unit.value);
  for (const stage::SpecSite& site : sites) {
    TfToken axis;
    if (!site.layer->HasField(*site.path, TfToken("upAxis"), &axis)) continue;
    units.up_axis = {axis == "Z" ? model::UpAxis::Z : model::UpAxis::Y, model::Origin::Authored,
                     reading.recorder.opinion(site), false};
    break;
  }
}

void read_scenes(Reading& reading) {
  for (const PhysicsPrim& prim : reading.prims) {
    if (!is_a(reading, prim, "PhysicsScene")) continue;
    reading.scenes.emplace(prim.path, static_cast<model::SceneIndex>(reading.physics.scenes.size()));
    reading.physics.scenes.push_back(read_scene(reading, prim));
  }
}

}  // namespace assay::extract
