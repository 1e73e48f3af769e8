#pragma once

#include "assay/base/result.h"
#include "assay/schema/profile.h"
#include "assay/stage/chosen_variant.h"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

namespace assay::extract {

/// A property whose opinions are asked for.
struct WhyQuestion {
  const schema::Profile* profile = nullptr;  // for fallbacks
  std::string selection = "authored";
  std::vector<stage::ChosenVariant> chosen;  // stronger than the selection
  std::string prim;
  std::string property;  // or a metadata field, such as apiSchemas
};

/// The document `assay.why/1`: every opinion on a property, strong to weak, with its place and the arcs to it, what
/// wins and the schema's fallback. Values are as authored, in stage units. Fails for a file that does not open and for
/// a prim or property that is not there. `path` is absolute; OpenUSD must have been started.
Result<nlohmann::ordered_json> why(const std::string& path, const WhyQuestion& question);

}  // namespace assay::extract
