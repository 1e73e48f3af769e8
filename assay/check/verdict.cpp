#include "assay/check/verdict.h"

#include <algorithm>

namespace assay::check {
namespace {

bool holds(const std::vector<std::string>& names, const std::string& name) {
  return std::ranges::find(names, name) != names.end();
}

Verdict verdict_of(Severity severity) {
  if (severity == Severity::Error) return Verdict::Fail;
  return severity == Severity::Warning ? Verdict::Conditional : Verdict::Pass;
}

/// The selection that a runtime loads: its own, or the neutral base when the asset has no set for it.
std::string loaded_selection(const AssetReport& report, const std::string& column) {
  const auto own = std::ranges::find(report.selections, column, &SelectionReport::name);
  return own == report.selections.end() ? "standard" : column;
}

/// Whether a finding concerns a readiness column: by selection, by runtime, or because it is tied to neither.
bool concerns(const AssetReport& report, const Finding& finding, const std::string& column) {
  if (finding.selections.empty() && finding.runtimes.empty()) return true;
  return holds(finding.runtimes, column) || holds(finding.selections, loaded_selection(report, column));
}

Readiness readiness_of(const AssetReport& report, const std::string& column, Verdict floor) {
  Readiness readiness;
  readiness.verdict = floor;
  for (const Finding& finding : report.findings) {
    if (!concerns(report, finding, column)) continue;
    readiness.verdict = std::max(readiness.verdict, verdict_of(finding.severity));
    if (finding.severity == Severity::Error) ++readiness.errors;
    if (finding.severity == Severity::Warning) ++readiness.warnings;
    if (finding.severity == Severity::Note) ++readiness.notes;
  }
  return readiness;
}

}  // namespace

void set_verdicts(AssetReport& report) {
  const bool judged = report.errors.empty() && report.not_evaluated.empty();
  const Verdict floor = judged ? Verdict::Pass : Verdict::NotEvaluated;
  for (const char* column : {"physx", "newton", "mujoco", "standard"}) {
    report.readiness[column] = readiness_of(report, column, floor);
  }
  for (SelectionReport& selection : report.selections) {
    selection.verdict = floor;
    for (const Finding& finding : report.findings) {
      if (!holds(finding.selections, selection.name)) continue;
      selection.verdict = std::max(selection.verdict, verdict_of(finding.severity));
    }
  }
  report.verdict = std::max(floor, report.readiness["standard"].verdict);
  for (const std::string& target : report.targets) {
    report.verdict = std::max(report.verdict, report.readiness[target].verdict);
  }
  for (const Finding& finding : report.findings) {
    if (finding.runtimes.empty()) report.verdict = std::max(report.verdict, verdict_of(finding.severity));
  }
}

int exit_code_of(const AssetReport& report, Severity fail_on) {
  if (!report.errors.empty() || report.verdict == Verdict::NotEvaluated) return 2;
  if (report.verdict == Verdict::Fail) return 1;
  return report.verdict == Verdict::Conditional && fail_on == Severity::Warning ? 1 : 0;
}

}  // namespace assay::check
