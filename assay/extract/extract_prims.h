#pragma once

#include "assay/extract/overlays.h"
#include "assay/extract/recorder.h"

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace assay::extract {

/// An option of a variant set that the composition does not select although it could carry vendor data.
struct NestedOption {
  std::string prim;
  std::string variant_set;
  std::string option;
  auto operator<=>(const NestedOption&) const = default;
};

/// What a walk over one composition sees beside the prims it records.
struct WalkFacts {
  std::map<NestedOption, std::set<std::string>> nested_options;  // with the selections that show them
  std::set<std::string> runtime_set_owners;    // prims other than the default prim with a runtime variant set
  std::vector<std::shared_ptr<void>> used_up;  // tables whose end takes time and can wait
};

/// A selection that a walk records, and its bit in the masks of the overlays.
struct Recorded {
  model::Composition* composition = nullptr;
  SelectionMask bit = all_selections;
};

/// Records every active prim of a composition that carries physics or vendor data: defined, over-only and class prims,
/// prims beside the default prim, and the prims of each instance prototype once, under its first instance. With
/// overlays the composition serves several selections; without them `recorded` is the one that was composed.
void extract_prims(Recorder& recorder, const stage::Composed& composed, const Overlays* overlays,
                   const std::vector<Recorded>& recorded, WalkFacts& facts);

}  // namespace assay::extract
