#include "cli/rule_pages.h"

#include "assay/rules/list.h"

namespace assay::cli {

report::RulePage page_of(const rules::Rule& rule) {
  report::RulePage page;
  page.id = rule.id;
  page.severity = rule.severity;
  page.summary = rule.summary;
  page.what = rule.what;
  page.why = rule.why;
  page.silent_for = rule.silent_for;
  page.example = rule.example;
  page.fix = rule.fix;
  page.requirements.assign(rule.requirements.begin(), rule.requirements.end());
  page.sources.assign(rule.sources.begin(), rule.sources.end());
  return page;
}

std::vector<report::RulePage> rule_pages() {
  std::vector<report::RulePage> pages;
  for (const rules::Rule* rule : rules::all_rules()) pages.push_back(page_of(*rule));
  return pages;
}

}  // namespace assay::cli
