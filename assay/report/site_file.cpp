#include "assay/report/site_file.h"

#include <fmt/format.h>

#include <filesystem>

namespace assay::report {

SiteFile site_file(const std::string& root_layer, const std::string& layer) {
  SiteFile file{layer, ""};
  const std::size_t package = layer.find(".usdz[");
  if (package != std::string::npos) {
    const std::size_t bracket = layer.find('[', package);
    file.path = layer.substr(0, bracket);
    file.member = layer.substr(bracket + 1);
    if (file.member.ends_with(']')) file.member.pop_back();
  }
  file.path = (std::filesystem::path(root_layer).parent_path() / file.path).lexically_normal().generic_string();
  return file;
}

std::string object_path(const std::string& prim, const std::string& property) {
  return property.empty() ? prim : prim + "." + property;
}

std::string counted(std::size_t count, const std::string& noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

}  // namespace assay::report
