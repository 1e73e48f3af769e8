#include "assay/report/json.h"

#include "assay/base/json_codec.h"
#include "assay/base/version.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace assay::report {
namespace {

using Json = nlohmann::ordered_json;

Json summary_of(const CheckReport& report) {
  const auto verdicts = [&](Verdict verdict) {
    return std::ranges::count(report.assets, verdict, &AssetReport::verdict);
  };
  const auto findings = [&](Severity severity) {
    std::ptrdiff_t count = 0;
    for (const AssetReport& asset : report.assets)
      count += std::ranges::count(asset.findings, severity, &Finding::severity);
    return count;
  };
  std::size_t silenced = 0;
  for (const AssetReport& asset : report.assets) silenced += asset.silenced.size();
  return {{"assets", report.assets.size()},
          {"pass", verdicts(Verdict::Pass)},
          {"conditional", verdicts(Verdict::Conditional)},
          {"not_evaluated", verdicts(Verdict::NotEvaluated)},
          {"fail", verdicts(Verdict::Fail)},
          {"errors", findings(Severity::Error)},
          {"warnings", findings(Severity::Warning)},
          {"notes", findings(Severity::Note)},
          {"silenced", silenced}};
}

Json silencing_of(const Silencing& silencing) {
  Json object;
  object["settings"] = nullptr;
  if (!silencing.settings.empty()) {
    object["settings"] = {{"file", silencing.settings}, {"digest", silencing.settings_digest}};
  }
  object["baseline"] = nullptr;
  if (!silencing.baseline.empty()) {
    object["baseline"] = {{"file", silencing.baseline}, {"known", silencing.known}, {"gone", silencing.gone}};
  }
  object["notes"] = Json::array();
  for (const SilencingNote& note : silencing.notes) {
    object["notes"].push_back(
        {{"message", note.message}, {"file", note.file}, {"line", note.line}, {"column", note.column}});
  }
  return object;
}

}  // namespace

std::string check_json(const CheckReport& report) {
  Json document;
  document["schema"] = "assay.check/1";
  document["version"] = version;
  document["profile"] = report.profile;
  document["isolation"] = report.isolation;
  document["limits"] = {{"digest", report.limits_digest}};
  document["silencing"] = silencing_of(report.silencing);
  document["assets"] = Json::array();
  for (const AssetReport& asset : report.assets) document["assets"].push_back(to_json(asset));
  document["errors"] = Json::array();
  for (const Error& error : report.errors) document["errors"].push_back(to_json(error));
  document["summary"] = summary_of(report);
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace assay::report
