#include "assay/check/merge.h"

#include <gtest/gtest.h>

namespace assay::check {
namespace {

using Texts = std::vector<std::string>;

rules::Draft draft(const std::string& selection, const std::string& prim = "/Root/Body",
                   const std::string& nested = "") {
  rules::Draft made;
  made.finding.severity = Severity::Error;
  made.finding.selections = {selection};
  made.finding.prim = prim;
  made.finding.subject = "newton:contactGap";
  made.finding.values = {{"name", std::string("newton:contactGap")}};
  if (!nested.empty()) made.finding.variants = {nested};
  made.message = "{name} is foreign";
  return made;
}

TEST(merge, equal_drafts_become_one_with_all_selections) {
  const rules::Drafts merged =
      merge_over_selections({draft("mujoco"), draft("standard"), draft("authored"), draft("physx")});
  ASSERT_EQ(merged.size(), 1U);
  EXPECT_EQ(merged[0].finding.selections, (Texts{"standard", "physx", "mujoco", "authored"}));
}

TEST(merge, selection_named_once) {
  const rules::Drafts merged = merge_over_selections({draft("physx"), draft("physx")});
  ASSERT_EQ(merged.size(), 1U);
  EXPECT_EQ(merged[0].finding.selections, Texts{"physx"});
}

TEST(merge, drafts_that_differ_stay_apart) {
  const rules::Draft base = draft("standard");
  rules::Draft severity = base;
  severity.finding.severity = Severity::Warning;
  rules::Draft property = base;
  property.finding.property = "newton:contactGap";
  rules::Draft subject = base;
  subject.finding.subject = "NewtonCollisionAPI";
  rules::Draft value = base;
  value.finding.values = {{"name", std::string("newton:contactMargin")}};
  rules::Draft message = base;
  message.message = "{name} is odd";
  EXPECT_EQ(merge_over_selections({base, severity, property, subject, value, message, draft("standard", "/Root/Other")})
                .size(),
            7U);
}

TEST(merge, runtimes_requirements_and_reasons_gathered) {
  rules::Draft first = draft("newton");
  first.finding.runtimes = {"newton"};
  first.finding.requirements = {"RV.011"};
  first.reasons = {"Newton does not consume it"};
  rules::Draft second = draft("physx");
  second.finding.runtimes = {"physx"};
  second.finding.requirements = {"RV.011", "MUJOCO.COL.002"};
  second.reasons = {"PhysX does not take it"};
  const rules::Drafts merged = merge_over_selections({first, second});
  ASSERT_EQ(merged.size(), 1U);
  EXPECT_EQ(merged[0].finding.runtimes, (Texts{"physx", "newton"}));
  EXPECT_EQ(merged[0].finding.requirements, (Texts{"RV.011", "MUJOCO.COL.002"}));
  EXPECT_EQ(merged[0].reasons, (Texts{"Newton does not consume it", "PhysX does not take it"}));
}

TEST(merge, draft_seen_only_with_a_nested_option_kept) {
  const rules::Drafts merged = merge_over_selections({draft("physx", "/Root/Body", "/Root{F=Loop}"),
                                                      draft("newton", "/Root/Body", "/Root{F=Loop}"),
                                                      draft("physx", "/Root/Body", "/Root{F=Tree}")});
  ASSERT_EQ(merged.size(), 2U);
  EXPECT_EQ(merged[0].finding.selections, (Texts{"physx", "newton"}));
  EXPECT_EQ(merged[0].finding.variants, Texts{"/Root{F=Loop}"});
  EXPECT_EQ(merged[1].finding.variants, Texts{"/Root{F=Tree}"});
}

TEST(merge, draft_with_a_nested_option_dropped_where_it_shows_without) {
  const rules::Draft plain = draft("physx");
  const rules::Draft nested = draft("physx", "/Root/Body", "/Root{F=Loop}");
  const rules::Drafts merged = merge_over_selections({plain, nested});
  ASSERT_EQ(merged.size(), 1U);
  EXPECT_TRUE(merged[0].finding.variants.empty());
  EXPECT_EQ(merge_over_selections({draft("physx", "/Root/Other"), nested}).size(), 2U);
}

TEST(merge, order_of_nested_and_plain_does_not_matter) {
  const rules::Drafts merged = merge_over_selections({draft("physx", "/Root/Body", "/Root{F=Loop}"), draft("physx")});
  ASSERT_EQ(merged.size(), 1U);
  EXPECT_TRUE(merged[0].finding.variants.empty());
}

TEST(merge, nothing_merges_to_nothing) { EXPECT_TRUE(merge_over_selections({}).empty()); }

}  // namespace
}  // namespace assay::check
