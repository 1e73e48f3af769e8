#pragma once

#include "assay/stage/asset.h"

#include <nlohmann/json.hpp>

namespace assay::stage {

/// A value as JSON. Vectors and arrays are arrays, quaternions too with the real part first, matrices arrays of rows,
/// numbers that JSON lacks the texts "inf", "-inf" and "nan", time codes numbers. Asset paths are
/// {"asset", "evaluated", "resolved"}, resolved relative to the asset's folder; list ops {"explicit"} or {"prepended",
/// …}; a block is {"blocked": true}.
nlohmann::ordered_json value_json(const Asset& asset, const pxr::VtValue& value);

/// The inverse for values of a schema's fallback: a value of the type of that name, empty where the type is unknown.
pxr::VtValue value_of_type(const std::string& type, const nlohmann::ordered_json& json);

}  // namespace assay::stage
