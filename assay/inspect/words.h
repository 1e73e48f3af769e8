#pragma once

#include "assay/model/physics.h"
#include "assay/model/words.h"

#include <string_view>

namespace assay::inspect {

// what the document calls the values of the model's enumerations

std::string_view name_of(model::Origin origin);
std::string_view name_of(model::UpAxis axis);
std::string_view name_of(model::GravitySource source);
std::string_view name_of(model::MassSource source);
std::string_view name_of(model::DensitySource source);
std::string_view name_of(model::CenterOfMassSource source);
std::string_view name_of(model::InertiaSource source);
std::string_view name_of(model::VolumeMethod method);

}  // namespace assay::inspect
