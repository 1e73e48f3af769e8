#pragma once

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace assay::cli {

/// What completions and the man page say about one option or positional.
struct OptionFacts {
  std::vector<std::string> names;  // with their dashes, long ones last; one word without dashes for a positional
  std::string description;
  std::string value;                 // placeholder of the value, e.g. FILE; empty for a flag
  std::vector<std::string> choices;  // the only values it takes; empty when it takes others too
  std::string default_text;
  bool is_required = false;
  bool takes_many = false;
  bool takes_path = false;
};

/// One subcommand, or the program itself.
struct CommandFacts {
  std::string name;
  std::string description;
  std::string footer;
  std::vector<OptionFacts> options;
  std::vector<OptionFacts> positionals;
};

/// The whole command line, hidden parts left out.
struct CommandLine {
  CommandFacts program;
  std::vector<CommandFacts> commands;
};

/// Reads the definitions that CLI11 parses by.
CommandLine command_line_of(const CLI::App& app);

/// `text` with every `from` replaced.
std::string replaced(std::string text, std::string_view from, std::string_view to);

/// The texts in one, with `separator` between them.
std::string joined(const std::vector<std::string>& texts, std::string_view separator);

}  // namespace assay::cli
