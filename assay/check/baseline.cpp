#include "assay/check/baseline.h"

#include "assay/base/version.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <map>
#include <ranges>
#include <set>
#include <tuple>

namespace assay::check {
namespace {

namespace fs = std::filesystem;

using Json = nlohmann::ordered_json;

constexpr std::string_view schema_name = "assay.baseline/1";
constexpr std::string_view reason = "baseline";

/// What entries are sorted and counted by.
using Key = std::tuple<std::string, std::string, std::string, std::string, std::string>;

Key key_of(const BaselineEntry& entry) {
  return {entry.asset, entry.rule, entry.prim, entry.fingerprint, entry.message};
}

std::string relative_asset(const std::string& asset, const std::string& folder, const std::string& file) {
  return (fs::path(folder) / asset)
      .lexically_normal()
      .lexically_relative(fs::path(file).parent_path())
      .generic_string();
}

void add(std::map<Key, int>& counts, const std::string& asset, const std::vector<Finding>& findings) {
  for (const Finding& finding : findings) {
    const bool by_settings = !finding.silenced_by.source.empty() && finding.silenced_by.reason != reason;
    if (!by_settings) ++counts[{asset, finding.rule, finding.prim, finding.fingerprint, finding.message}];
  }
}

/// How often each message of a fingerprint may still be silenced.
using Budget = std::map<std::string, std::map<std::string, int>>;

bool take_same_message(Budget& budget, const Finding& finding) {
  const auto messages = budget.find(finding.fingerprint);
  if (messages == budget.end()) return false;
  const auto left = messages->second.find(finding.message);
  if (left == messages->second.end() || left->second == 0) return false;
  --left->second;
  return true;
}

bool take_any_message(Budget& budget, const Finding& finding) {
  const auto messages = budget.find(finding.fingerprint);
  if (messages == budget.end()) return false;
  for (auto& [message, left] : messages->second) {
    if (left == 0) continue;
    --left;
    return true;
  }
  return false;
}

}  // namespace

Result<Baseline> read_baseline(std::string_view text, const std::string& file) {
  const Error malformed{ErrorCode::Unreadable, "is no assay.baseline/1 document; --write-baseline writes one", file, 0,
                        0};
  const Json document = Json::parse(text, nullptr, false);
  if (document.is_discarded() || !document.is_object()) return malformed;
  Baseline baseline{file, {}};
  try {
    if (document.at("schema") != schema_name) return malformed;
    for (const Json& entry : document.at("findings")) {
      baseline.entries.push_back({entry.at("asset"), entry.at("rule"), entry.at("prim"), entry.at("fingerprint"),
                                  entry.at("message"), entry.at("count")});
      if (baseline.entries.back().count < 1) return malformed;
    }
  } catch (const nlohmann::json::exception&) {
    return malformed;
  }
  return baseline;
}

std::string baseline_json(const CheckReport& report, const std::string& folder, const std::string& file,
                          const Baseline& before) {
  std::map<Key, int> counts;
  std::set<std::string> judged;  // absolute paths of root layers
  for (const AssetReport& asset : report.assets) {
    const std::string name = relative_asset(asset.asset, folder, file);
    if (asset.errors.empty()) judged.insert((fs::path(folder) / asset.asset).lexically_normal().string());
    add(counts, name, asset.findings);
    add(counts, name, asset.silenced);
  }
  const fs::path before_folder = fs::path(before.file).parent_path();
  for (BaselineEntry entry : before.entries) {
    const fs::path path = (before_folder / entry.asset).lexically_normal();
    std::error_code ignored;
    if (judged.contains(path.string()) || !fs::exists(path, ignored)) continue;
    entry.asset = path.lexically_relative(fs::path(file).parent_path()).generic_string();
    counts[key_of(entry)] += entry.count;
  }
  Json document;
  document["schema"] = schema_name;
  document["version"] = version;
  document["findings"] = Json::array();
  for (const auto& [key, count] : counts) {
    const auto& [asset, rule, prim, fingerprint, message] = key;
    document["findings"].push_back({{"asset", asset},
                                    {"rule", rule},
                                    {"prim", prim},
                                    {"fingerprint", fingerprint},
                                    {"message", message},
                                    {"count", count}});
  }
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

int mark_known(AssetReport& asset, const std::vector<const BaselineEntry*>& entries, const std::string& source) {
  Budget budget;
  for (const BaselineEntry* entry : entries) budget[entry->fingerprint][entry->message] += entry->count;
  std::vector<Finding*> others;
  for (Finding& finding : asset.findings) {
    if (take_same_message(budget, finding)) {
      finding.silenced_by = {std::string(reason), source};
    } else {
      others.push_back(&finding);
    }
  }
  // findings stand worst first
  for (Finding* finding : others | std::views::reverse) {
    if (take_any_message(budget, *finding)) finding->silenced_by = {std::string(reason), source};
  }
  for (const Finding& finding : asset.silenced) {
    if (!take_same_message(budget, finding)) take_any_message(budget, finding);
  }
  int gone = 0;
  for (const auto& [fingerprint, messages] : budget) {
    for (const auto& [message, left] : messages) gone += left;
  }
  return gone;
}

}  // namespace assay::check
