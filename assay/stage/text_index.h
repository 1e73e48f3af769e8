#pragma once

#include "assay/base/finding.h"
#include "assay/stage/openusd.h"
#include "assay/stage/text_positions.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace assay::stage {

/// The part of a spec whose place in the text is wanted.
struct TextQuery {
  std::string spec_path;
  std::string property;
  std::string field;
  std::string item;
  std::vector<std::string> keys;
};

/// What the text of a layer shows at a place.
struct TextLocation {
  int line = 0;
  int column = 0;
  Excerpt excerpt;
};

/// Positions in the text layers of one asset; a layer is read and scanned when it is first asked for.
class TextIndex {
 public:
  /// Where the query's narrowest part stands; nothing when the layer is no text or does not show it.
  std::optional<TextLocation> locate(const pxr::SdfLayer& layer, const TextQuery& query);

 private:
  const TextPositions* positions_of(const pxr::SdfLayer& layer);

  std::map<std::string, std::optional<TextPositions>> layers_;  // by content path
};

}  // namespace assay::stage
