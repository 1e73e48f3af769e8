#include "cli/fix.h"

#include "cli/commands.h"
#include "cli/output.h"
#include "cli/progress.h"

#include <cstdio>

namespace assay::cli {
namespace {

std::string line_of(const char* what, const check::FixNote& note) {
  const std::string reason = note.reason.empty() ? "" : ": " + note.reason;
  return std::string(what) + note.layers + ": " + note.title + " [" + note.rule + "]" + reason + "\n";
}

std::string summary_of(const check::FixReport& done, bool dry_run) {
  std::string text;
  for (const check::FixNote& note : done.applied) text += line_of(dry_run ? "would fix  " : "fixed    ", note);
  for (const check::FixNote& note : done.refused) text += line_of("refused  ", note);
  text += std::string(dry_run ? "found    " : "left     ") + std::to_string(done.left) +
          (done.left == 1 ? " finding" : " findings");
  if (done.left_suggested > 0) {
    text += ", " + std::to_string(done.left_suggested) + " with a suggested fix (--suggested-fixes)";
  }
  return text + "\n";
}

}  // namespace

void add_fix_options(CLI::App& command, FixArguments& arguments) {
  command.add_flag("--fix", arguments.fix, "apply safe fixes to the layers below the folders of the PATHs");
  command.add_flag("--suggested-fixes", arguments.suggested, "apply safe fixes and those that a person must choose");
  command.add_flag("--dry-run", arguments.dry_run, "with fixes: print a diff of what they would change, write nothing");
  command.add_flag("--rewrite", arguments.rewrite,
                   "with fixes: write layers anew that cannot be edited in place (.usdc, unclear text)");
}

FixRun run_fixes(const check::FoundAssets& found, const check::Options& options, const FixArguments& arguments,
                 bool is_text) {
  const check::FixOptions fix_options{arguments.suggested, arguments.dry_run, arguments.rewrite};
  check::FixReport done = check::fix(found, options, fix_options, draw_progress);
  clear_progress();
  FixRun run;
  for (const Error& error : done.errors) run.exit_code = fail(error.message);
  const std::string summary = summary_of(done, arguments.dry_run);
  const bool is_on_output = is_text && !arguments.dry_run;
  if (!is_on_output) std::fputs(summary.c_str(), stderr);
  if (!write_output(is_on_output ? summary + "\n" : done.diff)) run.exit_code = exit_usage;
  run.report = std::move(done.report);
  return run;
}

}  // namespace assay::cli
