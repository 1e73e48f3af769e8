#include "cli/command_line.h"

namespace assay::cli {
namespace {

/// The texts between the braces of `TEXT:{a,b}`.
std::vector<std::string> choices_of(const std::string& type) {
  const std::size_t open = type.find('{');
  const std::size_t close = type.find('}');
  if (open == std::string::npos || close == std::string::npos || close < open) return {};
  return CLI::detail::split(type.substr(open + 1, close - open - 1), ',');
}

bool names_path(const std::string& word) { return word == "FILE" || word == "FOLDER" || word == "PATH"; }

OptionFacts facts_of(const CLI::Option& option) {
  OptionFacts facts;
  for (const std::string& name : option.get_snames()) facts.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) facts.names.push_back("--" + name);
  if (option.get_positional()) facts.names = {option.get_single_name()};
  facts.description = option.get_description();
  facts.default_text = option.get_default_str();
  facts.is_required = option.get_required();
  facts.takes_many = option.get_expected_max() > 1;
  if (option.get_type_size() == 0) return facts;
  const std::string type = option.get_type_name();
  facts.choices = choices_of(type);
  facts.value = type.substr(0, type.find(':'));
  facts.takes_path = names_path(facts.value) || (option.get_positional() && names_path(facts.names.front()));
  return facts;
}

CommandFacts facts_of(const CLI::App& app) {
  CommandFacts facts{app.get_name(), app.get_description(), app.get_footer(), {}, {}};
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_group().empty()) continue;
    (option->get_positional() ? facts.positionals : facts.options).push_back(facts_of(*option));
  }
  return facts;
}

}  // namespace

CommandLine command_line_of(const CLI::App& app) {
  CommandLine line{facts_of(app), {}};
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    if (!command->get_group().empty()) line.commands.push_back(facts_of(*command));
  }
  return line;
}

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
  return text;
}

std::string joined(const std::vector<std::string>& texts, std::string_view separator) {
  std::string all;
  for (const std::string& text : texts) {
    if (!all.empty()) all += separator;
    all += text;
  }
  return all;
}

}  // namespace assay::cli
