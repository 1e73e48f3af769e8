#include "assay/check/check.h"

#include "assay/check/baseline.h"
#include "assay/check/find_assets.h"
#include "assay/check/selectors.h"
#include "assay/check/settings.h"
#include "assay/check/text_fixes.h"
#include "cli/check_reports.h"
#include "cli/commands.h"
#include "cli/fix.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/shared_options.h"
#include "cli/write_file.h"

#include <algorithm>
#include <csignal>
#include <ctime>
#include <filesystem>
#include <memory>
#include <optional>

#include <unistd.h>

namespace assay::cli {
namespace {

namespace fs = std::filesystem;

volatile std::sig_atomic_t interrupted = 0;

/// What the command line says, before it is checked.
struct Arguments {
  std::vector<std::string> paths;
  std::string profile = "simready";
  std::string isolation = "auto";
  std::vector<std::string> require;
  std::vector<std::string> runtime;
  std::string role;
  std::string limits;
  std::vector<std::string> select;
  std::vector<std::string> ignore;
  std::string fail_on = "error";
  int jobs = 0;
  std::string format = "text";
  bool json = false;
  std::vector<std::string> output;
  std::string config;
  std::string baseline;
  std::string write_baseline;
  std::string today;
  bool composes_each = false;
  std::string relative_to;
  std::string color = "auto";
  FixArguments fixes;

  std::string printed_format() const { return json ? "json" : format; }
};

Result<std::vector<Target>> targets_of(const std::vector<std::string>& names, const char* option) {
  std::vector<Target> targets;
  for (const std::string& name : names) {
    const schema::Runtime* runtime = schema::find_runtime(name);
    if (runtime == nullptr) {
      return Error{ErrorCode::InvalidArgument,
                   std::string(option) + ": there is no runtime '" + name + "'; use physx, newton or mujoco", "", 0, 0};
    }
    targets.push_back(runtime->target);
  }
  return targets;
}

rules::Isolation isolation_of(const std::string& name) {
  if (name == "always") return rules::Isolation::Always;
  return name == "off" ? rules::Isolation::Off : rules::Isolation::Auto;
}

Result<check::Options> options_of(const Arguments& arguments) {
  check::Options options;
  options.profile = schema::find_profile(arguments.profile);
  const Result<std::vector<Target>> required = targets_of(arguments.require, "--require");
  if (!required) return required.error();
  const Result<std::vector<Target>> runtimes = targets_of(arguments.runtime, "--runtime");
  if (!runtimes) return runtimes.error();
  Result<schema::Limits> limits = limits_of(arguments.limits);
  if (!limits) return limits.error();

  options.required = required.value();
  options.runtimes = runtimes.value();
  options.limits = std::move(limits.value());
  options.isolation = isolation_of(arguments.isolation);
  options.role = arguments.role;
  options.select = arguments.select;
  options.ignore = arguments.ignore;
  severity_from_name(arguments.fail_on, options.fail_on);
  options.jobs = arguments.jobs;
  std::error_code ignored;
  if (!arguments.relative_to.empty() && !fs::is_directory(arguments.relative_to, ignored)) {
    return Error{ErrorCode::NotFound, "--relative-to: there is no folder '" + arguments.relative_to + "'", "", 0, 0};
  }
  if (!arguments.relative_to.empty())
    options.relative_to = fs::absolute(arguments.relative_to, ignored).lexically_normal().string();
  options.is_cancelled = [] { return interrupted != 0; };
  for (const auto& [name, selectors] :
       {std::pair("--select", &options.select), std::pair("--ignore", &options.ignore)}) {
    const std::optional<std::string> selector = check::unknown_selector(*selectors);
    if (!selector) continue;
    return Error{
        ErrorCode::InvalidArgument,
        std::string(name) + ": '" + *selector + "' names no rule, group or requirement; `assay rules` lists them", "",
        0, 0};
  }
  return options;
}

std::string absolute(const std::string& path) { return fs::absolute(path).lexically_normal().string(); }

/// The day that --today names, else the present one where the user is.
Result<check::Date> today_of(const std::string& text) {
  if (text.empty()) {
    const std::time_t now = std::time(nullptr);
    std::tm local{};
    localtime_r(&now, &local);
    return check::Date{local.tm_year + 1900, local.tm_mon + 1, local.tm_mday};
  }
  const std::optional<check::Date> date = check::date_from_text(text);
  if (date) return *date;
  return Error{ErrorCode::InvalidArgument, "--today: '" + text + "' is no day: YYYY-MM-DD", "", 0, 0};
}

/// The settings of --config, else of the nearest assay.toml.
Result<check::Settings> settings_of(const std::string& config, const std::string& common_folder) {
  std::optional<std::string> file = check::find_settings(common_folder);
  if (!config.empty()) file = absolute(config);
  if (!file) return check::Settings();
  const std::string shown = fs::path(*file).lexically_proximate(fs::current_path()).string();
  const Result<std::string> text = read_file(*file);
  if (!text) {
    return Error{ErrorCode::NotFound, (config.empty() ? "" : "--config: ") + ("cannot read '" + shown + "'"), shown, 0,
                 0};
  }
  Result<check::Settings> settings = check::read_settings(text.value(), *file);
  if (settings) return settings;
  Error error = settings.error();
  error.file = shown;
  return error;
}

Result<check::Baseline> baseline_of(const std::string& file) {
  if (file.empty()) return check::Baseline();
  const Result<std::string> text = read_file(file);
  if (!text) return Error{ErrorCode::NotFound, "--baseline: " + text.error().message, "", 0, 0};
  Result<check::Baseline> baseline = check::read_baseline(text.value(), absolute(file));
  if (baseline) return baseline;
  return Error{baseline.error().code, "--baseline: '" + file + "' " + baseline.error().message, "", 0, 0};
}

/// Adds what silences findings, and the folder that assets are relative to, which is that of the settings where it
/// holds all paths.
std::optional<Error> add_silencing(const Arguments& arguments, const std::string& common_folder,
                                   check::Options& options) {
  const Result<check::Date> today = today_of(arguments.today);
  if (!today) return today.error();
  Result<check::Settings> settings = settings_of(arguments.config, common_folder);
  if (!settings) return settings.error();
  Result<check::Baseline> baseline = baseline_of(arguments.baseline);
  if (!baseline) return baseline.error();
  options.today = today.value();
  options.composes_each = arguments.composes_each;
  options.settings = std::move(settings.value());
  options.baseline = std::move(baseline.value());
  for (const auto& [rule, severity] : options.settings.severities) options.limits.severities[rule] = severity;

  if (!options.relative_to.empty()) return std::nullopt;
  options.relative_to = common_folder;
  const std::string folder = fs::path(options.settings.file).parent_path().string();
  if (folder.empty()) return std::nullopt;
  const std::string way = fs::path(common_folder).lexically_relative(folder).generic_string();
  if (way != ".." && !way.starts_with("../")) options.relative_to = folder;
  return std::nullopt;
}

/// Writes every file that was asked for; the exit code when one could not be written, else 0.
int write_files(const CheckReport& report, const check::Options& options, const std::vector<Output>& outputs,
                const Arguments& arguments) {
  int code = 0;
  const bool color = arguments.color == "always";
  for (const Output& output : outputs) {
    const std::optional<Error> error = write_file(output.file, report_text(report, options, output.format, color));
    if (error) code = fail("--output: " + error->message);
  }
  const std::string& baseline = arguments.write_baseline;
  if (baseline.empty() || report.is_cancelled) return code;
  const std::string text = check::baseline_json(report, options.relative_to, absolute(baseline), options.baseline);
  const std::optional<Error> error = write_file(baseline, text);
  return error ? fail("--write-baseline: " + error->message) : code;
}

/// The report after judging, or after fixing where that is asked for.
FixRun judged(const check::FoundAssets& found, const check::Options& options, const Arguments& arguments) {
  FixRun run;
  if (arguments.fixes.is_wanted()) {
    run = run_fixes(found, options, arguments.fixes, arguments.printed_format() == "text");
  } else {
    run.report = check::run(found, options, draw_progress);
  }
  clear_progress();
  return run;
}

/// Works out what fixes change in text where a report says so; the exit code when that failed, else 0.
int complete_fixes(const check::FoundAssets& found, const check::Options& options, const Arguments& arguments,
                   const std::vector<Output>& outputs, CheckReport& report) {
  const bool is_needed = (arguments.printed_format() == "sarif" && !arguments.fixes.dry_run) ||
                         std::ranges::find(outputs, "sarif", &Output::format) != outputs.end();
  if (!is_needed || report.is_cancelled) return 0;
  const std::optional<Error> error = check::add_text_changes(found, options, report);
  return error ? fail("the SARIF report has no fixes: " + error->message) : 0;
}

int run(const Arguments& arguments) {
  Result<check::Options> options = options_of(arguments);
  if (!options) return fail(options.error());
  if ((arguments.fixes.dry_run || arguments.fixes.rewrite) && !arguments.fixes.is_wanted()) {
    return fail("--dry-run and --rewrite go with --fix or --suggested-fixes");
  }
  const Result<std::vector<Output>> outputs = outputs_of(arguments.output);
  if (!outputs) return fail(outputs.error());
  if (!arguments.write_baseline.empty()) {
    const std::optional<Error> error = check_writable(arguments.write_baseline);
    if (error) return fail("--write-baseline: " + error->message);
  }
  const check::FoundAssets found = check::find_assets(arguments.paths);
  if (const std::optional<Error> error = add_silencing(arguments, found.common_folder, options.value())) {
    return fail(*error);
  }
  std::signal(SIGINT, [](int) { interrupted = 1; });
  FixRun run = judged(found, options.value(), arguments);
  int code = std::max(run.exit_code, complete_fixes(found, options.value(), arguments, outputs.value(), run.report));
  if (!arguments.fixes.dry_run) {
    const bool color = wants_color(arguments.color, STDOUT_FILENO);
    const std::string text = report_text(run.report, options.value(), arguments.printed_format(), color);
    code = std::max(code, write_output(text) ? 0 : exit_usage);
  }
  code = std::max(code, write_files(run.report, options.value(), outputs.value(), arguments));
  return std::max(code, check::exit_code_of(run.report, options.value().fail_on));
}

void add_silencing_options(CLI::App& command, Arguments& arguments) {
  const char* group = "Silencing";
  command.add_option("--today", arguments.today, "day that silences expire by")->type_name("YYYY-MM-DD")->group("");
  command
      .add_flag("--compose-each", arguments.composes_each,
                "every selection by a composition of its own: slower, and the same result")
      ->group("");
  command
      .add_option("--config", arguments.config,
                  "settings: severities and silences (default: assay.toml in the folder of the PATHs or above)")
      ->type_name("FILE")
      ->group(group);
  command.add_option("--baseline", arguments.baseline, "known findings, which count in no verdict")
      ->type_name("FILE")
      ->group(group);
  command.add_option("--write-baseline", arguments.write_baseline, "write all findings into a baseline")
      ->type_name("FILE")
      ->group(group);
}

void add_options(CLI::App& command, Arguments& arguments) {
  command
      .add_option("PATH", arguments.paths, "files, folders (their root layers), globs, or @LIST with a path per line")
      ->required();
  command
      .add_option("--runtime", arguments.runtime,
                  "judge for these runtimes (physx, newton, mujoco) instead of those declared")
      ->delimiter(',')
      ->allow_extra_args(false);
  command.add_option("--require", arguments.require, "runtimes the asset must have been prepared for")
      ->delimiter(',')
      ->allow_extra_args(false);
  add_profile_option(command, arguments.profile, "versions, policy and conventions that hold");
  command
      .add_option("--isolation", arguments.isolation,
                  "enforce the isolation policy: auto where runtime sets are declared, always, off")
      ->check(CLI::IsMember({"auto", "always", "off"}))
      ->capture_default_str();
  command.add_option("--role", arguments.role, "what the file is for; guessed when not given")
      ->check(CLI::IsMember({"asset", "robot", "scene", "viewing"}));
  add_limits_option(command, arguments.limits);
  command
      .add_option("--select", arguments.select,
                  "only these rules, groups, requirements (RV.011), prefixes (RV) or features (FET_000_NEWTON)")
      ->delimiter(',')
      ->allow_extra_args(false);
  command.add_option("--ignore", arguments.ignore, "not these, named as for --select")
      ->delimiter(',')
      ->allow_extra_args(false);
  command.add_option("--fail-on", arguments.fail_on, "severity from which the exit code is 1")
      ->check(CLI::IsMember({"error", "warning"}))
      ->capture_default_str();
  command.add_option("--jobs", arguments.jobs, "worker processes; 0 means one for each processor")
      ->check(CLI::Range(0, 1024))
      ->capture_default_str();
  command.add_option("--format", arguments.format, "what to print")
      ->check(CLI::IsMember(report_formats()))
      ->capture_default_str();
  command.add_flag("--json", arguments.json, "short for --format json");
  command.add_option("--output", arguments.output, "also write the report to a file; may be given for several formats")
      ->type_name("FORMAT=FILE")
      ->allow_extra_args(false);
  add_silencing_options(command, arguments);
  add_fix_options(command, arguments.fixes);
  command
      .add_option("--relative-to", arguments.relative_to,
                  "folder that `asset` in reports is relative to (default: the folder of assay.toml, else the folder "
                  "that holds all PATHs)")
      ->type_name("FOLDER");
  add_color_option(command, arguments.color);
}

}  // namespace

void add_check(CLI::App& app, int& exit_code) {
  const auto arguments = std::make_shared<Arguments>();
  CLI::App* command =
      app.add_subcommand("check", "judge assets: which data reaches which runtime, from where, and whether it may");
  add_options(*command, *arguments);
  command->footer(
      "Exit codes: 0 verdicts meet --fail-on, 1 they do not, 2 something could not be judged, 70 a bug in Assay,\n130 "
      "interrupted.\n"
      "Examples:\n"
      "  assay check robot.usda\n"
      "  assay check library/ --require physx,newton --fail-on warning\n"
      "  assay check robot.usdz --runtime mujoco --select RV.011 --format json\n"
      "  assay check @changed-assets.txt --json --relative-to .\n"
      "  assay check library/ --output sarif=assay.sarif --output junit=assay.xml\n"
      "  assay check library/ --baseline known.json --write-baseline known.json\n"
      "  assay check library/ --suggested-fixes --dry-run");
  command->callback([arguments, &exit_code] { exit_code = run(*arguments); });
}

}  // namespace assay::cli
