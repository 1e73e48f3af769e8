#include "assay/check/merge.h"

#include "assay/base/message.h"

#include <algorithm>
#include <array>
#include <unordered_map>

namespace assay::check {
namespace {

constexpr std::array<std::string_view, 5> selection_order = {"standard", "physx", "newton", "mujoco", "authored"};

// how many instances share the prim may differ between selections
constexpr std::string_view instances = "instances";

/// Everything that must be equal for two drafts to say the same thing.
std::string identity_of(const rules::Draft& draft) {
  const Finding& finding = draft.finding;
  std::string identity(name_of(finding.severity));
  for (const std::string& part : {finding.prim, finding.property, finding.subject, std::string(draft.message)}) {
    identity += '\n' + part;
  }
  for (const auto& [name, value] : finding.values) {
    if (name != instances) identity += '\n' + name + '=' + text_of(value);
  }
  return identity;
}

void add_missing(std::vector<std::string>& texts, const std::vector<std::string>& more) {
  for (const std::string& text : more) {
    if (std::ranges::find(texts, text) == texts.end()) texts.push_back(text);
  }
}

/// Puts selections and runtimes into the order in which reports list them.
void sort_selections(rules::Draft& draft) {
  const auto rank = [](const std::string& selection) {
    return std::ranges::find(selection_order, selection) - selection_order.begin();
  };
  std::ranges::stable_sort(draft.finding.selections, {}, rank);
  std::ranges::stable_sort(draft.finding.runtimes, {}, rank);
}

/// One fix for all places where equal drafts found the same thing.
void add_missing(std::vector<Fix>& fixes, const std::vector<Fix>& more) {
  for (const Fix& fix : more) {
    const auto same = std::ranges::find(fixes, fix.title, &Fix::title);
    if (same == fixes.end()) {
      fixes.push_back(fix);
      continue;
    }
    for (const Edit& edit : fix.edits) {
      if (std::ranges::find(same->edits, edit) == same->edits.end()) same->edits.push_back(edit);
    }
  }
}

std::int64_t instances_in(const Values& values) {
  const auto found = std::ranges::find(values, instances, &std::pair<std::string, Value>::first);
  return found == values.end() ? 0 : std::get<std::int64_t>(found->second);
}

void keep_most_instances(Values& values, const Values& other) {
  const std::int64_t most = std::max(instances_in(values), instances_in(other));
  if (most == instances_in(values)) return;
  std::erase_if(values, [](const auto& value) { return value.first == instances; });
  values.emplace_back(instances, most);
}

void merge_into(rules::Draft& first, const rules::Draft& other) {
  add_missing(first.finding.selections, other.finding.selections);
  add_missing(first.finding.runtimes, other.finding.runtimes);
  add_missing(first.finding.requirements, other.finding.requirements);
  add_missing(first.reasons, other.reasons);
  add_missing(first.finding.fixes, other.finding.fixes);
  keep_most_instances(first.finding.values, other.finding.values);
}

}  // namespace

rules::Drafts merge_over_selections(rules::Drafts drafts) {
  rules::Drafts merged;
  std::unordered_map<std::string, std::size_t> plain;   // without a nested option
  std::unordered_map<std::string, std::size_t> nested;  // with one
  // what shows without a nested option first, whatever the order
  std::ranges::stable_partition(drafts, [](const rules::Draft& draft) { return draft.finding.variants.empty(); });
  for (rules::Draft& draft : drafts) {
    std::string identity = identity_of(draft);
    const auto shown = plain.find(identity);
    const bool is_nested = !draft.finding.variants.empty();
    if (shown != plain.end()) {
      if (!is_nested) merge_into(merged[shown->second], draft);
      continue;
    }
    if (is_nested) identity += '\n' + draft.finding.variants.front();
    auto& known = is_nested ? nested : plain;
    const auto [entry, added] = known.try_emplace(std::move(identity), merged.size());
    if (added) {
      merged.push_back(std::move(draft));
    } else {
      merge_into(merged[entry->second], draft);
    }
  }
  for (rules::Draft& draft : merged) sort_selections(draft);
  return merged;
}

}  // namespace assay::check
