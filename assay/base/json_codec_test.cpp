#include "assay/base/json_codec.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <functional>

namespace assay {
namespace {

using Json = nlohmann::ordered_json;

Site full_site(const std::string& layer) {
  Site site;
  site.layer = layer;
  site.prim = "/Root{PhysX=Enabled}Body";
  site.property = "newton:contactGap";
  site.line = 12;
  site.column = 5;
  site.arcs = {{"root", "asset.usda", "/Root"}, {"payload", layer, "/Root"}};
  site.excerpt = {"float newton:contactGap = 0.1  # µ", 6, 17};
  return site;
}

Finding full_finding() {
  Finding finding;
  finding.rule = "runtime.foreign-data";
  finding.severity = Severity::Warning;
  finding.requirements = {"RV.011", "MUJOCO.COL.002"};
  finding.selections = {"physx", "authored"};
  finding.variants = {"/Root{Formulation=Loop}"};
  finding.runtimes = {"physx"};
  finding.prim = "/Root/Body";
  finding.property = "newton:contactGap";
  finding.subject = "newton:contactGap";
  finding.message = "a \"message\"\nof two lines";
  finding.remedy = "Remove it.";
  finding.values = {{"flag", true}, {"count", std::int64_t{-3}}, {"whole", 2.0},
                    {"ratio", 0.1}, {"name", std::string("x")},  {"names", std::vector<std::string>{"a", "b"}}};
  finding.site = full_site("physx.usda");
  finding.related = {full_site("base.usda")};
  finding.fixes = {
      {"set it", FixSafety::Safe, {{EditOperation::SetEntry, "a.usda", "/", {"f", "k"}, "", "v", {}, {}}}},
      {"move it",
       FixSafety::Suggested,
       {{EditOperation::RemoveListItem, "a.usda", "/A{S=on}", {"apiSchemas"}, "XAPI", "", {}, {}},
        {EditOperation::AddOpinions, "b.usda", "/A", {}, "", "", {"XAPI"}, {{"x", "float x = 1", false}}}}}};
  finding.caused_by = "f00d";
  finding.fingerprint = "beef";
  return finding;
}

AssetReport full_report() {
  AssetReport report;
  report.asset = "props/a.usda";
  report.role = "robot";
  report.targets = {"physx", "newton"};
  report.verdict = Verdict::Conditional;
  report.readiness["physx"] = {Verdict::Fail, 1, 2, 3};
  report.readiness["newton"] = {Verdict::Conditional, 0, 4, 0};
  report.readiness["mujoco"] = {Verdict::NotEvaluated, 5, 0, 0};
  report.readiness["standard"] = {Verdict::Pass, 0, 0, 6};
  report.selections = {{"physx", {{"PhysX", "Enabled"}, {"Newton", ""}}, Verdict::Fail, true}};
  report.findings = {full_finding()};
  report.not_evaluated = {{"runtime.foreign-data", "composes only in part"}};
  report.silenced = {full_finding()};
  report.silenced[0].silenced_by = {"to be moved", "assay.toml:3"};
  report.errors = {{ErrorCode::Exhausted, "took too long", "a.usda", 3, 4}};
  report.work = {7, 8};
  return report;
}

void expect_equal(const Site& left, const Site& right) {
  EXPECT_EQ(left.layer, right.layer);
  EXPECT_EQ(left.prim, right.prim);
  EXPECT_EQ(left.property, right.property);
  EXPECT_EQ(left.line, right.line);
  EXPECT_EQ(left.column, right.column);
  EXPECT_EQ(left.arcs, right.arcs);
  EXPECT_EQ(left.excerpt.text, right.excerpt.text);
  EXPECT_EQ(left.excerpt.caret, right.excerpt.caret);
  EXPECT_EQ(left.excerpt.length, right.excerpt.length);
}

void expect_equal(const Finding& left, const Finding& right) {
  EXPECT_EQ(left.rule, right.rule);
  EXPECT_EQ(left.severity, right.severity);
  EXPECT_EQ(left.requirements, right.requirements);
  EXPECT_EQ(left.selections, right.selections);
  EXPECT_EQ(left.variants, right.variants);
  EXPECT_EQ(left.runtimes, right.runtimes);
  EXPECT_EQ(left.prim, right.prim);
  EXPECT_EQ(left.property, right.property);
  EXPECT_EQ(left.subject, right.subject);
  EXPECT_EQ(left.message, right.message);
  EXPECT_EQ(left.remedy, right.remedy);
  EXPECT_EQ(left.values, right.values);
  EXPECT_EQ(left.fixes, right.fixes);
  EXPECT_EQ(left.caused_by, right.caused_by);
  EXPECT_EQ(left.fingerprint, right.fingerprint);
  expect_equal(left.site, right.site);
  ASSERT_EQ(left.related.size(), right.related.size());
  for (std::size_t index = 0; index < left.related.size(); ++index)
    expect_equal(left.related[index], right.related[index]);
}

// through text, as between a worker and its parent
AssetReport sent(const AssetReport& report) {
  AssetReport read;
  EXPECT_TRUE(from_json(Json::parse(to_json(report).dump()), read));
  return read;
}

TEST(json_codec, every_field_of_a_report_comes_back) {
  const AssetReport report = full_report();
  const AssetReport read = sent(report);
  EXPECT_EQ(read.asset, report.asset);
  EXPECT_EQ(read.role, report.role);
  EXPECT_EQ(read.targets, report.targets);
  EXPECT_EQ(read.verdict, report.verdict);
  ASSERT_EQ(read.readiness.size(), 4U);
  for (const auto& [column, state] : report.readiness) {
    EXPECT_EQ(read.readiness.at(column).verdict, state.verdict) << column;
    EXPECT_EQ(read.readiness.at(column).errors, state.errors) << column;
    EXPECT_EQ(read.readiness.at(column).warnings, state.warnings) << column;
    EXPECT_EQ(read.readiness.at(column).notes, state.notes) << column;
  }
  ASSERT_EQ(read.selections.size(), 1U);
  EXPECT_EQ(read.selections[0].name, "physx");
  EXPECT_EQ(read.selections[0].variants, report.selections[0].variants);
  EXPECT_EQ(read.selections[0].verdict, Verdict::Fail);
  EXPECT_TRUE(read.selections[0].as_opened);
  ASSERT_EQ(read.findings.size(), 1U);
  expect_equal(read.findings[0], report.findings[0]);
  ASSERT_EQ(read.silenced.size(), 1U);
  expect_equal(read.silenced[0], report.silenced[0]);
  EXPECT_EQ(read.silenced[0].silenced_by, report.silenced[0].silenced_by);
  EXPECT_EQ(read.findings[0].silenced_by, SilencedBy());
  ASSERT_EQ(read.not_evaluated.size(), 1U);
  EXPECT_EQ(read.not_evaluated[0].rule, "runtime.foreign-data");
  EXPECT_EQ(read.not_evaluated[0].reason, "composes only in part");
  EXPECT_EQ(read.work.layers, 7);
  EXPECT_EQ(read.work.compositions, 8);
}

TEST(json_codec, every_error_code_comes_back) {
  for (const ErrorCode code : {ErrorCode::InvalidArgument, ErrorCode::NotFound, ErrorCode::Unreadable,
                               ErrorCode::Exhausted, ErrorCode::Crashed, ErrorCode::Cancelled}) {
    AssetReport report;
    report.errors = {{code, "what", "a.usda", 3, 4}};
    const AssetReport read = sent(report);
    ASSERT_EQ(read.errors.size(), 1U);
    EXPECT_EQ(read.errors[0].code, code);
    EXPECT_EQ(read.errors[0].message, "what");
    EXPECT_EQ(read.errors[0].file, "a.usda");
    EXPECT_EQ(read.errors[0].line, 3);
    EXPECT_EQ(read.errors[0].column, 4);
  }
}

TEST(json_codec, empty_report_comes_back_empty) {
  AssetReport report;
  report.findings = {Finding()};
  const AssetReport read = sent(report);
  EXPECT_EQ(read.role, "");
  EXPECT_TRUE(read.readiness.empty());
  ASSERT_EQ(read.findings.size(), 1U);
  expect_equal(read.findings[0], Finding());
}

TEST(json_codec, absent_text_and_unknown_place_written_as_null) {
  AssetReport report;
  report.findings = {Finding()};
  const Json object = to_json(report);
  EXPECT_TRUE(object.at("role").is_null());
  const Json& finding = object.at("findings").at(0);
  for (const char* key : {"prim", "property", "subject", "remedy", "caused_by"}) {
    EXPECT_TRUE(finding.at(key).is_null()) << key;
  }
  EXPECT_TRUE(finding.at("site").at("line").is_null());
  EXPECT_TRUE(finding.at("site").at("column").is_null());
  EXPECT_FALSE(finding.at("site").contains("excerpt"));
}

TEST(json_codec, path_for_people_not_written) {
  AssetReport report;
  report.shown = "../where/it/is.usda";
  EXPECT_EQ(to_json(report).dump().find("where"), std::string::npos);
}

bool is_accepted(const std::function<void(Json&)>& change) {
  Json object = to_json(full_report());
  change(object);
  AssetReport report;
  return from_json(object, report);
}

TEST(json_codec, foreign_documents_rejected) {
  AssetReport report;
  for (const char* text : {"null", "3", "\"text\"", "[]", "{}", "{\"asset\": \"a.usda\"}"}) {
    EXPECT_FALSE(from_json(Json::parse(text), report)) << text;
  }
}

TEST(json_codec, missing_and_retyped_fields_rejected) {
  EXPECT_TRUE(is_accepted([](Json&) {}));
  EXPECT_TRUE(is_accepted([](Json& object) { object["a_later_addition"] = 1; }));
  for (const char* key : {"asset", "targets", "verdict", "readiness", "selections", "findings", "not_evaluated",
                          "silenced", "errors", "work"}) {
    EXPECT_FALSE(is_accepted([key](Json& object) { object.erase(key); })) << key;
  }
  EXPECT_FALSE(is_accepted([](Json& object) { object["asset"] = 3; }));
  EXPECT_FALSE(is_accepted([](Json& object) { object["findings"] = {1, 2}; }));
  EXPECT_FALSE(is_accepted([](Json& object) { object["findings"][0]["site"] = "here"; }));
  EXPECT_FALSE(is_accepted([](Json& object) { object["findings"][0].erase("fingerprint"); }));
  EXPECT_FALSE(is_accepted([](Json& object) { object["work"]["layers"] = "many"; }));
}

TEST(json_codec, unknown_severity_rejected) {
  EXPECT_FALSE(is_accepted([](Json& object) { object["findings"][0]["severity"] = "fatal"; }));
}

TEST(json_codec, unknown_verdict_rejected) {
  EXPECT_FALSE(is_accepted([](Json& object) { object["verdict"] = "maybe"; }));
}

TEST(json_codec, unknown_error_code_rejected) {
  EXPECT_FALSE(is_accepted([](Json& object) { object["errors"][0]["code"] = "tired"; }));
}

}  // namespace
}  // namespace assay
