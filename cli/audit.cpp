#include "assay/audit/asset_size.h"
#include "assay/audit/compare.h"
#include "assay/audit/init.h"
#include "assay/audit/report.h"
#include "assay/check/confined_process.h"
#include "assay/extract/extract.h"
#include "assay/extract/physics/extract_physics.h"
#include "cli/audit_text.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "cli/shared_options.h"
#include "cli/write_file.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <memory>

namespace assay::cli {
namespace {

namespace fs = std::filesystem;

constexpr int exit_differs = 1;  // the asset is not what its manifest says

/// What the command line says, before it is checked.
struct Arguments {
  std::string file;
  std::string manifest;
  std::string selection;  // empty for that of the manifest
  std::vector<std::string> variants;
  std::string profile = "simready";
  std::string limits;
  std::string format = "text";
  bool json = false;
  bool init = false;
  std::string output;
  bool force = false;
};

/// What is done with the physics of the asset; its answer goes to the parent.
using Use = std::function<Result<std::string>(const extract::PhysicsExtraction&)>;

/// Extracts the physics and uses it, in a process of its own since the file may be hostile.
Result<std::string> use_physics(const Arguments& arguments, const std::string& selection, const Use& use) {
  const Result<std::vector<stage::ChosenVariant>> variants = chosen_variants(arguments.variants);
  if (!variants) return variants.error();
  const Result<schema::Limits> limits = limits_of(arguments.limits);
  if (!limits) return limits.error();
  const extract::PhysicsOptions options{schema::find_profile(arguments.profile), selection, variants.value()};
  const std::string file = fs::absolute(arguments.file).lexically_normal().string();
  const auto work = [&](const check::Take& give) -> Result<bool> {
    const Result<bool> started = extract::start(1);
    if (!started) return started.error();
    const Result<extract::PhysicsExtraction> extraction = extract::extract_physics(file, options);
    if (!extraction) return extraction.error();
    const Result<std::string> answer = use(extraction.value());
    if (!answer) return answer.error();
    return give(answer.value());
  };
  std::string text;
  const Result<bool> done = check::run_confined(limits.value(), "the audit", work, [&text](std::string_view piece) {
    text += piece;
    return true;
  });
  if (done) return text;
  return of_file(done.error(), arguments.file);
}

/// A file as reports name it: from the working directory.
std::string report_name(const std::string& file) {
  return fs::absolute(file).lexically_normal().lexically_proximate(fs::current_path()).string();
}

int run_audit(const Arguments& arguments) {
  const Result<std::string> text = read_file(arguments.manifest);
  if (!text) return fail("--manifest: " + text.error().message);
  const audit::ManifestReading reading = audit::read_manifest(text.value(), arguments.manifest);
  for (const Error& error : reading.errors) fail(error);
  if (!reading.errors.empty()) return exit_usage;
  const audit::Manifest& manifest = reading.manifest;

  const std::string& stated = arguments.selection.empty() ? manifest.selection : arguments.selection;
  const std::string selection = stated.empty() ? "standard" : stated;
  // named here: the process that audits stands in another folder
  audit::Audit audit{report_name(arguments.file), report_name(arguments.manifest), 1, {}};
  const auto use = [&](const extract::PhysicsExtraction& extraction) -> Result<std::string> {
    audit.size = manifest.size ? *manifest.size : audit::asset_size(extraction.physics);
    audit.differences = audit::compare(manifest, audit.size, extraction.model, extraction.physics);
    return audit::audit_json(audit, manifest, extraction.physics);
  };
  const Result<std::string> answer = use_physics(arguments, selection, use);
  if (!answer) return fail(answer.error());
  const auto document = nlohmann::ordered_json::parse(answer.value());
  const bool wants_json = arguments.json || arguments.format == "json";
  if (!write_output(wants_json ? answer.value() : audit_text(document))) return exit_usage;
  return document["verdict"] == "pass" ? 0 : exit_differs;
}

int run_init(const Arguments& arguments) {
  std::error_code ignored;
  if (!arguments.output.empty() && !arguments.force && fs::is_regular_file(arguments.output, ignored)) {
    return fail("'" + arguments.output +
                "' exists already; --force writes it anew, and what was corrected in it is lost");
  }
  const std::string title = fs::path(arguments.file).filename().string();
  const auto use = [&title](const extract::PhysicsExtraction& extraction) {
    return audit::manifest_of(extraction.model, extraction.physics, title);
  };
  const Result<std::string> text =
      use_physics(arguments, arguments.selection.empty() ? "standard" : arguments.selection, use);
  if (!text) return fail(text.error());
  if (arguments.output.empty()) return write_output(text.value()) ? 0 : exit_usage;
  const std::optional<Error> error = write_file(arguments.output, text.value());
  return error ? fail(*error) : 0;
}

int run(const Arguments& arguments) {
  if (arguments.init == !arguments.manifest.empty()) {
    return fail("name the manifest to audit against with --manifest, or have one written with --init");
  }
  if (arguments.init && (arguments.json || arguments.format != "text"))
    return fail("--init writes YAML; --format and --json are for audits");
  return arguments.init ? run_init(arguments) : run_audit(arguments);
}

void add_options(CLI::App& command, Arguments& arguments) {
  command.add_option("FILE", arguments.file, "root layer (.usd, .usda, .usdc or .usdz)")->required();
  command.add_option("--manifest", arguments.manifest, "what the asset is meant to be (YAML)")->type_name("FILE");
  command
      .add_option("--select", arguments.selection,
                  "standard, physx, newton, mujoco or authored; without it what the "
                  "manifest says, else standard")
      ->check(CLI::IsMember(selection_words()));
  add_variant_option(command, arguments.variants);
  CLI::Option* init = command.add_flag("--init", arguments.init, "write the manifest of the asset as it is");
  command.add_option("-o,--output", arguments.output, "file that --init writes; without it standard output")
      ->type_name("FILE")
      ->needs(init);
  command.add_flag("--force", arguments.force, "let --init write over a file")->needs(init);
  add_format_options(command, arguments.format, arguments.json);
  add_profile_option(command, arguments.profile, "versions of the schemas that fallbacks come from");
  add_limits_option(command, arguments.limits);
}

}  // namespace

void add_audit(CLI::App& app, int& exit_code) {
  const auto arguments = std::make_shared<Arguments>();
  CLI::App* command =
      app.add_subcommand("audit", "compare an asset with a manifest of its parts, joints, masses and colliders");
  add_options(*command, *arguments);
  command->footer(
      "Examples:\n"
      "  assay audit robot.usda --init -o robot.audit.yaml\n"
      "  assay audit robot.usda --manifest robot.audit.yaml\n"
      "  assay audit robot.usda --manifest robot.audit.yaml --select physx --json\n"
      "Exit codes: 0 the asset is what the manifest says, 1 it is not, 2 the audit could not be done.");
  command->callback([arguments, &exit_code] { exit_code = run(*arguments); });
}

}  // namespace assay::cli
