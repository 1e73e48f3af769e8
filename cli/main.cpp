#include "assay/base/version.h"
#include "cli/commands.h"
#include "cli/output.h"

#include <csignal>
#include <iostream>
#include <sstream>

#include <fcntl.h>
#include <unistd.h>

namespace {

/// Takes the standard streams that are closed, so that no file that is opened later is taken for one. What is written
/// to a closed standard output then fails, as it should.
void fill_closed_streams() {
  for (int opened = 0; opened >= 0 && opened <= STDERR_FILENO;) {
    opened = open("/dev/null", O_RDONLY);
    if (opened > STDERR_FILENO) close(opened);
  }
}

/// Prints what was asked for with --help or --version, or what is wrong with the command line.
int end_of_parsing(const CLI::App& app, const CLI::ParseError& error) {
  // CLI11 asks for a subcommand without saying which word was taken for one
  const std::vector<std::string> words = app.remaining();
  if (dynamic_cast<const CLI::RequiredError*>(&error) != nullptr && app.get_subcommands().empty() && !words.empty()) {
    return assay::cli::fail("there is no command '" + words.front() + "'; `assay --help` lists them");
  }
  if (error.get_exit_code() != 0 && assay::cli::tells_errors_as_json()) return assay::cli::fail(error.what());
  std::ostringstream text;
  if (app.exit(error, text, std::cerr) != 0) return assay::cli::exit_usage;
  return assay::cli::write_output(text.str()) ? 0 : assay::cli::exit_usage;
}

}  // namespace

int main(int argc, char** argv) {
  fill_closed_streams();
  // a reader that went away and a file over its limit are errors of writing
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  CLI::App app("Tells whether the physics of an OpenUSD asset is right in every runtime that will load it.", "assay");
  app.set_version_flag(
      "--version", "assay " + std::string(assay::version) + " (OpenUSD " + std::string(assay::openusd_version) + ")");
  app.require_subcommand(1);
  app.footer("Examples:\n  assay check robot.usda\n  assay check library/ --format json\n  assay explain RV.011");

  int exit_code = 0;
  assay::cli::add_check(app, exit_code);
  assay::cli::add_inspect(app, exit_code);
  assay::cli::add_audit(app, exit_code);
  assay::cli::add_dump(app, exit_code);
  assay::cli::add_rules(app, exit_code);
  assay::cli::add_explain(app, exit_code);
  assay::cli::add_schema(app, exit_code);
  assay::cli::add_profiles(app, exit_code);
  assay::cli::add_effects(app, exit_code);
  assay::cli::add_completions(app, exit_code);
  assay::cli::add_man(app, exit_code);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return end_of_parsing(app, error);
  }
  return exit_code;
}
