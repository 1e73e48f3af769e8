#include "assay/stage/dump.h"

#include "assay/stage/start.h"
#include "cli/commands.h"
#include "cli/output.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <memory>

namespace assay::cli {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

/// What the command line says, before it is checked.
struct Arguments {
  std::string file;
  std::vector<std::string> variants;
  std::optional<double> time;
  std::string profile = "simready";
};

/// Reads /Prim:Set=Option; the option may be empty, which selects none.
Result<stage::ChosenVariant> variant_of(const std::string& text) {
  const std::size_t equals = text.find('=');
  const std::size_t colon = text.rfind(':', equals);
  if (!text.starts_with('/') || equals == std::string::npos || colon == std::string::npos || equals == colon + 1) {
    return Error{ErrorCode::InvalidArgument, "--variant: '" + text + "' is not /Prim:Set=Option", "", 0, 0};
  }
  return stage::ChosenVariant{text.substr(0, colon), text.substr(colon + 1, equals - colon - 1),
                              text.substr(equals + 1)};
}

Result<std::string> dump_text(const Arguments& arguments) {
  stage::DumpOptions options;
  options.profile = schema::find_profile(arguments.profile);
  options.time = arguments.time;
  for (const std::string& text : arguments.variants) {
    const Result<stage::ChosenVariant> variant = variant_of(text);
    if (!variant) return variant.error();
    options.chosen.push_back(variant.value());
  }
  const Result<bool> started = stage::start_openusd(1);
  if (!started) return started.error();
  const Result<Json> dumped = stage::dump(fs::absolute(arguments.file).lexically_normal().string(), options);
  if (!dumped) return dumped.error();
  return dumped.value().dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

int run(const Arguments& arguments) {
  const Result<std::string> text = dump_text(arguments);
  if (text) return write_output(text.value()) ? 0 : exit_usage;
  const Error& error = text.error();
  std::string place = error.file.empty() ? "" : arguments.file + ":";
  if (error.line > 0) place += std::to_string(error.line) + ":" + std::to_string(error.column) + ":";
  return fail(place + (place.empty() ? "" : " ") + error.message);
}

std::vector<std::string> profile_names() {
  std::vector<std::string> names;
  for (const schema::Profile& profile : schema::profiles()) names.emplace_back(profile.name);
  return names;
}

}  // namespace

void add_dump(CLI::App& app, int& exit_code) {
  const auto arguments = std::make_shared<Arguments>();
  CLI::App* command =
      app.add_subcommand("dump", "print the composed stage of a file as JSON: prims, values and where they come from");
  command->add_option("FILE", arguments->file, "root layer (.usd, .usda, .usdc or .usdz)")->required();
  command->add_option("--variant", arguments->variants, "select an option, /Prim:Set=Option; may be repeated")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command->add_option("--time", arguments->time, "also the values at this time [time codes of the stage]");
  command->add_option("--profile", arguments->profile, "versions of the schemas that fallbacks come from")
      ->check(CLI::IsMember(profile_names()))
      ->capture_default_str();
  command->footer(
      "Examples:\n"
      "  assay dump robot.usda\n"
      "  assay dump robot.usda --variant /Robot:PhysX=Enabled --variant /Robot:Newton=Disabled\n"
      "  assay dump animated.usdz --time 24");
  command->callback([arguments, &exit_code] { exit_code = run(*arguments); });
}

}  // namespace assay::cli
