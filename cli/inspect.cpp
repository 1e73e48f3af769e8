#include "assay/inspect/inspect_asset.h"

#include "assay/check/confined_process.h"
#include "assay/extract/why.h"
#include "assay/inspect/csv.h"
#include "assay/inspect/text.h"
#include "assay/inspect/why_text.h"
#include "assay/schema/runtime.h"
#include "assay/stage/start.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "cli/shared_options.h"

#include <unistd.h>
#include <nlohmann/json.hpp>

#include <charconv>
#include <filesystem>
#include <functional>
#include <memory>

namespace assay::cli {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

/// What the command line says, before it is checked.
struct Arguments {
  std::string file;
  std::string prim;
  std::string selection = "authored";
  std::vector<std::string> variants;
  std::string lens;
  std::string why;
  std::string collision_geometry;
  std::string format = "text";
  bool json = false;
  std::string csv;
  std::string rows = "50";
  std::string color = "auto";
  std::string profile = "simready";
  std::string limits;
};

/// What makes the document, and what the arguments say of it.
struct Request {
  std::string file;  // absolute
  inspect::InspectOptions options;
  std::optional<extract::WhyQuestion> why;
  inspect::TextOptions text;
};

Error wrong(const std::string& message) { return {ErrorCode::InvalidArgument, message, "", 0, 0}; }

/// The rows of each table; no number stands for all.
Result<std::optional<std::size_t>> rows_of(const std::string& text) {
  if (text == "all") return std::optional<std::size_t>();
  std::size_t rows = 0;
  const char* end = text.data() + text.size();
  if (std::from_chars(text.data(), end, rows) != std::from_chars_result{end, std::errc()})
    return wrong("--rows: '" + text + "' is neither a number nor all");
  return std::optional(rows);
}

/// Splits /Prim.attribute.
Result<extract::WhyQuestion> question_of(const Arguments& arguments, const inspect::InspectOptions& options) {
  const std::size_t dot = arguments.why.find('.');
  if (!arguments.why.starts_with('/') || dot == std::string::npos || dot + 1 == arguments.why.size())
    return wrong("--why: '" + arguments.why + "' is not /Prim.attribute, as in /Robot/arm.physics:mass");
  return extract::WhyQuestion{options.profile, options.selection, options.chosen, arguments.why.substr(0, dot),
                              arguments.why.substr(dot + 1)};
}

Result<Request> request_of(const Arguments& arguments) {
  Request request;
  request.file = fs::absolute(arguments.file).lexically_normal().string();
  request.options.profile = schema::find_profile(arguments.profile);
  request.options.selection = arguments.selection;
  const Result<std::vector<stage::ChosenVariant>> chosen = chosen_variants(arguments.variants);
  if (!chosen) return chosen.error();
  request.options.chosen = chosen.value();
  const std::string& prim = arguments.collision_geometry.empty() ? arguments.prim : arguments.collision_geometry;
  if (!prim.empty() && !prim.starts_with('/')) return wrong("'" + prim + "' is no path of a prim, such as /Robot/arm");
  if (!prim.empty()) request.options.prim = prim;
  if (!arguments.lens.empty()) request.options.lens = schema::reader_of(schema::find_runtime(arguments.lens)->target);
  if (!arguments.why.empty()) {
    const Result<extract::WhyQuestion> question = question_of(arguments, request.options);
    if (!question) return question.error();
    request.why = question.value();
  }
  const Result<std::optional<std::size_t>> rows = rows_of(arguments.rows);
  if (!rows) return rows.error();
  request.text = {wants_color(arguments.color, STDOUT_FILENO), rows.value()};
  return request;
}

/// The document as text, made in a process of its own since the file may be hostile.
Result<std::string> document_of(const Request& request, const schema::Limits& limits) {
  const auto work = [&request](const check::Take& give) -> Result<bool> {
    const Result<bool> started = stage::start_openusd(1);
    if (!started) return started.error();
    if (request.why) {
      const Result<Json> answer = extract::why(request.file, *request.why);
      if (!answer) return answer.error();
      return give(answer.value().dump(1, ' ', false, Json::error_handler_t::replace) + "\n");
    }
    const Result<std::string> document = inspect::inspect_asset(request.file, request.options);
    if (!document) return document.error();
    return give(document.value());
  };
  std::string text;
  constexpr double bytes_per_mib = 1024.0 * 1024.0;
  const auto most = static_cast<std::size_t>(limits.worker_memory_mib * bytes_per_mib);  // a document is part of it
  const auto take = [&](std::string_view piece) {
    text += piece;
    return text.size() <= most;
  };
  const Result<bool> done = check::run_confined(limits, "the inspection", work, take);
  if (!done) return done.error();
  return text;
}

/// The document as it was asked for.
Result<std::string> rendered(const Arguments& arguments, const Request& request, std::string text) {
  if (arguments.json || arguments.format == "json") return text;
  try {
    const Json document = Json::parse(text);
    if (request.why) return inspect::why_text(document, request.text.color);
    if (!arguments.csv.empty()) return inspect::csv_text(document, arguments.csv);
    if (!arguments.collision_geometry.empty()) return inspect::collision_geometry_text(document, request.text);
    return inspect::inspect_text(document, request.text);
  } catch (const Json::exception&) {
    return Error{ErrorCode::Crashed, "the inspection did not answer with a whole document", "", 0, 0};
  }
}

Result<std::string> output_of(const Arguments& arguments) {
  const Result<Request> request = request_of(arguments);
  if (!request) return request.error();
  const Result<schema::Limits> limits = limits_of(arguments.limits);
  if (!limits) return limits.error();
  Result<std::string> document = document_of(request.value(), limits.value());
  if (document) document = rendered(arguments, request.value(), std::move(document.value()));
  if (document) return document;
  return of_file(document.error(), arguments.file);
}

int run(const Arguments& arguments) {
  const Result<std::string> output = output_of(arguments);
  if (!output) return fail(output.error());
  return write_output(output.value()) ? 0 : exit_usage;
}

void add_questions(CLI::App& command, Arguments& arguments) {
  std::vector<std::string> runtimes;
  for (const schema::Runtime& runtime : schema::runtimes()) runtimes.emplace_back(runtime.name);
  command.add_option("--lens", arguments.lens, "also what this runtime makes of the features that the asset uses")
      ->check(CLI::IsMember(runtimes));
  CLI::Option* why =
      command.add_option("--why", arguments.why, "every opinion on a property, strong to weak, and the winner")
          ->type_name("PRIM.ATTRIBUTE");
  command
      .add_option("--collision-geometry", arguments.collision_geometry,
                  "the shapes of the colliders at and below a prim: as drawn and as they collide")
      ->type_name("PRIM")
      ->excludes(why);
  CLI::Option* json = add_format_options(command, arguments.format, arguments.json);
  command.add_option("--csv", arguments.csv, "one table as comma-separated values")
      ->type_name("TABLE")
      ->check(CLI::IsMember(inspect::csv_tables()))
      ->excludes(why)
      ->excludes(json);
  command.add_option("--rows", arguments.rows, "rows of each table, or all")->capture_default_str();
  add_color_option(command, arguments.color);
}

}  // namespace

void add_inspect(CLI::App& app, int& exit_code) {
  const auto arguments = std::make_shared<Arguments>();
  CLI::App* command = app.add_subcommand(
      "inspect", "print what the physics of an asset is: bodies, joints, colliders, and where each value comes from");
  command->add_option("FILE", arguments->file, "root layer (.usd, .usda, .usdc or .usdz)")->required();
  command->add_option("PRIM", arguments->prim, "only this prim and what lies below it, with every field");
  command->add_option("--select", arguments->selection, "selection of the runtime variant sets")
      ->check(CLI::IsMember(selection_words()))
      ->capture_default_str();
  add_variant_option(*command, arguments->variants);
  add_questions(*command, *arguments);
  add_profile_option(*command, arguments->profile, "versions of the schemas that fallbacks come from");
  add_limits_option(*command, arguments->limits);
  command->footer(
      "Examples:\n"
      "  assay inspect robot.usda\n"
      "  assay inspect robot.usda /Robot/arm --lens newton\n"
      "  assay inspect robot.usda --why /Robot/arm.physics:mass\n"
      "  assay inspect robot.usda --select physx --json\n"
      "  assay inspect robot.usda --csv bodies");
  command->callback([arguments, &exit_code] { exit_code = run(*arguments); });
}

}  // namespace assay::cli
