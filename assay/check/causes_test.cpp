#include "assay/check/causes.h"

#include <gtest/gtest.h>

namespace assay::check {
namespace {

Finding section(const std::string& layer, const std::string& spec, const std::string& subject) {
  Finding made;
  made.rule = "runtime.variant-section-impure";
  made.subject = subject;
  made.site.layer = layer;
  made.site.prim = spec;
  made.fingerprint = "cause of " + layer + spec;
  return made;
}

Finding data(const std::string& layer, const std::string& spec) {
  Finding made;
  made.rule = "runtime.foreign-data";
  made.site.layer = layer;
  made.site.prim = spec;
  made.fingerprint = "data";
  return made;
}

// what explains a finding of data beside that of a section
std::string cause_of(const Finding& finding, const Finding& cause) {
  std::vector<Finding> findings = {finding, cause};
  set_causes(findings);
  EXPECT_EQ(findings[1].caused_by, "");
  return findings[0].caused_by;
}

const Finding disabled = section("a.usda", "/Root{Newton=Disabled}Body", "Newton=Disabled");

TEST(causes, data_in_an_impure_section_explained_by_it) {
  EXPECT_EQ(cause_of(data("a.usda", "/Root{Newton=Disabled}Body"), disabled), disabled.fingerprint);
  EXPECT_EQ(cause_of(data("a.usda", "/Root{Newton=Disabled}Body/Hull"), disabled), disabled.fingerprint);
  EXPECT_EQ(cause_of(data("a.usda", "/Root{Newton=Disabled}Other"), disabled), disabled.fingerprint);
  EXPECT_EQ(cause_of(data("a.usda", "/Root{Newton=Disabled}"), disabled), disabled.fingerprint);
}

TEST(causes, data_elsewhere_not_explained) {
  EXPECT_EQ(cause_of(data("b.usda", "/Root{Newton=Disabled}Body"), disabled), "");
  EXPECT_EQ(cause_of(data("a.usda", "/Root/Body"), disabled), "");
  EXPECT_EQ(cause_of(data("a.usda", "/Root{Newton=Enabled}Body"), disabled), "");
  EXPECT_EQ(cause_of(data("a.usda", "/Root{PhysX=Disabled}Body"), disabled), "");
  EXPECT_EQ(cause_of(data("a.usda", "/Other{Newton=Disabled}Body"), disabled), "");
}

TEST(causes, other_rules_not_explained_by_a_section) {
  Finding other = data("a.usda", "/Root{Newton=Disabled}Body");
  other.rule = "composition.arc-broken";
  EXPECT_EQ(cause_of(other, disabled), "");
}

TEST(causes, each_section_explains_its_own_data) {
  const Finding enabled = section("a.usda", "/Root{Newton=Enabled}", "Newton=Enabled");
  std::vector<Finding> findings = {data("a.usda", "/Root{Newton=Enabled}Body"), enabled, disabled,
                                   data("a.usda", "/Root{Newton=Disabled}")};
  set_causes(findings);
  EXPECT_EQ(findings[0].caused_by, enabled.fingerprint);
  EXPECT_EQ(findings[3].caused_by, disabled.fingerprint);
}

TEST(causes, findings_without_a_cause_unchanged) {
  std::vector<Finding> findings = {data("a.usda", "/Root{Newton=Disabled}Body")};
  set_causes(findings);
  EXPECT_EQ(findings[0].caused_by, "");
  findings.clear();
  set_causes(findings);
  EXPECT_TRUE(findings.empty());
}

}  // namespace
}  // namespace assay::check
