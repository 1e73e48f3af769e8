#pragma once

#include "assay/check/fix.h"

#include <CLI/CLI.hpp>

namespace assay::cli {

/// What the command line says of fixes.
struct FixArguments {
  bool fix = false;
  bool suggested = false;
  bool dry_run = false;
  bool rewrite = false;

  bool is_wanted() const { return fix || suggested; }
};

void add_fix_options(CLI::App& command, FixArguments& arguments);

/// The judgement after fixing, and the least exit code that fixing leads to.
struct FixRun {
  CheckReport report;
  int exit_code = 0;
};

/// Judges, fixes and judges again. What was fixed, refused and left is written to standard output in front of a text
/// report, else to standard error; the diff of a dry run to standard output.
FixRun run_fixes(const check::FoundAssets& found, const check::Options& options, const FixArguments& arguments,
                 bool is_text);

}  // namespace assay::cli
