#include "assay/check/fix.h"

#include "assay/check/fix_worker.h"
#include "assay/check/plan_fix.h"

#include <algorithm>
#include <filesystem>
#include <set>

namespace assay::check {
namespace {

constexpr int most_passes = 10;  // a fix may uncover a weaker opinion, which takes another pass

/// One run of fixing.
class Fixer {
 public:
  Fixer(const FoundAssets& found, const Options& options, const FixOptions& fix_options)
      : options_(options), fix_options_(fix_options), planner_(found, options) {}

  /// Applies what the findings of a report offer. False when nothing was written.
  bool apply(const CheckReport& report, FixReport& result) {
    std::vector<PlannedFix> planned = plan(report);
    std::erase_if(planned, [&](const PlannedFix& each) {
      if (!each.note.reason.empty()) result.refused.push_back(each.note);
      return !each.note.reason.empty();
    });
    if (planned.empty()) return false;
    std::vector<extract::FixOrder> orders;
    for (const PlannedFix& each : planned) orders.push_back(each.order);
    const FixWork work = work_on(orders, options_, fix_options_, planner_.base());
    result.diff += work.diff;
    if (work.error) {
      result.errors.push_back(*work.error);
      return false;
    }
    for (std::size_t index = 0; index < planned.size(); ++index) {
      FixNote& note = planned[index].note;
      note.reason = work.refusals[index];
      (note.reason.empty() ? result.applied : result.refused).push_back(std::move(note));
    }
    return work.has_changes && !fix_options_.dry_run;
  }

  bool is_wanted(const Fix& fix) const { return fix.safety == FixSafety::Safe || fix_options_.suggested; }

 private:
  /// The fixes that the report offers and no earlier pass has seen; equal ones once.
  std::vector<PlannedFix> plan(const CheckReport& report) {
    std::vector<PlannedFix> all;
    for (const AssetReport& asset : report.assets) {
      const std::filesystem::path folder = folder_of(asset);
      for (const Finding& finding : asset.findings) {
        const auto fix = std::ranges::find_if(finding.fixes, [&](const Fix& each) { return is_wanted(each); });
        if (fix == finding.fixes.end()) continue;
        PlannedFix planned = planner_.plan(folder, finding, *fix);
        if (seen_.insert(planned.order.edits).second) all.push_back(std::move(planned));
      }
    }
    return all;
  }

  const Options& options_;
  const FixOptions& fix_options_;
  FixPlanner planner_;
  std::set<std::vector<Edit>> seen_;
};

void count_left(const Fixer& fixer, FixReport& result) {
  for (const AssetReport& asset : result.report.assets) {
    for (const Finding& finding : asset.findings) {
      ++result.left;
      const auto is_wanted = [&](const Fix& each) { return fixer.is_wanted(each); };
      if (!finding.fixes.empty() && std::ranges::none_of(finding.fixes, is_wanted)) ++result.left_suggested;
    }
  }
}

}  // namespace

FixReport fix(const FoundAssets& found, const Options& options, const FixOptions& fix_options,
              const Progress& progress) {
  FixReport result;
  Fixer fixer(found, options, fix_options);
  result.report = run(found, options, progress);
  for (int pass = 0; pass < most_passes && !result.report.is_cancelled; ++pass) {
    if (!fixer.apply(result.report, result)) break;
    result.report = run(found, options, progress);
  }
  count_left(fixer, result);
  return result;
}

}  // namespace assay::check
