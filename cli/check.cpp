#include "assay/check/check.h"

#include "assay/check/selectors.h"
#include "assay/report/json.h"
#include "assay/report/text.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "cli/progress.h"

#include <csignal>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <sstream>

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
  std::string relative_to;
  std::string color = "auto";
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

Result<schema::Limits> limits_of(const std::string& file) {
  if (file.empty()) return schema::built_in_limits();
  std::ifstream stream(file);
  std::stringstream text;
  text << stream.rdbuf();
  if (!stream) return Error{ErrorCode::NotFound, "--limits: cannot read '" + file + "'", file, 0, 0};
  return schema::read_limits(text.str(), file);
}

rules::Isolation isolation_of(const std::string& name) {
  if (name == "always") return rules::Isolation::Always;
  return name == "off" ? rules::Isolation::Off : rules::Isolation::Auto;
}

std::string text_of(const Error& error) {
  return error.line == 0 ? error.message
                         : error.file + ":" + std::to_string(error.line) + ":" + std::to_string(error.column) + ": " +
                               error.message;
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

int run(const Arguments& arguments) {
  const Result<check::Options> options = options_of(arguments);
  if (!options) return fail(text_of(options.error()));
  std::signal(SIGINT, [](int) { interrupted = 1; });
  const CheckReport report = check::run(arguments.paths, options.value(), draw_progress);
  clear_progress();
  const bool json = arguments.json || arguments.format == "json";
  const bool color = wants_color(arguments.color, STDOUT_FILENO);
  const bool written = write_output(json ? report::check_json(report) : report::check_text(report, color));
  const int code = check::exit_code_of(report, options.value().fail_on);
  return written || code != 0 ? code : exit_usage;
}

std::vector<std::string> profile_names() {
  std::vector<std::string> names;
  for (const schema::Profile& profile : schema::profiles()) names.emplace_back(profile.name);
  return names;
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
  command.add_option("--profile", arguments.profile, "versions, policy and conventions that hold")
      ->check(CLI::IsMember(profile_names()))
      ->capture_default_str();
  command
      .add_option("--isolation", arguments.isolation,
                  "enforce the isolation policy: auto where runtime sets are declared, always, off")
      ->check(CLI::IsMember({"auto", "always", "off"}))
      ->capture_default_str();
  command.add_option("--role", arguments.role, "what the file is for; guessed when not given")
      ->check(CLI::IsMember({"asset", "robot", "scene", "viewing"}));
  command.add_option("--limits", arguments.limits, "limits file (TOML) that changes the built-in limits");
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
  command.add_option("--format", arguments.format, "text or json")
      ->check(CLI::IsMember({"text", "json"}))
      ->capture_default_str();
  command.add_flag("--json", arguments.json, "short for --format json");
  command.add_option("--relative-to", arguments.relative_to,
                     "folder that `asset` in JSON is relative to (default: the folder that holds all PATHs)");
  command.add_option("--color", arguments.color, "auto, always or never")
      ->check(CLI::IsMember({"auto", "always", "never"}))
      ->capture_default_str();
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
      "  assay check @changed-assets.txt --json --relative-to .");
  command->callback([arguments, &exit_code] { exit_code = run(*arguments); });
}

}  // namespace assay::cli
