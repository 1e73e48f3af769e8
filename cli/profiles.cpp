#include "assay/schema/profile.h"

#include "cli/commands.h"
#include "cli/output.h"
#include "cli/shared_options.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <memory>

namespace assay::cli {
namespace {

using Json = nlohmann::ordered_json;

std::string profiles_json() {
  Json list = Json::array();
  for (const schema::Profile& profile : schema::profiles()) {
    Json catalogs = Json::object();
    for (const schema::CatalogPin& pin : profile.catalogs) catalogs[std::string(pin.family)] = pin.version;
    list.push_back({{"name", profile.name},
                    {"summary", profile.summary},
                    {"isolation_policy", profile.isolation_policy},
                    {"catalogs", catalogs}});
  }
  return list.dump(2) + "\n";
}

std::string profiles_text() {
  std::string text;
  for (const schema::Profile& profile : schema::profiles()) {
    text += fmt::format("{:<10} {}\n", profile.name, profile.summary);
    std::vector<std::string> pins;
    for (const schema::CatalogPin& pin : profile.catalogs)
      pins.push_back(fmt::format("{} {}", pin.family, pin.version));
    text += fmt::format("{:<10} schemas: {}\n", "", fmt::join(pins, ", "));
    text += fmt::format("{:<10} isolation: {}\n", "", schema::policy_of(profile).source);
  }
  return text;
}

}  // namespace

void add_profiles(CLI::App& app, int& exit_code) {
  const auto format = std::make_shared<std::string>("text");
  const auto json = std::make_shared<bool>(false);
  CLI::App* command = app.add_subcommand("profiles", "list the profiles: which versions, policy and conventions hold");
  add_format_options(*command, *format, *json);
  command->footer("Examples:\n  assay profiles\n  assay check robot.usda --profile upstream");
  command->callback([format, json, &exit_code] {
    const bool wants_json = *json || *format == "json";
    exit_code = write_output(wants_json ? profiles_json() : profiles_text()) ? 0 : exit_usage;
  });
}

}  // namespace assay::cli
