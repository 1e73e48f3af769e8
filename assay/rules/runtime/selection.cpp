#include "assay/rules/runtime/selection.h"

#include <algorithm>
#include <array>

namespace assay::rules {

std::span<const Target> columns_of(const model::Composition& composition) {
  static constexpr std::array<Target, 1> standard = {Target::Standard};
  if (composition.enabled.empty()) return standard;
  return composition.enabled;
}

schema::Cell worst_cell(const schema::PolicyRow& row, const model::Composition& composition) {
  schema::Cell worst = schema::Cell::Allowed;
  for (const Target target : columns_of(composition)) {
    worst = std::max(worst, row.cells.at(static_cast<std::size_t>(target)));
  }
  return worst;
}

Draft draft_in(const model::Model& model, const model::Composition& composition, const model::Prim& prim) {
  Draft draft;
  draft.finding.selections = {composition.name};
  draft.finding.variants = composition.nested;
  for (const Target target : composition.enabled) {
    draft.finding.runtimes.emplace_back(schema::name_of(target));
  }
  draft.finding.prim = model.text(prim.path);
  if (prim.instance_count > 1) {
    draft.finding.values = {{"instances", static_cast<std::int64_t>(prim.instance_count)}};
  }
  return draft;
}

}  // namespace assay::rules
