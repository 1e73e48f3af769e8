#include "assay/rules/composition/arc_broken.h"

namespace assay::rules {
namespace {

std::vector<std::string> runtimes_of(const std::vector<std::string>& selections) {
  std::vector<std::string> runtimes;
  for (const std::string& selection : selections) {
    if (schema::find_runtime(selection) != nullptr) runtimes.push_back(selection);
  }
  // broken in the neutral base or in what the asset opens with: every runtime is concerned
  return runtimes.size() == selections.size() ? runtimes : std::vector<std::string>();
}

void report_arc(const model::BrokenArc& arc, Drafts& drafts) {
  Draft draft;
  draft.finding.severity = arc.loses_content ? Severity::Error : Severity::Warning;
  if (arc.is_unselected) draft.finding.severity = Severity::Note;
  draft.finding.selections = arc.selections;
  draft.finding.runtimes = runtimes_of(arc.selections);
  draft.finding.prim = arc.prim == "/" ? "" : arc.prim;
  draft.finding.subject = arc.subject;
  draft.finding.values = {{"kind", arc.kind}, {"target", arc.subject}, {"detail", arc.detail}};
  draft.finding.remedy = "Restore what the arc points to, or remove the arc.";
  draft.place = arc.place;
  draft.message =
      arc.loses_content ? "the {kind} is broken and its content is missing: {detail}" : "the {kind} is odd: {detail}";
  if (arc.kind == "cycle") draft.message = "{detail}";
  if (arc.is_unselected) draft.message = "the {kind} would be broken if its option were selected: {detail}";
  drafts.push_back(std::move(draft));
}

void report_asset(const model::UnresolvedAsset& asset, Drafts& drafts) {
  Draft draft;
  draft.finding.severity = asset.application_path ? Severity::Note : Severity::Warning;
  draft.finding.selections = asset.selections;
  draft.finding.prim = asset.prim;
  draft.finding.property = asset.property;
  draft.finding.subject = asset.property;
  draft.finding.values = {{"path", asset.asset_path}, {"property", asset.property}};
  draft.place = asset.place;
  if (asset.application_path) {
    draft.message = "{property} names @{path}@, which only the application's search path or resolver can find";
    drafts.push_back(std::move(draft));
    return;
  }
  draft.finding.remedy = "Bring the file to where the path points, or correct the path.";
  draft.message = "{property} names @{path}@ and no such file is found";
  drafts.push_back(std::move(draft));
}

void check(const model::Model& model, const Context&, Drafts& drafts) {
  for (const model::BrokenArc& arc : model.broken_arcs) report_arc(arc, drafts);
  for (const model::UnresolvedAsset& asset : model.unresolved_assets) report_asset(asset, drafts);
}

}  // namespace

const Rule arc_broken{
    .id = "composition.arc-broken",
    .severity = Severity::Error,
    .summary = "A layer, prim path or cycle keeps the asset from composing whole.",
    .what =
        "Reports every sublayer, reference, payload, inherit or specialize that leads to no file, to a file that does "
        "not open, to a prim that is not there, or back to itself, in each selection that is composed. An "
        "asset-valued attribute whose file is missing is a warning; one that only the application can find (a "
        "search path, a URL) is a note.",
    .why =
        "Composition goes on without the missing part: the asset opens, and bodies, colliders or values are simply "
        "not there. Everything else that is said about the asset holds only for the rest.",
    .silent_for = "Empty asset paths; UDIM paths of which some tile exists; arcs of variants that are not composed.",
    .example = "def Xform \"Root\" (\n    prepend references = @./payloads/base.usda@  # no such file\n)\n{\n}\n",
    .fix = "Restore the file or prim, correct the path, or remove the arc.",
    .requirements = {},
    .sources = {"OpenUSD: PcpErrorType, the errors of composition"},
    .check = check,
};

}  // namespace assay::rules
