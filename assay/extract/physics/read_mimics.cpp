#include "assay/base/angles.h"
#include "assay/extract/physics/read_physics.h"

#include <algorithm>

namespace assay::extract {
namespace {

using namespace pxr;

/// What a unit of a joint's coordinate is in SI: a radian, or a unit of length.
double coordinate_unit(const Reading& reading, bool is_angular) { return is_angular ? 1 : reading.meters_per_unit(); }

bool is_angular(const Reading& reading, const SdfPath& joint) {
  const PhysicsPrim* prim = reading.prim_at(joint);
  if (prim == nullptr || !prim->joint) return false;
  return reading.physics.joints[*prim->joint].kind == model::JointKind::Revolute;
}

/// The first target of a relationship.
std::optional<SdfPath> target_of(const Reading& reading, const PhysicsPrim& prim, std::string_view name) {
  const SdfPathVector targets = read_targets(reading, prim, name);
  if (targets.empty()) return std::nullopt;
  return targets.front();
}

model::Field<double> scaled_without_zero(model::Field<double> field, double factor) {
  field = scaled(field, factor);
  if (field.value == 0) field.value = 0;  // no -0
  return field;
}

/// follower + gearing · leader + offset = 0, rotations alone, the offset in degrees. Source: PhysxMimicJointAPI.
model::Mimic physx_mimic(Reading& reading, const PhysicsPrim& prim, const std::string& instance) {
  const std::string prefix = "physxMimicJoint:" + instance + ":";
  model::Mimic mimic;
  mimic.path = prim.name;
  mimic.schema = reading.recorder.name(TfToken("PhysxMimicJointAPI:" + instance));
  mimic.axis = instance;
  if (const auto leader = target_of(reading, prim, prefix + "referenceJoint"))
    mimic.leader = path_name(reading, *leader);
  const auto axis = read_token(reading, prim, prefix + "referenceJointAxis", "rotX");
  mimic.leader_axis = reading.recorder.model().text(axis.value);
  const auto unit = [&](const std::string& name) { return coordinate_unit(reading, name.starts_with("rot")); };
  mimic.ratio =
      scaled_without_zero(read_number(reading, prim, prefix + "gearing", 1), -unit(instance) / unit(mimic.leader_axis));
  const double offset_unit = instance.starts_with("rot") ? radians_per_degree : reading.meters_per_unit();
  mimic.offset = scaled_without_zero(read_number(reading, prim, prefix + "offset", 0), -offset_unit);
  return mimic;
}

/// A coefficient of NewtonMimicAPI, else the one of MuJoCo that it took the place of, with what their units are in SI.
model::Field<double> coefficient(Reading& reading, const PhysicsPrim& prim, std::string_view number, double unit,
                                 double mjc_unit) {
  const std::string newton_name = "newton:mimicCoef" + std::string(number);
  const std::string mjc_name = "mjc:coef" + std::string(number);
  const model::Field<double> newton = read_number(reading, prim, newton_name, number == "1" ? 1 : 0);
  if (newton.is_authored() || !has_schema(reading, prim, "MjcEqualityJointAPI")) return scaled(newton, unit);
  const model::Field<double> mjc = read_number(reading, prim, mjc_name, newton.value);
  return mjc.is_authored() ? scaled(mjc, mjc_unit) : scaled(newton, unit);
}

/// follower = coef0 + coef1 · leader; of a revolute follower NewtonMimicAPI states coef0 in degrees and
/// MjcEqualityJointAPI in radians, and coef1 holds for radians. Source: NewtonMimicAPI, and Newton 1.8.0's importer.
model::Mimic newton_mimic(Reading& reading, const PhysicsPrim& prim) {
  model::Mimic mimic;
  mimic.path = prim.name;
  const bool is_equality = has_schema(reading, prim, "MjcEqualityJointAPI");
  mimic.schema = reading.recorder.name(TfToken(is_equality ? "MjcEqualityJointAPI" : "NewtonMimicAPI"));
  mimic.enabled = read_flag(reading, prim, "newton:mimicEnabled", true);
  const bool is_hinge = is_angular(reading, prim.path);
  const double follower_unit = coordinate_unit(reading, is_hinge);
  std::optional<SdfPath> leader = target_of(reading, prim, "newton:mimicJoint");
  if (!leader && is_equality) leader = target_of(reading, prim, "mjc:target");
  double leader_unit = follower_unit;
  if (leader) {
    mimic.leader = path_name(reading, *leader);
    leader_unit = coordinate_unit(reading, is_angular(reading, *leader));
  }
  const double ratio_unit = follower_unit / leader_unit;
  mimic.ratio = coefficient(reading, prim, "1", ratio_unit, ratio_unit);
  mimic.offset = coefficient(reading, prim, "0", is_hinge ? radians_per_degree : follower_unit, follower_unit);
  return mimic;
}

}  // namespace

void read_mimics(Reading& reading) {
  auto has_physx_mimic = schema_question(reading, "PhysxMimicJointAPI");
  auto has_newton_mimic = schema_question(reading, "NewtonMimicAPI");
  for (const PhysicsPrim* each : reading.in_order) {
    const PhysicsPrim& prim = *each;
    if (has_physx_mimic(prim)) {
      for (const std::string& instance : instances_of(prim, "PhysxMimicJointAPI"))
        reading.physics.mimics.push_back(physx_mimic(reading, prim, instance));
    }
    if (has_newton_mimic(prim)) reading.physics.mimics.push_back(newton_mimic(reading, prim));
  }
}

}  // namespace assay::extract
