#include "cli/check_reports.h"

#include "assay/check/selectors.h"
#include "assay/report/github.h"
#include "assay/report/json.h"
#include "assay/report/junit.h"
#include "assay/report/sarif.h"
#include "assay/report/text.h"
#include "assay/rules/list.h"
#include "cli/rule_pages.h"
#include "cli/write_file.h"

#include <algorithm>

namespace assay::cli {
namespace {

std::vector<std::string> judged_rules(const check::Options& options) {
  std::vector<std::string> ids;
  for (const rules::Rule* rule : rules::all_rules()) {
    if (check::is_rule_wanted(options, *rule)) ids.emplace_back(rule->id);
  }
  return ids;
}

std::string format_list() {
  std::string text;
  for (const std::string& format : report_formats()) text += (text.empty() ? "" : ", ") + format;
  return text;
}

Error bad_output(const std::string& message) { return {ErrorCode::InvalidArgument, "--output: " + message, "", 0, 0}; }

}  // namespace

const std::vector<std::string>& report_formats() {
  static const std::vector<std::string> formats = {"text", "json", "sarif", "junit", "github"};
  return formats;
}

Result<std::vector<Output>> outputs_of(const std::vector<std::string>& texts) {
  std::vector<Output> outputs;
  for (const std::string& text : texts) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos) return bad_output("'" + text + "' is not FORMAT=FILE");
    Output output{text.substr(0, equals), text.substr(equals + 1)};
    if (std::ranges::find(report_formats(), output.format) == report_formats().end()) {
      return bad_output("there is no format '" + output.format + "'; use one of " + format_list());
    }
    if (std::optional<Error> error = check_writable(output.file)) return bad_output(error->message);
    if (std::ranges::find(outputs, output.file, &Output::file) != outputs.end()) {
      return bad_output("'" + output.file + "' is named twice");
    }
    outputs.push_back(std::move(output));
  }
  return outputs;
}

std::string report_text(const CheckReport& report, const check::Options& options, const std::string& format,
                        bool color) {
  if (format == "json") return report::check_json(report);
  if (format == "sarif") return report::check_sarif(report, rule_pages());
  if (format == "junit") return report::check_junit(report, judged_rules(options), options.fail_on);
  if (format == "github") return report::check_github(report);
  return report::check_text(report, color);
}

}  // namespace assay::cli
