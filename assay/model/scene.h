#pragma once

#include "assay/model/field.h"

#include <Eigen/Core>

#include <string>

namespace assay::model {

/// The axis that points up.
enum class UpAxis : std::uint8_t { Y, Z };

/// The units of a stage. Source: UsdGeomGetStageMetersPerUnit, UsdPhysicsGetStageKilogramsPerUnit,
/// UsdGeomGetStageUpAxis.
struct StageUnits {
  Field<double> meters_per_unit{.value = 0.01};
  Field<double> kilograms_per_unit{.value = 1};
  Field<UpAxis> up_axis{.value = UpAxis::Y};
};

/// Why gravity is as strong as it is.
enum class GravitySource : std::uint8_t {
  Authored,
  EarthByDefault,   // nothing or the sentinel -inf: 9.81 m/s^2
  EarthByNegative,  // a finite negative magnitude means the same, says the schema; runtimes take it as it is
};

/// A PhysicsScene.
struct Scene {
  NameIndex path = 0;
  Field<Eigen::Vector3d> direction;                   // as authored, no unit; (0, 0, 0) means down
  Field<double> magnitude;                            // [m/s^2] as authored; -inf means Earth's
  Eigen::Vector3d gravity = Eigen::Vector3d::Zero();  // [m/s^2] in the world's axes; source: UsdPhysicsScene
  GravitySource gravity_source = GravitySource::EarthByDefault;
};

}  // namespace assay::model
