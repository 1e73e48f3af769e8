#include "assay/check/merge.h"

#include "assay/base/message.h"

#include <algorithm>
#include <array>
#include <unordered_map>

namespace assay::check {
namespace {

constexpr std::array<std::string_view, 5> selection_order = {"standard", "physx", "newton", "mujoco", "authored"};

/// Everything that must be equal for two drafts to say the same thing.
std::string identity_of(const rules::Draft& draft) {
  const Finding& finding = draft.finding;
  std::string identity(name_of(finding.severity));
  for (const std::string& part : {finding.prim, finding.property, finding.subject, std::string(draft.message)}) {
    identity += '\n' + part;
  }
  for (const auto& [name, value] : finding.values) identity += '\n' + name + '=' + text_of(value);
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

void merge_into(rules::Draft& first, const rules::Draft& other) {
  add_missing(first.finding.selections, other.finding.selections);
  add_missing(first.finding.runtimes, other.finding.runtimes);
  add_missing(first.finding.requirements, other.finding.requirements);
  add_missing(first.reasons, other.reasons);
  add_missing(first.finding.fixes, other.finding.fixes);
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
