#pragma once

#include "assay/rules/rule.h"

namespace assay::rules {

/// Judges the token values of a prim by the policy's value rules.
void check_values(const model::Model& model, const Context& context, const model::Composition& composition,
                  const model::Prim& prim, Drafts& drafts);

/// Judges which applied schemas a prim carries together: exclusive, expected and redundant ones.
void check_schema_combinations(const model::Model& model, const Context& context, const model::Composition& composition,
                               const model::Prim& prim, Drafts& drafts);

}  // namespace assay::rules
