#pragma once

#include "assay/base/result.h"
#include "assay/schema/profile.h"
#include "assay/stage/chosen_variant.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay::stage {

/// What a dump is asked for.
struct DumpOptions {
  const schema::Profile* profile = nullptr;  // for fallbacks
  std::vector<ChosenVariant> chosen;
  std::optional<double> time;  // stage time [time codes] at which values are added
};

/// Takes the next piece of a document; false when no more is wanted.
using WritePiece = std::function<bool(std::string_view piece)>;

/// Writes the composed stage of the asset at an absolute path as the document `assay.dump/1`, prim by prim, so that
/// memory does not grow with the document. False when no more was wanted. OpenUSD must have been started.
Result<bool> dump(const std::string& path, const DumpOptions& options, const WritePiece& write);

}  // namespace assay::stage
