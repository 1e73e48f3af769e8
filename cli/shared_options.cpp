#include "cli/shared_options.h"

#include "assay/schema/profile.h"
#include "cli/write_file.h"

namespace assay::cli {
namespace {

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

}  // namespace

void add_profile_option(CLI::App& command, std::string& profile, const std::string& description) {
  std::vector<std::string> names;
  for (const schema::Profile& each : schema::profiles()) names.emplace_back(each.name);
  command.add_option("--profile", profile, description)->check(CLI::IsMember(names))->capture_default_str();
}

void add_limits_option(CLI::App& command, std::string& file) {
  command.add_option("--limits", file, "limits file (TOML) that changes the built-in limits")->type_name("FILE");
}

void add_variant_option(CLI::App& command, std::vector<std::string>& variants) {
  command.add_option("--variant", variants, "select an option, /Prim:Set=Option; may be repeated")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

Result<std::vector<stage::ChosenVariant>> chosen_variants(const std::vector<std::string>& texts) {
  std::vector<stage::ChosenVariant> chosen;
  for (const std::string& text : texts) {
    const Result<stage::ChosenVariant> variant = variant_of(text);
    if (!variant) return variant.error();
    chosen.push_back(variant.value());
  }
  return chosen;
}

CLI::Option* add_format_options(CLI::App& command, std::string& format, bool& json) {
  command.add_option("--format", format, "text or json")->check(CLI::IsMember({"text", "json"}))->capture_default_str();
  return command.add_flag("--json", json, "short for --format json");
}

void add_color_option(CLI::App& command, std::string& color) {
  command.add_option("--color", color, "auto, always or never")
      ->check(CLI::IsMember({"auto", "always", "never"}))
      ->capture_default_str();
}

const std::vector<std::string>& selection_words() {
  static const std::vector<std::string> words = {"standard", "physx", "newton", "mujoco", "authored"};
  return words;
}

Error of_file(Error error, const std::string& file) {
  error.file = file;
  if (error.line == 0) error.message = error.file + ": " + error.message;
  return error;
}

Result<schema::Limits> limits_of(const std::string& file) {
  if (file.empty()) return schema::built_in_limits();
  const Result<std::string> text = read_file(file);
  if (!text) return Error{ErrorCode::NotFound, "--limits: " + text.error().message, file, 0, 0};
  return schema::read_limits(text.value(), file);
}

}  // namespace assay::cli
