#include "cli/command_line.h"
#include "cli/commands.h"
#include "cli/output.h"

#include <fmt/format.h>

#include <memory>

namespace assay::cli {
namespace {

std::vector<std::string> option_names(const CommandFacts& command) {
  std::vector<std::string> names;
  for (const OptionFacts& option : command.options) names.insert(names.end(), option.names.begin(), option.names.end());
  return names;
}

std::vector<std::string> command_names(const CommandLine& line) {
  std::vector<std::string> names;
  for (const CommandFacts& command : line.commands) names.push_back(command.name);
  return names;
}

// --- bash ---

constexpr std::string_view bash_files = "_assay_files";

/// What completes a value or a positional in bash.
std::string bash_action(const OptionFacts& option) {
  if (!option.choices.empty()) return fmt::format("_assay_words \"{}\"", joined(option.choices, " "));
  return option.takes_path ? std::string(bash_files) : "";
}

std::string bash_values(const CommandFacts& command, const std::string& prefix) {
  std::string text;
  for (const OptionFacts& option : command.options) {
    if (option.value.empty()) continue;
    std::vector<std::string> patterns;
    for (const std::string& name : option.names) patterns.push_back(fmt::format("\"{} {}\"", prefix, name));
    const std::string action = bash_action(option);
    text += fmt::format("    {})\n{}      return\n      ;;\n", joined(patterns, " | "),
                        action.empty() ? "" : "      " + action + "\n");
  }
  return text;
}

std::string bash_script(const CommandLine& line) {
  std::string values = bash_values(line.program, "");
  std::string options = fmt::format("      \"\") _assay_words \"{}\" ;;\n", joined(option_names(line.program), " "));
  std::string words = fmt::format("    \"\") _assay_words \"{}\" ;;\n", joined(command_names(line), " "));
  for (const CommandFacts& command : line.commands) {
    values += bash_values(command, command.name);
    options += fmt::format("      {}) _assay_words \"{}\" ;;\n", command.name, joined(option_names(command), " "));
    const std::string action = command.positionals.empty() ? "" : bash_action(command.positionals.front());
    if (!action.empty()) words += fmt::format("    {}) {} ;;\n", command.name, action);
  }
  return fmt::format(R"(# bash completion of assay; load it with: source <(assay completions bash)
_assay_words() {{
  mapfile -t COMPREPLY < <(compgen -W "$1" -- "$current")
}}

_assay_files() {{
  compopt -o filenames 2>/dev/null
  mapfile -t COMPREPLY < <(compgen -f -- "$current")
}}

_assay() {{
  local current="${{COMP_WORDS[COMP_CWORD]}}" previous="${{COMP_WORDS[COMP_CWORD - 1]}}" command="" index
  COMPREPLY=()
  for ((index = 1; index < COMP_CWORD; index++)); do
    case "${{COMP_WORDS[index]}}" in
      {0})
        command="${{COMP_WORDS[index]}}"
        break
        ;;
    esac
  done
  # bash splits --option=value at the equals sign
  if [[ "$current" == "=" ]]; then
    current=""
  elif [[ "$previous" == "=" ]]; then
    previous="${{COMP_WORDS[COMP_CWORD - 2]}}"
  fi
  case "$command $previous" in
{1}  esac
  if [[ "$current" == -* ]]; then
    case "$command" in
{2}    esac
    return
  fi
  case "$command" in
{3}  esac
}}

complete -F _assay assay
)",
                     joined(command_names(line), " | "), values, options, words);
}

// --- zsh ---

/// A text inside single quotes of a shell.
std::string single_quoted(const std::string& text) { return "'" + replaced(text, "'", R"('\'')") + "'"; }

/// A text inside a specification of zsh's `_arguments`.
std::string zsh_text(std::string text) {
  for (const char* special : {"\\", "[", "]", ":"}) text = replaced(text, special, std::string("\\") + special);
  return text;
}

std::string zsh_action(const OptionFacts& option) {
  if (!option.choices.empty()) return "(" + joined(option.choices, " ") + ")";
  return option.takes_path ? "_files" : "";
}

std::string zsh_arguments(const CommandFacts& command) {
  std::string text = "_arguments";
  for (const OptionFacts& option : command.options) {
    for (const std::string& name : option.names) {
      std::string specification =
          fmt::format("{}{}[{}]", option.takes_many ? "*" : "", name, zsh_text(option.description));
      if (!option.value.empty()) specification += fmt::format(":{}:{}", zsh_text(option.value), zsh_action(option));
      text += " \\\n        " + single_quoted(specification);
    }
  }
  for (const OptionFacts& positional : command.positionals) {
    text += " \\\n        " + single_quoted(fmt::format("{}:{}:{}", positional.takes_many ? "*" : "",
                                                        zsh_text(positional.names.front()), zsh_action(positional)));
  }
  return text;
}

std::string zsh_script(const CommandLine& line) {
  std::string commands;
  std::string cases;
  for (const CommandFacts& command : line.commands) {
    commands += "    " + single_quoted(command.name + ":" + replaced(command.description, ":", "\\:")) + "\n";
    cases += fmt::format("    {})\n      {}\n      ;;\n", command.name, zsh_arguments(command));
  }
  return fmt::format(R"(#compdef assay
# zsh completion of assay; load it with: source <(assay completions zsh)
_assay() {{
  local -a commands=(
{0}  )
  if ((CURRENT == 2)); then
    if [[ "$words[2]" == -* ]]; then
      {1}
    else
      _describe command commands
    fi
    return
  fi
  shift words
  ((CURRENT--))
  case "$words[1]" in
{2}  esac
}}

if [[ "$funcstack[1]" == _assay ]]; then
  _assay "$@"
else
  compdef _assay assay
fi
)",
                     commands, zsh_arguments(line.program), cases);
}

// --- fish ---

std::string fish_quoted(const std::string& text) {
  return "'" + replaced(replaced(text, "\\", "\\\\"), "'", "\\'") + "'";
}

std::string fish_option(const OptionFacts& option, const std::string& condition) {
  std::string text = fmt::format("complete -c assay -n {}", fish_quoted(condition));
  for (const std::string& name : option.names) {
    text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
  }
  if (!option.choices.empty()) {
    text += " -x -a " + fish_quoted(joined(option.choices, " "));
  } else if (option.takes_path) {
    text += " -r -F";
  } else if (!option.value.empty()) {
    text += " -x";
  }
  return text + " -d " + fish_quoted(option.description) + "\n";
}

std::string fish_script(const CommandLine& line) {
  std::string text = "# fish completion of assay; load it with: assay completions fish | source\n";
  text += "complete -c assay -f\n";
  for (const OptionFacts& option : line.program.options) text += fish_option(option, "__fish_use_subcommand");
  for (const CommandFacts& command : line.commands) {
    text += fmt::format("complete -c assay -n __fish_use_subcommand -a {} -d {}\n", command.name,
                        fish_quoted(command.description));
  }
  for (const CommandFacts& command : line.commands) {
    const std::string condition = "__fish_seen_subcommand_from " + command.name;
    for (const OptionFacts& option : command.options) text += fish_option(option, condition);
    for (const OptionFacts& positional : command.positionals) {
      if (positional.choices.empty() && !positional.takes_path) continue;
      text += fmt::format("complete -c assay -n {} {}\n", fish_quoted(condition),
                          positional.takes_path ? "-F" : "-a " + fish_quoted(joined(positional.choices, " ")));
    }
  }
  return text;
}

std::string script_of(const CommandLine& line, const std::string& shell) {
  if (shell == "bash") return bash_script(line);
  return shell == "zsh" ? zsh_script(line) : fish_script(line);
}

}  // namespace

void add_completions(CLI::App& app, int& exit_code) {
  const auto shell = std::make_shared<std::string>();
  CLI::App* command = app.add_subcommand("completions", "print what completes the command line in a shell");
  command->add_option("SHELL", *shell, "bash, zsh or fish")->required()->check(CLI::IsMember({"bash", "zsh", "fish"}));
  command->footer(
      "Examples:\n  source <(assay completions bash)\n  assay completions fish > "
      "~/.config/fish/completions/assay.fish");
  command->callback([&app, shell, &exit_code] {
    exit_code = write_output(script_of(command_line_of(app), *shell)) ? 0 : exit_usage;
  });
}

}  // namespace assay::cli
