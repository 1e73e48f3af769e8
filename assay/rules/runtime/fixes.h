#pragma once

#include "assay/rules/rule.h"

#include <string>
#include <utility>
#include <vector>

namespace assay::rules {

/// An edit of the spec that an opinion stands for.
inline Edit edit_at(const model::Model& model, model::OpinionIndex index, EditOperation operation) {
  const model::Opinion& opinion = model.opinions[index];
  Edit edit;
  edit.operation = operation;
  edit.layer = model.layers[opinion.layer];
  edit.spec = model.text(opinion.spec_path);
  return edit;
}

/// Takes an applied schema, attribute or relationship out of the spec that brings it.
inline Edit removal_of(const model::Model& model, const model::Entry& entry) {
  const bool is_schema = entry.kind == model::EntryKind::AppliedSchema;
  Edit edit = edit_at(model, entry.opinion, is_schema ? EditOperation::RemoveListItem : EditOperation::RemoveProperty);
  if (is_schema) edit.keys = {"apiSchemas"};
  edit.name = model.text(entry.name);
  return edit;
}

/// Removes fixes of redundant schemas from drafts where a composition needs what they drop.
void keep_needed_schemas(const model::Model& model, const Context& context, Drafts& drafts);

}  // namespace assay::rules
