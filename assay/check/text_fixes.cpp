#include "assay/check/text_fixes.h"

#include "assay/check/fix_worker.h"
#include "assay/check/plan_fix.h"

#include <map>

namespace assay::check {
namespace {

/// The fixes of a report with the order that each of them is; equal orders once.
struct Planned {
  std::vector<extract::FixOrder> orders;
  std::vector<std::pair<Fix*, std::size_t>> fixes;
};

Planned plan(const FixPlanner& planner, CheckReport& report) {
  Planned planned;
  std::map<std::vector<Edit>, std::size_t> known;
  for (AssetReport& asset : report.assets) {
    const std::filesystem::path folder = folder_of(asset);
    for (Finding& finding : asset.findings) {
      for (Fix& fix : finding.fixes) {
        PlannedFix each = planner.plan(folder, finding, fix);
        if (!each.note.reason.empty()) continue;
        const auto [entry, is_new] = known.emplace(each.order.edits, planned.orders.size());
        if (is_new) planned.orders.push_back(std::move(each.order));
        planned.fixes.emplace_back(&fix, entry->second);
      }
    }
  }
  return planned;
}

/// Calls layers as the fix does, which names them in the order of its edits.
std::vector<LayerChange> renamed(std::vector<LayerChange> layers, const Fix& fix, const extract::FixOrder& order) {
  for (LayerChange& layer : layers) {
    for (std::size_t index = 0; index < fix.edits.size(); ++index) {
      if (order.edits[index].layer != layer.layer) continue;
      layer.layer = fix.edits[index].layer;
      break;
    }
  }
  return layers;
}

}  // namespace

std::optional<Error> add_text_changes(const FoundAssets& found, const Options& options, CheckReport& report) {
  const Planned planned = plan(FixPlanner(found, options), report);
  if (planned.orders.empty()) return std::nullopt;
  const Result<std::vector<std::vector<LayerChange>>> changes = text_changes_of(planned.orders, options);
  if (!changes) return changes.error();
  for (const auto& [fix, order] : planned.fixes) {
    fix->text_changes = renamed(changes.value().at(order), *fix, planned.orders[order]);
  }
  return std::nullopt;
}

}  // namespace assay::check
