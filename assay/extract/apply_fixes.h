#pragma once

#include "assay/base/edit.h"
#include "assay/base/result.h"

#include <string>
#include <vector>

namespace assay::extract {

/// Edits that are made together or not at all; each edit's layer is the absolute path of its file.
struct FixOrder {
  std::vector<Edit> edits;
};

/// A layer's file as it is and as the fixes make it.
struct ChangedLayer {
  std::string path;
  std::string before;
  std::string after;
};

/// What became of some orders; nothing is written yet.
struct AppliedFixes {
  std::vector<std::string> refusals;  // by order: why it was not carried out; empty when it was
  std::vector<ChangedLayer> layers;   // those whose bytes change, by path
};

/// Carries out all orders that can be, each as a whole, on the layers' bytes in memory. Text layers are spliced and
/// proven to say what is meant; `rewrite` allows writing a layer anew where that is impossible.
AppliedFixes apply_fixes(const std::vector<FixOrder>& orders, bool rewrite);

/// Writes layers to their files: all of them, or on failure none.
Result<bool> write_layers(const std::vector<ChangedLayer>& layers);

}  // namespace assay::extract
