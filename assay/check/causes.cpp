#include "assay/check/causes.h"

#include <map>

namespace assay::check {
namespace {

constexpr std::string_view section_rule = "runtime.variant-section-impure";
constexpr std::string_view data_rule = "runtime.foreign-data";
constexpr std::string_view scaffold_rule = "runtime.variant-scaffold-wrong";
constexpr std::string_view arcs_rule = "composition.arc-broken";

/// Layer and path of the variant section that a site lies in or below, for the section `Set=Option`; empty when in
/// none.
std::string section_of(const Site& site, const std::string& section) {
  const std::string selection = "{" + section + "}";
  const std::size_t found = site.prim.find(selection);
  return found == std::string::npos ? "" : site.layer + site.prim.substr(0, found + selection.size());
}

/// Data below an impure section follows from the section.
void hang_below_sections(std::vector<Finding>& findings) {
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

/// A payload that is judged wrong follows from the arc that cannot be followed at the same place.
void hang_below_arcs(std::vector<Finding>& findings) {
  std::map<std::string, std::string> causes;  // layer and variant spec → fingerprint
  for (const Finding& finding : findings) {
    if (finding.rule == arcs_rule) causes[finding.site.layer + finding.site.prim] = finding.fingerprint;
  }
  for (Finding& finding : findings) {
    if (finding.rule != scaffold_rule || !finding.site.prim.ends_with('}')) continue;
    const auto cause = causes.find(finding.site.layer + finding.site.prim);
    if (cause != causes.end()) finding.caused_by = cause->second;
  }
}

}  // namespace

void set_causes(std::vector<Finding>& findings) {
  hang_below_sections(findings);
  hang_below_arcs(findings);
}

}  // namespace assay::check
