#pragma once

#include "assay/inspect/lens_cases.h"

namespace assay::inspect {

inline std::vector<Case> body_cases() {
  const auto kinematic = [](SampleAsset& asset) { arm(asset).kinematic.value = true; };
  const auto disabled = [](SampleAsset& asset) { arm(asset).enabled.value = false; };
  const auto nested = [](SampleAsset& asset) { arm(asset).parent = 0; };
  const auto moving = [](SampleAsset& asset) { arm(asset).velocity.value = {1, 0, 0}; };
  const auto from_colliders = [](SampleAsset& asset) { arm(asset).mass.mass_source = MassSource::Densities; };
  const auto disabled_box = [](SampleAsset& asset) { box(asset).enabled.value = false; };
  const Texts arm_path = {"/Robot/arm"};
  return {
      {"nested-body", nested, arm_path, both(nested, [](SampleAsset& asset) { arm(asset).resets_xform_stack = true; })},
      {"nested-body", nested, arm_path, both(nested, disabled)},
      {"initial-velocity", velocity({1, 0, 0}, five_degrees), arm_path, velocity({1, 0, 0}, half_degree)},
      {"initial-velocity", velocity({0, 1, 0}, five_degrees), arm_path, velocity({0, 0, 1}, five_degrees)},
      {"kinematic-body", kinematic, arm_path, both(kinematic, disabled)},
      {"kinematic-velocity", both(kinematic, moving), arm_path, moving},
      {"disabled-body", disabled, arm_path,
       both(disabled, [](SampleAsset& asset) { box(asset).path = asset.name("/Robot/elsewhere"); })},
      {"starts-asleep", [](SampleAsset& asset) { arm(asset).starts_asleep.value = true; }, arm_path},
      {"angular-damping-default", [](SampleAsset& asset) { asset.physics.vendor_values.pop_back(); }, arm_path,
       both([](SampleAsset& asset) { asset.physics.vendor_values.pop_back(); }, kinematic)},
      {"body-skew", [](SampleAsset& asset) { arm(asset).is_skewed = true; }, arm_path},
      {"mass-without-center", mass(2, false), arm_path, mass(2, true)},
      {"mass-without-inertia", mass(2, true), arm_path, mass(2, true, 1)},
      {"mass-without-collider", both(mass(2, false), [](SampleAsset& asset) { arm(asset).colliders.clear(); }),
       arm_path, mass(2, false)},
      {"mass-invalid", mass(-1, true), arm_path, mass(0, true)},
      {"mass-invalid", mass(std::numeric_limits<double>::quiet_NaN(), true), arm_path, mass(1, true)},
      {"body-density", density_part(model::DensitySource::Body, false), arm_path,
       density_part(model::DensitySource::Body, true)},
      {"body-density", density_part(model::DensitySource::Body, false), arm_path,
       density_part(model::DensitySource::Material, false)},
      {"inertia-triangle", mass(1, true, 2.1), arm_path, mass(1, true, 1.9)},
      {"inertia-twice", both(mass(1, true, 1), value("/Robot/arm", "newton:inertia", "[1,1,1]")), arm_path,
       value("/Robot/arm", "newton:inertia", "[1,1,1]")},
      {"disabled-collider-mass", both(from_colliders, disabled_box), arm_path,
       both(disabled_box, [](SampleAsset& asset) { arm(asset).mass.mass_source = MassSource::BodyMass; })},
  };
}

inline Change stated_center(double x) {
  return [=](SampleAsset& asset) {
    model::Body& body = arm(asset);
    body.authored_mass.mass = asset.authored(2.0);
    body.authored_mass.center_of_mass = asset.authored(Eigen::Vector3d(x, 0, 0));
    body.mass.mass = 2;
    body.mass.center_of_mass = {x, 0, 0};
    body.mass.inertia_source = model::InertiaSource::Parts;
    body.mass.parts = {{.collider = 1, .mass = 2, .center_of_mass = {0.1, 0, 0}}};
  };
}

inline Change mass_part(model::VolumeMethod method, MassSource source) {
  return [=](SampleAsset& asset) {
    arm(asset).mass.mass_source = source;
    arm(asset).mass.inertia_source =
        source == MassSource::BodyMass ? model::InertiaSource::Body : model::InertiaSource::Parts;
    arm(asset).mass.parts = {{.collider = 1}};
    box(asset).volume_method = method;
  };
}

inline Change drawn(const std::string& prim, const std::string& type) {
  return [=](SampleAsset& asset) {
    asset.physics.drawn.push_back({.path = asset.name(prim), .type = asset.name(type), .bounds = {}});
  };
}

inline std::vector<Case> mass_cases() {
  const auto mass_source = [](MassSource source) {
    return [source](SampleAsset& asset) { arm(asset).mass.mass_source = source; };
  };
  const auto collider_mass = [](double kilograms, MassSource source) {
    return [=](SampleAsset& asset) {
      arm(asset).mass.mass_source = source;
      box(asset).authored_mass.mass = asset.authored(kilograms);
    };
  };
  const auto disabled = [](SampleAsset& asset) { arm(asset).enabled.value = false; };
  const Change no_source = mass_source(MassSource::NoSource);
  const Change drops_mass = value("/Robot/scene", "mjc:compiler:inertiaFromGeom", "\"true\"");
  const Change cover = drawn("/Robot/arm/cover", "Mesh");
  const Texts arm_path = {"/Robot/arm"};
  const Texts cover_path = {"/Robot/arm/cover"};
  using enum model::VolumeMethod;
  return {
      {"body-without-mass", no_source, arm_path, both(no_source, disabled)},
      {"collider-mass-zero",
       collider_mass(0, MassSource::ColliderMasses),
       {"/Robot/arm/box"},
       collider_mass(0.1, MassSource::ColliderMasses)},
      {"collider-mass-zero",
       collider_mass(0, MassSource::Densities),
       {"/Robot/arm/box"},
       collider_mass(0, MassSource::BodyMass)},
      {"mesh-mass-from-hull", mass_part(ConvexHull, MassSource::Densities), arm_path,
       mass_part(ClosedMesh, MassSource::Densities)},
      {"mesh-mass-from-hull", mass_part(ConvexHull, MassSource::ColliderMasses), arm_path,
       mass_part(ConvexHull, MassSource::BodyMass)},
      {"inertia-off-center", stated_center(0.2), arm_path, stated_center(0.1)},
      {"inertia-zero-newton", value("/Robot/arm", "newton:inertia", "[0.0,0.0,0.0,0.0,0.0,0.0]"), arm_path,
       value("/Robot/arm", "newton:inertia", "[0.0,0.0,0.0,0.0,0.0,1.0]")},
      {"total-mass-mjc",
       value("/Robot/scene", "mjc:compiler:setTotalMass", "14.0"),
       {"/Robot/scene"},
       value("/Robot/scene", "mjc:compiler:setTotalMass", "-1.0")},
      {"inertia-from-geom-mjc", both(drops_mass, mass(2, true, 1)), arm_path, drops_mass},
      {"inertia-from-geom-mjc", both(drops_mass, mass(2, true, 1)), arm_path,
       both(value("/Robot/scene", "mjc:compiler:inertiaFromGeom", "\"auto\""), mass(2, true, 1))},
      {"visual-mass", cover, cover_path, drawn("/Robot/arm/box", "Cube")},
      {"visual-mass", cover, cover_path, drawn("/Robot/sign", "Mesh")},
      {"visual-mass", drawn("/Robot/arm", "Cube"), arm_path,
       both(drawn("/Robot/arm", "Cube"), [](SampleAsset& asset) { arm(asset).authored_mass.is_applied = true; })},
      {"visual-mass", cover, cover_path, drawn("/Robot/arm/cover", "PointInstancer")},
      {"visual-mass", cover, cover_path, both(cover, circumstance("/Robot/arm/cover", CircumstanceKind::MassAlone))},
  };
}

}  // namespace assay::inspect
