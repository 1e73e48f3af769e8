#include "assay/check/fix.h"

#include "assay/check/fix_worker.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

namespace assay::check {
namespace {

namespace fs = std::filesystem;

constexpr int most_passes = 10;  // a fix may uncover a weaker opinion, which takes another pass

/// A fix with the files that it edits.
struct PlannedFix {
  FixNote note;
  extract::FixOrder order;
};

bool is_below(const fs::path& path, const fs::path& folder) {
  const auto [end, unused] = std::mismatch(folder.begin(), folder.end(), path.begin(), path.end());
  return end == folder.end();
}

/// One run of fixing.
class Fixer {
 public:
  Fixer(const FoundAssets& found, const Options& options, const FixOptions& fix_options)
      : options_(options), fix_options_(fix_options) {
    base_ = options.relative_to.empty() ? found.common_folder : options.relative_to;
    for (const Candidate& candidate : found.candidates) {
      std::error_code ignored;
      folders_.insert(fs::weakly_canonical(fs::path(candidate.path).parent_path(), ignored));
    }
  }

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
    const FixWork work = work_on(orders, options_, fix_options_, base_);
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
  std::string shown(const fs::path& file) const { return file.lexically_relative(base_).generic_string(); }

  /// Resolves an edit's layer to its file; why it may not be edited, or nothing.
  std::string resolve(const fs::path& folder, Edit& edit, std::set<std::string>& layers) const {
    const std::string name = edit.layer;
    if (name.ends_with(']')) {
      layers.insert(shown(folder / name));
      return name + " is a member of a package";
    }
    std::error_code error;
    const fs::path file = fs::canonical(folder / name, error);
    edit.layer = error ? (folder / name).lexically_normal().string() : file.string();
    layers.insert(shown((folder / name).lexically_normal()));
    if (error) return name + " is no file";
    const bool is_inside = std::ranges::any_of(folders_, [&](const fs::path& each) { return is_below(file, each); });
    return is_inside ? "" : name + " lies outside of the given paths";
  }

  PlannedFix planned_fix(const fs::path& folder, const Finding& finding, const Fix& fix) const {
    PlannedFix planned{{finding.rule, fix.title, "", ""}, {fix.edits}};
    std::set<std::string> layers;
    for (Edit& edit : planned.order.edits) {
      const std::string reason = resolve(folder, edit, layers);
      if (planned.note.reason.empty()) planned.note.reason = reason;
    }
    for (const std::string& layer : layers) planned.note.layers += (planned.note.layers.empty() ? "" : ", ") + layer;
    return planned;
  }

  /// The fixes that the report offers and no earlier pass has seen; equal ones once.
  std::vector<PlannedFix> plan(const CheckReport& report) {
    std::vector<PlannedFix> all;
    for (const AssetReport& asset : report.assets) {
      const fs::path folder = fs::absolute(asset.shown).lexically_normal().parent_path();
      for (const Finding& finding : asset.findings) {
        const auto fix = std::ranges::find_if(finding.fixes, [&](const Fix& each) { return is_wanted(each); });
        if (fix == finding.fixes.end()) continue;
        PlannedFix planned = planned_fix(folder, finding, *fix);
        if (seen_.insert(planned.order.edits).second) all.push_back(std::move(planned));
      }
    }
    return all;
  }

  const Options& options_;
  const FixOptions& fix_options_;
  std::string base_;
  std::set<fs::path> folders_;
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
