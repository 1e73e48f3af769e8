#include "assay/report/rule_page.h"
#include "assay/rules/list.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "cli/rule_pages.h"

#include <memory>

namespace assay::cli {
namespace {

int run(const std::string& id) {
  std::vector<const rules::Rule*> found = rules::rules_judging(id);
  if (const rules::Rule* rule = rules::find_rule(id)) found = {rule};
  if (found.empty()) {
    for (const rules::Rule* rule : rules::all_rules()) {
      if (!rule->id.ends_with("." + id)) continue;
      return fail("there is no rule '" + id + "'; did you mean " + std::string(rule->id) + "?");
    }
    return fail("there is no rule or requirement '" + id + "'; `assay rules` lists them");
  }
  std::string text;
  for (const rules::Rule* rule : found) text += (text.empty() ? "" : "\n") + report::rule_page(page_of(*rule));
  return write_output(text) ? 0 : exit_usage;
}

}  // namespace

void add_explain(CLI::App& app, int& exit_code) {
  const auto id = std::make_shared<std::string>();
  CLI::App* command =
      app.add_subcommand("explain", "print the page of a rule, or of the rules that judge a requirement");
  command->add_option("ID", *id, "rule id, requirement id, prefix or feature")->required();
  command->footer(
      "Examples:\n  assay explain runtime.foreign-data\n  assay explain RV.010\n  assay explain FET_000_NEWTON");
  command->callback([id, &exit_code] { exit_code = run(*id); });
}

}  // namespace assay::cli
