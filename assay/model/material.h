#pragma once

#include "assay/model/field.h"

namespace assay::model {

/// A material with PhysicsMaterialAPI.
struct Material {
  NameIndex path = 0;
  Field<double> static_friction;
  Field<double> dynamic_friction;
  Field<double> restitution;
  Field<double> density;  // [kg/m^3]; 0 for not stated
};

}  // namespace assay::model
