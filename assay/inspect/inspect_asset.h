#pragma once

#include "assay/base/result.h"
#include "assay/schema/effects.h"
#include "assay/schema/profile.h"
#include "assay/stage/chosen_variant.h"

#include <string>
#include <vector>

namespace assay::inspect {

/// What a document is to be about.
struct InspectOptions {
  const schema::Profile* profile = nullptr;
  std::string selection = "authored";
  std::vector<stage::ChosenVariant> chosen;
  std::string prim = "/";
  const schema::Reader* lens = nullptr;
};

/// The document `assay.inspect/1` of the asset at an absolute path, as text. Fails where the file does not open and
/// where nothing of its physics is the prim or lies below it. OpenUSD must have been started.
Result<std::string> inspect_asset(const std::string& path, const InspectOptions& options);

}  // namespace assay::inspect
