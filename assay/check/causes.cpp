#include "assay/check/causes.h"

#include <map>

namespace assay::check {
namespace {

constexpr std::string_view section_rule = "runtime.variant-section-impure";
constexpr std::string_view data_rule = "runtime.foreign-data";

/// Layer and path of the variant section that a site lies in or below, for the section `Set=Option`; empty when in none.
std::string section_of(const Site& site, const std::string& section) {
  const std::string selection = "{" + section + "}";
  const std::size_t found = site.prim.find(selection);
  return found == std::string::npos ? "" : site.layer + site.prim.substr(0, found + selection.size());
}

}  // namespace

void set_causes(std::vector<Finding>& findings) {
  std::map<std::string, std::pair<std::string, std::string>> causes;  // section's place → Set=Option, fingerprint
  for (const Finding& finding : findings) {
    if (finding.rule != section_rule) continue;
    const std::string place = section_of(finding.site, finding.subject);
    if (!place.empty()) causes[place] = {finding.subject, finding.fingerprint};
  }
  for (Finding& finding : findings) {
    if (finding.rule != data_rule) continue;
    for (const auto& [place, cause] : causes) {
      if (section_of(finding.site, cause.first) == place) finding.caused_by = cause.second;
    }
  }
}

}  // namespace assay::check
