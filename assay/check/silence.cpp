#include "assay/check/silence.h"

#include "assay/check/selectors.h"
#include "assay/check/verdict.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <utility>
#include <vector>

#include <fnmatch.h>

namespace assay::check {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> names_of(std::string_view path) {
  std::vector<std::string> names;
  while (!path.empty()) {
    const std::size_t end = std::min(path.find('/'), path.size());
    if (end > 0) names.emplace_back(path.substr(0, end));
    path.remove_prefix(std::min(end + 1, path.size()));
  }
  return names;
}

bool is_expired(const SilenceEntry& entry, const Options& options) {
  return entry.expires && *entry.expires < options.today;
}

/// An absolute path as globs of the settings see it.
std::string seen_from(const fs::path& path, const std::string& settings_file) {
  return path.lexically_normal().lexically_relative(fs::path(settings_file).parent_path()).generic_string();
}

/// The file of a layer, which is the package's for a member.
std::string file_of(const std::string& layer) {
  const std::size_t member = layer.find(".usdz[");
  return member == std::string::npos ? layer : layer.substr(0, layer.find('[', member));
}

/// Whether an entry of the settings silences a finding. `root` is the absolute path of the asset's root layer.
bool silences(const SilenceEntry& entry, const Finding& finding, const fs::path& root, const std::string& settings) {
  if (!selects(entry.rule, finding)) return false;
  if (!entry.prim.empty() && !glob_matches(entry.prim, finding.prim)) return false;
  const std::string asset = seen_from(root, settings);
  const std::string layer = seen_from(root.parent_path() / file_of(finding.site.layer), settings);
  return std::ranges::any_of(
      entry.paths, [&](const std::string& glob) { return glob_matches(glob, asset) || glob_matches(glob, layer); });
}

std::string relative_file(const std::string& file, const std::string& folder) {
  return fs::path(file).lexically_relative(folder).generic_string();
}

/// Moves the findings that are marked as silenced.
void move_silenced(AssetReport& asset) {
  const std::size_t before = asset.silenced.size();
  std::vector<Finding> kept;
  for (Finding& finding : asset.findings) {
    (finding.silenced_by.source.empty() ? kept : asset.silenced).push_back(std::move(finding));
  }
  asset.findings = std::move(kept);
  if (asset.silenced.size() > before) set_verdicts(asset);
}

void apply_settings(CheckReport& report, const Options& options, const std::string& folder) {
  const Settings& settings = options.settings;
  if (settings.file.empty()) return;
  report.silencing.settings = relative_file(settings.file, folder);
  report.silencing.settings_digest = settings.digest;
  for (const SilenceEntry& entry : settings.silences) {
    if (is_expired(entry, options)) {
      report.silencing.notes.push_back(
          {fmt::format("the silence of {} expired on {} and silences no longer", entry.rule, text_of(*entry.expires)),
           report.silencing.settings, entry.line, entry.column});
      continue;
    }
    const SilencedBy silenced_by{entry.reason, fmt::format("{}:{}", report.silencing.settings, entry.line)};
    for (AssetReport& asset : report.assets) {
      const fs::path root = fs::path(folder) / asset.asset;
      for (Finding& finding : asset.findings) {
        if (!finding.silenced_by.source.empty()) continue;
        if (silences(entry, finding, root, settings.file)) finding.silenced_by = silenced_by;
      }
    }
  }
  for (AssetReport& asset : report.assets) move_silenced(asset);
}

void apply_baseline(CheckReport& report, const Options& options, const std::string& folder) {
  const Baseline& baseline = options.baseline;
  if (baseline.file.empty()) return;
  Silencing& silencing = report.silencing;
  silencing.baseline = relative_file(baseline.file, folder);
  std::map<std::string, std::vector<const BaselineEntry*>> entries;  // by absolute path of the root layer
  for (const BaselineEntry& entry : baseline.entries) {
    entries[(fs::path(baseline.file).parent_path() / entry.asset).lexically_normal().string()].push_back(&entry);
  }
  // a run over some of the rules cannot tell what is gone
  const bool is_complete = options.select.empty() && options.ignore.empty();
  for (AssetReport& asset : report.assets) {
    const auto known = entries.extract((fs::path(folder) / asset.asset).lexically_normal().string());
    if (known.empty()) continue;
    const int gone = mark_known(asset, known.mapped(), silencing.baseline);
    if (is_complete && asset.errors.empty()) silencing.gone += gone;
    const std::size_t before = asset.silenced.size();
    move_silenced(asset);
    silencing.known += static_cast<int>(asset.silenced.size() - before);
  }
  for (const auto& [path, others] : entries) {
    std::error_code ignored;
    if (!is_complete || fs::exists(path, ignored)) continue;
    for (const BaselineEntry* entry : others) silencing.gone += entry->count;
  }
}

}  // namespace

bool glob_matches(std::string_view glob, std::string_view path) {
  const std::vector<std::string> patterns = names_of(glob);
  const std::vector<std::string> names = names_of(path);
  // reached[i]: the patterns so far stand for the first i names
  std::vector<bool> reached(names.size() + 1, false);
  reached[0] = true;
  for (const std::string& pattern : patterns) {
    std::vector<bool> next(names.size() + 1, false);
    for (std::size_t index = 0; index <= names.size(); ++index) {
      if (pattern == "**") {
        next[index] = reached[index] || (index > 0 && next[index - 1]);
      } else if (index > 0 && reached[index - 1]) {
        next[index] = fnmatch(pattern.c_str(), names[index - 1].c_str(), FNM_NOESCAPE) == 0;
      }
    }
    reached = std::move(next);
  }
  return reached[names.size()];
}

void silence(CheckReport& report, const Options& options, const std::string& folder) {
  apply_settings(report, options, folder);
  apply_baseline(report, options, folder);
}

}  // namespace assay::check
