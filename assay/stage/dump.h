#pragma once

#include "assay/base/result.h"
#include "assay/schema/profile.h"
#include "assay/stage/chosen_variant.h"

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <string>
#include <vector>

namespace assay::stage {

/// What a dump is asked for.
struct DumpOptions {
  const schema::Profile* profile = nullptr;  // for fallbacks
  std::vector<ChosenVariant> chosen;
  std::optional<double> time;  // stage time [time codes] at which values are added
};

/// The composed stage of the asset at an absolute path, as the object of `assay.dump/1`. OpenUSD must have been
/// started.
Result<nlohmann::ordered_json> dump(const std::string& path, const DumpOptions& options);

}  // namespace assay::stage
