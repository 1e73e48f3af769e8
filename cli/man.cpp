#include "assay/base/version.h"
#include "cli/command_line.h"
#include "cli/commands.h"
#include "cli/output.h"

#include <fmt/format.h>

namespace assay::cli {
namespace {

/// A text as troff shows it: backslashes and dashes as they are, no line taken for a request.
std::string troff(const std::string& text) {
  std::string escaped = replaced(replaced(text, "\\", "\\e"), "-", "\\-");
  escaped = replaced(replaced(escaped, "\n.", "\n\\&."), "\n'", "\n\\&'");
  return escaped.starts_with('.') || escaped.starts_with('\'') ? "\\&" + escaped : escaped;
}

std::string bold(const std::string& text) { return "\\fB" + troff(text) + "\\fR"; }
std::string italic(const std::string& text) { return "\\fI" + troff(text) + "\\fR"; }

std::string value_text(const OptionFacts& option) {
  return option.choices.empty() ? italic(option.value) : "{" + troff(joined(option.choices, ",")) + "}";
}

std::string option_text(const OptionFacts& option) {
  std::vector<std::string> names;
  for (const std::string& name : option.names) names.push_back(bold(name));
  std::string text = ".TP\n" + joined(names, ", ");
  if (!option.value.empty()) text += " " + value_text(option);
  text += "\n" + troff(option.description);
  if (!option.default_text.empty()) text += fmt::format(" (default: {})", troff(option.default_text));
  return text + "\n";
}

std::string positional_text(const OptionFacts& positional) {
  return fmt::format(".TP\n{}\n{}\n", italic(positional.names.front()), troff(positional.description));
}

std::string synopsis_text(const CommandFacts& command) {
  std::string text = bold("assay " + command.name) + " [" + italic("OPTIONS") + "]";
  for (const OptionFacts& positional : command.positionals) {
    const std::string name = italic(positional.names.front()) + (positional.takes_many ? "..." : "");
    text += positional.is_required ? " " + name : " [" + name + "]";
  }
  return text + "\n";
}

std::string footer_text(const std::string& footer) {
  return footer.empty() ? "" : fmt::format(".PP\n.nf\n{}\n.fi\n", troff(footer));
}

std::string command_text(const CommandFacts& command) {
  std::string text =
      fmt::format(".SS \"assay {}\"\n{}\n.PP\n{}", command.name, troff(command.description), synopsis_text(command));
  for (const OptionFacts& positional : command.positionals) text += positional_text(positional);
  for (const OptionFacts& option : command.options) text += option_text(option);
  return text + footer_text(command.footer);
}

std::string man_page(const CommandLine& line) {
  std::string text = fmt::format(".TH ASSAY 1 \"\" \"assay {}\" \"User Commands\"\n", version);
  text += ".SH NAME\nassay \\- judges the physics of OpenUSD assets\n";
  text += fmt::format(".SH SYNOPSIS\n{} [{}] {} ...\n", bold("assay"), italic("OPTIONS"), italic("COMMAND"));
  text += fmt::format(".SH DESCRIPTION\n{}\n", troff(line.program.description));
  text += ".SH OPTIONS\n";
  for (const OptionFacts& option : line.program.options) text += option_text(option);
  text += footer_text(line.program.footer);
  text += ".SH COMMANDS\n";
  for (const CommandFacts& command : line.commands) text += command_text(command);
  return text;
}

}  // namespace

void add_man(CLI::App& app, int& exit_code) {
  CLI::App* command = app.add_subcommand("man", "print the man page")->group("");
  command->footer("Examples:\n  assay man > assay.1 && man ./assay.1");
  command->callback([&app, &exit_code] { exit_code = write_output(man_page(command_line_of(app))) ? 0 : exit_usage; });
}

}  // namespace assay::cli
