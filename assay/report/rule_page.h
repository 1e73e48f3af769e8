#pragma once

#include "assay/base/finding.h"

#include <string>
#include <vector>

namespace assay::report {

/// What a rule's page says.
struct RulePage {
  std::string id;
  Severity severity = Severity::Error;
  std::string summary;
  std::string what;
  std::string why;
  std::string silent_for;
  std::string example;
  std::string fix;
  std::vector<std::string> requirements;
  std::vector<std::string> sources;
};

/// The page as Markdown, lines at most 100 characters wide.
std::string rule_page(const RulePage& page);

}  // namespace assay::report
