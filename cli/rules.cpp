#include "assay/rules/list.h"

#include "cli/commands.h"
#include "cli/output.h"
#include "cli/shared_options.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <memory>

namespace assay::cli {
namespace {

using Json = nlohmann::ordered_json;

std::string rules_json() {
  Json list = Json::array();
  for (const rules::Rule* rule : rules::all_rules()) {
    list.push_back({{"id", rule->id},
                    {"aliases", Json::array()},
                    {"requirements", std::vector<std::string>(rule->requirements.begin(), rule->requirements.end())},
                    {"severity", name_of(rule->severity)},
                    {"summary", rule->summary}});
  }
  return list.dump(2) + "\n";
}

std::string rules_text() {
  std::string text;
  for (const rules::Rule* rule : rules::all_rules()) {
    text += fmt::format("{:<32} {:<8} {}\n", rule->id, name_of(rule->severity), rule->summary);
    if (rule->requirements.size() > 0)
      text += fmt::format("{:<32} judges {}\n", "", fmt::join(rule->requirements, ", "));
  }
  return text;
}

}  // namespace

void add_rules(CLI::App& app, int& exit_code) {
  const auto format = std::make_shared<std::string>("text");
  const auto json = std::make_shared<bool>(false);
  CLI::App* command = app.add_subcommand("rules", "list the rules with the requirements they judge");
  add_format_options(*command, *format, *json);
  command->footer("Examples:\n  assay rules\n  assay rules --format json");
  command->callback([format, json, &exit_code] {
    const bool wants_json = *json || *format == "json";
    exit_code = write_output(wants_json ? rules_json() : rules_text()) ? 0 : exit_usage;
  });
}

}  // namespace assay::cli
