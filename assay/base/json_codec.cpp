#include "assay/base/json_codec.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <exception>

namespace assay {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<std::string_view, 6> error_code_names = {"invalid_argument", "not_found", "unreadable",
                                                              "exhausted",        "crashed",   "cancelled"};

/// A name that stands for none of an enumeration's values; never leaves this file.
struct UnknownName : std::exception {};

Json json_of(const Value& value) {
  // JSON has no infinity and no NaN
  if (const double* number = std::get_if<double>(&value); number != nullptr && !std::isfinite(*number)) {
    return std::to_string(*number);
  }
  return std::visit([](const auto& held) { return Json(held); }, value);
}

Value value_of(const Json& json) {
  if (json.is_boolean()) return json.get<bool>();
  if (json.is_number_integer()) return json.get<std::int64_t>();
  if (json.is_number()) return json.get<double>();
  if (json.is_array()) return json.get<std::vector<std::string>>();
  return json.get<std::string>();
}

Json json_of(const Values& values) {
  Json object = Json::object();
  for (const auto& [name, value] : values) object[name] = json_of(value);
  return object;
}

Json json_of(const Site& site) {
  Json object;
  object["layer"] = site.layer;
  object["prim"] = site.prim;
  object["property"] = site.property;
  object["line"] = site.line == 0 ? Json() : Json(site.line);
  object["column"] = site.column == 0 ? Json() : Json(site.column);
  object["arcs"] = Json::array();
  for (const Arc& arc : site.arcs) {
    object["arcs"].push_back({{"kind", arc.kind}, {"layer", arc.layer}, {"path", arc.path}});
  }
  const Excerpt& excerpt = site.excerpt;
  if (!excerpt.text.empty()) {
    object["excerpt"] = {{"text", excerpt.text}, {"caret", excerpt.caret}, {"length", excerpt.length}};
  }
  return object;
}

int int_or_zero(const Json& json) { return json.is_null() ? 0 : json.get<int>(); }

Site site_of(const Json& object) {
  Site site;
  site.layer = object.at("layer");
  site.prim = object.at("prim");
  site.property = object.at("property");
  site.line = int_or_zero(object.at("line"));
  site.column = int_or_zero(object.at("column"));
  for (const Json& arc : object.at("arcs")) site.arcs.push_back({arc.at("kind"), arc.at("layer"), arc.at("path")});
  if (const auto excerpt = object.find("excerpt"); excerpt != object.end()) {
    site.excerpt = {excerpt->at("text"), excerpt->at("caret"), excerpt->at("length")};
  }
  return site;
}

/// Parts that an operation does not use are left out.
Json json_of(const Edit& edit) {
  Json object;
  object["layer"] = edit.layer;
  object["spec"] = edit.spec;
  object["operation"] = name_of(edit.operation);
  if (!edit.keys.empty()) object["keys"] = edit.keys;
  if (!edit.name.empty()) object["name"] = edit.name;
  if (!edit.value.empty()) object["value"] = edit.value;
  if (!edit.items.empty()) object["items"] = edit.items;
  for (const Statement& statement : edit.statements) {
    object["statements"].push_back(
        {{"name", statement.name}, {"text", statement.text}, {"is_prim", statement.is_prim}});
  }
  return object;
}

Json json_of(const Fix& fix) {
  Json object;
  object["title"] = fix.title;
  object["safety"] = name_of(fix.safety);
  object["edits"] = Json::array();
  for (const Edit& edit : fix.edits) object["edits"].push_back(json_of(edit));
  return object;
}

/// The enumerator with that name, from 0 to `last`.
template <class Enumeration>
Enumeration enumerator_of(const std::string& name, Enumeration last) {
  for (int index = 0; index <= static_cast<int>(last); ++index) {
    if (name_of(static_cast<Enumeration>(index)) == name) return static_cast<Enumeration>(index);
  }
  throw UnknownName();
}

Edit edit_of(const Json& object) {
  Edit edit;
  edit.layer = object.at("layer");
  edit.spec = object.at("spec");
  edit.operation = enumerator_of(object.at("operation"), EditOperation::AddOpinions);
  if (object.contains("keys")) edit.keys = object.at("keys");
  edit.name = object.value("name", "");
  edit.value = object.value("value", "");
  if (object.contains("items")) edit.items = object.at("items");
  if (!object.contains("statements")) return edit;
  for (const Json& statement : object.at("statements")) {
    edit.statements.push_back({statement.at("name"), statement.at("text"), statement.at("is_prim")});
  }
  return edit;
}

Fix fix_of(const Json& object) {
  Fix fix;
  fix.title = object.at("title");
  fix.safety = enumerator_of(object.at("safety"), FixSafety::Suggested);
  for (const Json& edit : object.at("edits")) fix.edits.push_back(edit_of(edit));
  return fix;
}

Json json_of(const Finding& finding) {
  Json object;
  object["rule"] = finding.rule;
  object["severity"] = name_of(finding.severity);
  object["requirements"] = finding.requirements;
  object["selections"] = finding.selections;
  object["variants"] = finding.variants;
  object["runtimes"] = finding.runtimes;
  object["prim"] = finding.prim.empty() ? Json() : Json(finding.prim);
  object["property"] = finding.property.empty() ? Json() : Json(finding.property);
  object["subject"] = finding.subject.empty() ? Json() : Json(finding.subject);
  object["message"] = finding.message;
  object["remedy"] = finding.remedy.empty() ? Json() : Json(finding.remedy);
  object["values"] = json_of(finding.values);
  object["site"] = json_of(finding.site);
  object["related"] = Json::array();
  for (const Site& site : finding.related) object["related"].push_back(json_of(site));
  object["caused_by"] = finding.caused_by.empty() ? Json() : Json(finding.caused_by);
  object["fixes"] = Json::array();
  for (const Fix& fix : finding.fixes) object["fixes"].push_back(json_of(fix));
  object["fingerprint"] = finding.fingerprint;
  const SilencedBy& silenced_by = finding.silenced_by;
  if (!silenced_by.source.empty()) {
    object["silenced_by"] = {{"reason", silenced_by.reason}, {"source", silenced_by.source}};
  }
  return object;
}

std::string string_or_empty(const Json& json) { return json.is_null() ? std::string() : json.get<std::string>(); }

Finding finding_of(const Json& object) {
  Finding finding;
  finding.rule = object.at("rule");
  if (!severity_from_name(object.at("severity").get<std::string>(), finding.severity)) throw UnknownName();
  finding.requirements = object.at("requirements");
  finding.selections = object.at("selections");
  finding.variants = object.at("variants");
  finding.runtimes = object.at("runtimes");
  finding.prim = string_or_empty(object.at("prim"));
  finding.property = string_or_empty(object.at("property"));
  finding.subject = string_or_empty(object.at("subject"));
  finding.message = object.at("message");
  finding.remedy = string_or_empty(object.at("remedy"));
  for (const auto& [name, value] : object.at("values").items()) finding.values.emplace_back(name, value_of(value));
  finding.site = site_of(object.at("site"));
  for (const Json& site : object.at("related")) finding.related.push_back(site_of(site));
  for (const Json& fix : object.at("fixes")) finding.fixes.push_back(fix_of(fix));
  finding.caused_by = string_or_empty(object.at("caused_by"));
  finding.fingerprint = object.at("fingerprint");
  if (const auto silenced_by = object.find("silenced_by"); silenced_by != object.end()) {
    finding.silenced_by = {silenced_by->at("reason"), silenced_by->at("source")};
  }
  return finding;
}

Verdict verdict_of(const Json& json) {
  const std::string name = json;
  for (const Verdict verdict : {Verdict::Pass, Verdict::Conditional, Verdict::NotEvaluated, Verdict::Fail}) {
    if (name_of(verdict) == name) return verdict;
  }
  throw UnknownName();
}

Error error_of(const Json& object) {
  Error error;
  const auto code = std::ranges::find(error_code_names, object.at("code").get<std::string>());
  if (code == error_code_names.end()) throw UnknownName();
  error.code = static_cast<ErrorCode>(code - error_code_names.begin());
  error.message = object.at("message");
  error.file = object.at("file");
  error.line = int_or_zero(object.at("line"));
  error.column = int_or_zero(object.at("column"));
  return error;
}

Json json_of(const std::map<std::string, Readiness>& readiness) {
  Json object = Json::object();
  for (const char* column : {"physx", "newton", "mujoco", "standard"}) {
    const auto found = readiness.find(column);
    if (found == readiness.end()) continue;
    const Readiness& state = found->second;
    object[column] = {{"verdict", name_of(state.verdict)},
                      {"errors", state.errors},
                      {"warnings", state.warnings},
                      {"notes", state.notes}};
  }
  return object;
}

Json json_of(const std::vector<SelectionReport>& selections) {
  Json list = Json::array();
  for (const SelectionReport& selection : selections) {
    list.push_back({{"name", selection.name},
                    {"variants", selection.variants},
                    {"verdict", name_of(selection.verdict)},
                    {"as_opened", selection.as_opened}});
  }
  return list;
}

template <class T>
Json list_of(const std::vector<T>& items) {
  Json list = Json::array();
  for (const T& item : items) list.push_back(json_of(item));
  return list;
}

void read(const Json& object, AssetReport& report) {
  report.asset = object.at("asset");
  report.role = string_or_empty(object.at("role"));
  report.targets = object.at("targets");
  report.verdict = verdict_of(object.at("verdict"));
  for (const auto& [column, state] : object.at("readiness").items()) {
    report.readiness[column] = {verdict_of(state.at("verdict")), state.at("errors"), state.at("warnings"),
                                state.at("notes")};
  }
  for (const Json& selection : object.at("selections")) {
    report.selections.push_back({selection.at("name"), selection.at("variants"), verdict_of(selection.at("verdict")),
                                 selection.at("as_opened")});
  }
  for (const Json& finding : object.at("findings")) report.findings.push_back(finding_of(finding));
  for (const Json& rule : object.at("not_evaluated")) {
    report.not_evaluated.push_back({rule.at("rule"), rule.at("reason")});
  }
  for (const Json& finding : object.at("silenced")) report.silenced.push_back(finding_of(finding));
  for (const Json& error : object.at("errors")) report.errors.push_back(error_of(error));
  report.work = {object.at("work").at("layers"), object.at("work").at("compositions")};
}

/// Whether a reader found what it expects.
template <class Reader>
bool is_read(const Reader& reader) {
  try {
    reader();
    return true;
  } catch (const nlohmann::json::exception&) {
    return false;
  } catch (const UnknownName&) {
    return false;
  }
}

}  // namespace

Json to_json(const Error& error) {
  return {{"code", error_code_names.at(static_cast<std::size_t>(error.code))},
          {"message", error.message},
          {"file", error.file},
          {"line", error.line == 0 ? Json() : Json(error.line)},
          {"column", error.column == 0 ? Json() : Json(error.column)}};
}

Json to_json(const AssetReport& report) {
  Json object;
  object["asset"] = report.asset;
  object["role"] = report.role.empty() ? Json() : Json(report.role);
  object["targets"] = report.targets;
  object["verdict"] = name_of(report.verdict);
  object["readiness"] = json_of(report.readiness);
  object["selections"] = json_of(report.selections);
  object["findings"] = list_of(report.findings);
  object["not_evaluated"] = Json::array();
  for (const NotEvaluated& rule : report.not_evaluated) {
    object["not_evaluated"].push_back({{"rule", rule.rule}, {"reason", rule.reason}});
  }
  object["silenced"] = list_of(report.silenced);
  object["errors"] = Json::array();
  for (const Error& error : report.errors) object["errors"].push_back(to_json(error));
  object["work"] = {{"layers", report.work.layers}, {"compositions", report.work.compositions}};
  return object;
}

bool from_json(const Json& object, AssetReport& report) {
  return is_read([&] { read(object, report); });
}

bool from_json(const Json& object, Error& error) {
  return is_read([&] { error = error_of(object); });
}

}  // namespace assay
