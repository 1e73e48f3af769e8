#include "cli/shared_options.h"

#include "assay/schema/profile.h"
#include "cli/write_file.h"

#include <vector>

namespace assay::cli {

void add_profile_option(CLI::App& command, std::string& profile, const std::string& description) {
  std::vector<std::string> names;
  for (const schema::Profile& each : schema::profiles()) names.emplace_back(each.name);
  command.add_option("--profile", profile, description)->check(CLI::IsMember(names))->capture_default_str();
}

void add_limits_option(CLI::App& command, std::string& file) {
  command.add_option("--limits", file, "limits file (TOML) that changes the built-in limits")->type_name("FILE");
}

Result<schema::Limits> limits_of(const std::string& file) {
  if (file.empty()) return schema::built_in_limits();
  const Result<std::string> text = read_file(file);
  if (!text) return Error{ErrorCode::NotFound, "--limits: " + text.error().message, file, 0, 0};
  return schema::read_limits(text.value(), file);
}

}  // namespace assay::cli
