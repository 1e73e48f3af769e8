#pragma once

#include <CLI/CLI.hpp>

#include <functional>

namespace assay::cli {

/// Sets `exit_code` when its subcommand was chosen and has run.
void add_check(CLI::App& app, int& exit_code);
void add_audit(CLI::App& app, int& exit_code);
void add_dump(CLI::App& app, int& exit_code);
void add_inspect(CLI::App& app, int& exit_code);
void add_rules(CLI::App& app, int& exit_code);
void add_explain(CLI::App& app, int& exit_code);
void add_schema(CLI::App& app, int& exit_code);
void add_profiles(CLI::App& app, int& exit_code);
void add_effects(CLI::App& app, int& exit_code);
void add_completions(CLI::App& app, int& exit_code);
void add_man(CLI::App& app, int& exit_code);

inline constexpr int exit_usage = 2;  // the command could not do its work

}  // namespace assay::cli
