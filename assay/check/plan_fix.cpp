#include "assay/check/plan_fix.h"

#include <algorithm>

namespace assay::check {
namespace {

namespace fs = std::filesystem;

bool is_below(const fs::path& path, const fs::path& folder) {
  const auto [end, unused] = std::mismatch(folder.begin(), folder.end(), path.begin(), path.end());
  return end == folder.end();
}

}  // namespace

FixPlanner::FixPlanner(const FoundAssets& found, const Options& options)
    : base_(options.relative_to.empty() ? found.common_folder : options.relative_to) {
  for (const Candidate& candidate : found.candidates) {
    std::error_code ignored;
    folders_.insert(fs::weakly_canonical(fs::path(candidate.path).parent_path(), ignored));
  }
}

PlannedFix FixPlanner::plan(const fs::path& folder, const Finding& finding, const Fix& fix) const {
  PlannedFix planned{{finding.rule, fix.title, "", ""}, {fix.edits}};
  std::set<std::string> layers;
  for (Edit& edit : planned.order.edits) {
    const std::string reason = resolve(folder, edit, layers);
    if (planned.note.reason.empty()) planned.note.reason = reason;
  }
  for (const std::string& layer : layers) planned.note.layers += (planned.note.layers.empty() ? "" : ", ") + layer;
  return planned;
}

std::string FixPlanner::shown(const fs::path& file) const { return file.lexically_relative(base_).generic_string(); }

/// Resolves an edit's layer to its file; why it may not be edited, or nothing.
std::string FixPlanner::resolve(const fs::path& folder, Edit& edit, std::set<std::string>& layers) const {
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

fs::path folder_of(const AssetReport& asset) { return fs::absolute(asset.shown).lexically_normal().parent_path(); }

}  // namespace assay::check
