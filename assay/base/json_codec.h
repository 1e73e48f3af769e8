#pragma once

#include "assay/base/asset_report.h"

#include <nlohmann/json_fwd.hpp>

namespace assay {

/// The object of one asset in `assay.check/1`; also what a worker sends.
nlohmann::ordered_json to_json(const AssetReport& report);

/// The inverse of to_json; false when the object is not one that to_json made.
bool from_json(const nlohmann::ordered_json& object, AssetReport& report);

nlohmann::ordered_json to_json(const Error& error);

/// The inverse likewise.
bool from_json(const nlohmann::ordered_json& object, Error& error);

}  // namespace assay
