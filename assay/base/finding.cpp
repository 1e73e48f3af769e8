#include "assay/base/finding.h"

#include "assay/base/check.h"
#include "assay/base/digest.h"

#include <array>
#include <cstdio>
#include <cstdlib>

namespace assay {
namespace {

constexpr std::array<std::string_view, 3> severity_names = {"note", "warning", "error"};
constexpr std::array<std::string_view, 4> verdict_names = {"pass", "conditional", "not_evaluated", "fail"};
constexpr int exit_bug = 70;

}  // namespace

void check_failed(const char* condition, const char* file, int line) {
  std::fprintf(stderr, "assay: internal error at %s:%d: %s does not hold\n", file, line, condition);
  std::fflush(stderr);
  std::_Exit(exit_bug);
}

std::string_view name_of(Severity severity) { return severity_names.at(static_cast<std::size_t>(severity)); }

std::string_view name_of(Verdict verdict) { return verdict_names.at(static_cast<std::size_t>(verdict)); }

bool severity_from_name(std::string_view name, Severity& severity) {
  for (std::size_t index = 0; index < severity_names.size(); ++index) {
    if (severity_names[index] != name) continue;
    severity = static_cast<Severity>(index);
    return true;
  }
  return false;
}

void set_fingerprint(Finding& finding) {
  const Site& site = finding.site;
  finding.fingerprint = sha256_of_fields({finding.rule, site.layer, site.prim, site.property, finding.subject});
}

}  // namespace assay
