#include "assay/report/sarif.h"

#include "assay/base/version.h"
#include "assay/report/site_file.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace assay::report {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view schema_address =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
constexpr std::string_view base_id = "%SRCROOT%";

/// A relative path as a URI reference. Source: RFC 3986, section 3.3; a colon is escaped because it would end a scheme.
std::string uri_of(std::string_view path) {
  constexpr std::string_view kept = "-._~/!$&'()*+,;=@";
  std::string uri;
  for (const char letter : path) {
    const bool plain = (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
                       (letter >= '0' && letter <= '9') || kept.find(letter) != std::string_view::npos;
    if (plain) {
      uri += letter;
    } else {
      uri += fmt::format("%{:02X}", static_cast<unsigned char>(letter));
    }
  }
  return uri;
}

/// Characters from `start` on, in UTF-8.
std::string characters(const std::string& text, int start, int count) {
  std::string part;
  int index = -1;
  for (const char byte : text) {
    if ((static_cast<unsigned char>(byte) & 0xC0U) != 0x80U) ++index;
    if (index >= start && index < start + count) part += byte;
  }
  return part;
}

Json artifact_of(const std::string& path) { return {{"uri", uri_of(path)}, {"uriBaseId", base_id}}; }

Json region_of(const Site& site) {
  Json region;
  region["startLine"] = site.line;
  if (site.column > 0) region["startColumn"] = site.column;
  const Excerpt& excerpt = site.excerpt;
  if (site.column > 0 && !excerpt.text.empty()) {
    region["endColumn"] = site.column + excerpt.length;
    region["snippet"] = {{"text", characters(excerpt.text, excerpt.caret, excerpt.length)}};
  }
  return region;
}

/// A place: the file with its region, and what is there in the words of USD.
Json location_of(const AssetReport& asset, const Site& site) {
  const SiteFile file = site_file(asset.asset, site.layer);
  Json physical;
  physical["artifactLocation"] = artifact_of(file.path);
  // a line of a member is no line of the package
  if (site.line > 0 && file.member.empty()) {
    physical["region"] = region_of(site);
    if (!site.excerpt.text.empty()) {
      physical["contextRegion"] = {{"startLine", site.line}, {"snippet", {{"text", site.excerpt.text}}}};
    }
  }
  Json location;
  location["physicalLocation"] = physical;
  Json logical = Json::array();
  if (!file.member.empty()) {
    logical.push_back({{"name", file.member}, {"fullyQualifiedName", site.layer}, {"kind", "resource"}});
  }
  if (!site.prim.empty()) {
    const std::string path = object_path(site.prim, site.property);
    logical.push_back({{"fullyQualifiedName", path}, {"kind", site.property.empty() ? "object" : "property"}});
  }
  if (!logical.empty()) location["logicalLocations"] = logical;
  return location;
}

Json locations_of(const AssetReport& asset, const Finding& finding) {
  Json location = location_of(asset, finding.site);
  const std::string composed = object_path(finding.prim, finding.property);
  if (!finding.prim.empty() && composed != object_path(finding.site.prim, finding.site.property)) {
    location["logicalLocations"].push_back(
        {{"fullyQualifiedName", composed}, {"kind", finding.property.empty() ? "object" : "property"}});
  }
  return Json::array({location});
}

std::string message_of(const Finding& finding) {
  return finding.remedy.empty() ? finding.message : finding.message + "\n" + finding.remedy;
}

Json suppressions_of(const Finding& finding) {
  if (finding.silenced_by.source.empty()) return Json::array();
  const SilencedBy& by = finding.silenced_by;
  return Json::array({{{"kind", "external"},
                       {"status", "accepted"},
                       {"justification", fmt::format("{} ({})", by.reason, by.source)}}});
}

/// Lines and columns of the text before any replacement of the fix is made. Source: SARIF 2.1.0, section 3.57.
Json replacement_of(const TextChange& change) {
  Json replacement;
  replacement["deletedRegion"] = {{"startLine", change.start_line},
                                  {"startColumn", change.start_column},
                                  {"endLine", change.end_line},
                                  {"endColumn", change.end_column}};
  if (!change.text.empty()) replacement["insertedContent"] = {{"text", change.text}};
  return replacement;
}

Json fix_of(const AssetReport& asset, const Fix& fix) {
  const bool is_safe = fix.safety == FixSafety::Safe;
  Json object;
  object["description"] = {{"text", fmt::format("{} fix: {}", is_safe ? "Safe" : "Suggested", fix.title)}};
  object["artifactChanges"] = Json::array();
  for (const LayerChange& layer : fix.text_changes) {
    Json change = {{"artifactLocation", artifact_of(site_file(asset.asset, layer.layer).path)},
                   {"replacements", Json::array()}};
    for (const TextChange& each : layer.changes) change["replacements"].push_back(replacement_of(each));
    object["artifactChanges"].push_back(std::move(change));
  }
  return object;
}

Json fixes_of(const AssetReport& asset, const Finding& finding) {
  Json fixes = Json::array();
  for (const Fix& fix : finding.fixes) {
    if (!fix.text_changes.empty()) fixes.push_back(fix_of(asset, fix));
  }
  return fixes;
}

Json properties_of(const AssetReport& asset, const Finding& finding) {
  Json properties;
  properties["asset"] = asset.asset;
  properties["selections"] = finding.selections;
  properties["runtimes"] = finding.runtimes;
  properties["requirements"] = finding.requirements;
  properties["variants"] = finding.variants;
  if (!finding.subject.empty()) properties["subject"] = finding.subject;
  if (!finding.caused_by.empty()) properties["causedBy"] = finding.caused_by;
  return properties;
}

Json result_of(const AssetReport& asset, const Finding& finding, const std::vector<RulePage>& rules) {
  Json result;
  result["ruleId"] = finding.rule;
  const auto rule = std::ranges::find(rules, finding.rule, &RulePage::id);
  if (rule != rules.end()) result["ruleIndex"] = rule - rules.begin();
  result["level"] = name_of(finding.severity);
  result["message"] = {{"text", message_of(finding)}};
  result["locations"] = locations_of(asset, finding);
  if (!finding.related.empty()) {
    result["relatedLocations"] = Json::array();
    for (const Site& site : finding.related) result["relatedLocations"].push_back(location_of(asset, site));
  }
  result["partialFingerprints"] = {{"assay/1", finding.fingerprint}};
  result["suppressions"] = suppressions_of(finding);
  if (Json fixes = fixes_of(asset, finding); !fixes.empty()) result["fixes"] = std::move(fixes);
  result["properties"] = properties_of(asset, finding);
  return result;
}

Json descriptor_of(const RulePage& rule) {
  Json descriptor;
  descriptor["id"] = rule.id;
  descriptor["shortDescription"] = {{"text", rule.summary}};
  descriptor["fullDescription"] = {{"text", rule.what.empty() ? rule.summary : rule.what}};
  descriptor["help"] = {{"text", fmt::format("{}\n\n{}", rule.why, rule.fix)}, {"markdown", rule_page(rule)}};
  descriptor["defaultConfiguration"] = {{"level", name_of(rule.severity)}};
  descriptor["properties"] = {{"tags", {rule.id.substr(0, rule.id.find('.'))}}, {"requirements", rule.requirements}};
  return descriptor;
}

Json notification_of(const std::string& level, const std::string& text, const std::string& file, int line, int column) {
  Json notification;
  notification["level"] = level;
  notification["message"] = {{"text", text}};
  if (file.empty()) return notification;
  Json physical;
  physical["artifactLocation"] = artifact_of(file);
  if (line > 0) physical["region"]["startLine"] = line;
  if (line > 0 && column > 0) physical["region"]["startColumn"] = column;
  notification["locations"] = Json::array({{{"physicalLocation", physical}}});
  return notification;
}

Json notification_of(const Error& error) {
  return notification_of("error", error.message, error.file, error.line, error.column);
}

Json notifications_of(const CheckReport& report) {
  Json notifications = Json::array();
  for (const AssetReport& asset : report.assets) {
    for (const Error& error : asset.errors) notifications.push_back(notification_of(error));
    for (const NotEvaluated& rule : asset.not_evaluated) {
      Json notification = notification_of("error", "not evaluated: " + rule.reason, asset.asset, 0, 0);
      notification["associatedRule"] = {{"id", rule.rule}};
      notifications.push_back(notification);
    }
  }
  for (const Error& error : report.errors) notifications.push_back(notification_of(error));
  return notifications;
}

Json invocation_of(const CheckReport& report) {
  Json invocation;
  const Json notifications = notifications_of(report);
  invocation["executionSuccessful"] = notifications.empty() && !report.is_cancelled;
  invocation["toolExecutionNotifications"] = notifications;
  invocation["toolConfigurationNotifications"] = Json::array();
  for (const SilencingNote& note : report.silencing.notes) {
    invocation["toolConfigurationNotifications"].push_back(
        notification_of("note", note.message, note.file, note.line, note.column));
  }
  return invocation;
}

Json run_of(const CheckReport& report, const std::vector<RulePage>& rules) {
  Json run;
  Json& driver = run["tool"]["driver"];
  driver["name"] = "assay";
  driver["semanticVersion"] = version;
  driver["rules"] = Json::array();
  for (const RulePage& rule : rules) driver["rules"].push_back(descriptor_of(rule));
  run["invocations"] = Json::array({invocation_of(report)});
  run["originalUriBaseIds"][std::string(base_id)] = {
      {"description", {{"text", "The folder that the paths of assets are relative to; --relative-to names it."}}}};
  run["columnKind"] = "unicodeCodePoints";
  run["results"] = Json::array();
  for (const AssetReport& asset : report.assets) {
    for (const Finding& finding : asset.findings) run["results"].push_back(result_of(asset, finding, rules));
    for (const Finding& finding : asset.silenced) run["results"].push_back(result_of(asset, finding, rules));
  }
  run["properties"] = {
      {"profile", report.profile}, {"isolation", report.isolation}, {"limits", {{"digest", report.limits_digest}}}};
  return run;
}

}  // namespace

std::string check_sarif(const CheckReport& report, const std::vector<RulePage>& rules) {
  Json log;
  log["$schema"] = schema_address;
  log["version"] = "2.1.0";
  log["runs"] = Json::array({run_of(report, rules)});
  return log.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace assay::report
