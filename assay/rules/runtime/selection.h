#pragma once

#include "assay/rules/rule.h"

#include <span>

namespace assay::rules {

/// The targets whose columns judge a composition: those it enables, or Standard.
std::span<const Target> columns_of(const model::Composition& composition);

/// The worst cell of a row over the columns of a composition.
schema::Cell worst_cell(const schema::PolicyRow& row, const model::Composition& composition);

/// A draft about a prim of a composition, with its selection, runtimes, nested options and number of instances.
Draft draft_in(const model::Model& model, const model::Composition& composition, const model::Prim& prim);

}  // namespace assay::rules
