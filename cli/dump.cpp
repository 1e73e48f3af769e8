#include "assay/stage/dump.h"

#include "assay/check/confined_process.h"
#include "assay/stage/start.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "cli/shared_options.h"

#include <filesystem>
#include <memory>

namespace assay::cli {
namespace {

namespace fs = std::filesystem;

/// What the command line says, before it is checked.
struct Arguments {
  std::string file;
  std::vector<std::string> variants;
  std::optional<double> time;
  std::string profile = "simready";
  std::string limits;
};

Result<stage::DumpOptions> options_of(const Arguments& arguments) {
  stage::DumpOptions options;
  options.profile = schema::find_profile(arguments.profile);
  options.time = arguments.time;
  const Result<std::vector<stage::ChosenVariant>> chosen = chosen_variants(arguments.variants);
  if (!chosen) return chosen.error();
  options.chosen = chosen.value();
  return options;
}

/// Prints the dump as it is made, by a process of its own since the file may be hostile.
Result<bool> print_dump(const Arguments& arguments) {
  const Result<stage::DumpOptions> options = options_of(arguments);
  if (!options) return options.error();
  const Result<schema::Limits> limits = limits_of(arguments.limits);
  if (!limits) return limits.error();
  const std::string file = fs::absolute(arguments.file).lexically_normal().string();
  const auto work = [&](const check::Take& give) -> Result<bool> {
    const Result<bool> started = stage::start_openusd(1);
    if (!started) return started.error();
    return stage::dump(file, options.value(), give);
  };
  Result<bool> done = check::run_confined(limits.value(), "the dump", work,
                                          [](std::string_view piece) { return write_output(std::string(piece)); });
  if (done) return done;
  return of_file(done.error(), arguments.file);
}

int run(const Arguments& arguments) {
  const Result<bool> printed = print_dump(arguments);
  if (!printed) return fail(printed.error());
  return printed.value() ? 0 : exit_usage;
}

}  // namespace

void add_dump(CLI::App& app, int& exit_code) {
  const auto arguments = std::make_shared<Arguments>();
  CLI::App* command =
      app.add_subcommand("dump", "print the composed stage of a file as JSON: prims, values and where they come from");
  command->add_option("FILE", arguments->file, "root layer (.usd, .usda, .usdc or .usdz)")->required();
  add_variant_option(*command, arguments->variants);
  command->add_option("--time", arguments->time, "also the values at this time [time codes of the stage]");
  add_profile_option(*command, arguments->profile, "versions of the schemas that fallbacks come from");
  add_limits_option(*command, arguments->limits);
  command->footer(
      "Examples:\n"
      "  assay dump robot.usda\n"
      "  assay dump robot.usda --variant /Robot:PhysX=Enabled --variant /Robot:Newton=Disabled\n"
      "  assay dump animated.usdz --time 24");
  command->callback([arguments, &exit_code] { exit_code = run(*arguments); });
}

}  // namespace assay::cli
