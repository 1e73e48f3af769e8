#include "assay/geometry/disjoint_sets.h"

#include <gtest/gtest.h>

namespace assay::geometry {
namespace {

TEST(disjoint_sets, joined_members_have_one_set) {
  DisjointSets sets(5);
  EXPECT_TRUE(sets.join(3, 4));
  EXPECT_TRUE(sets.join(1, 4));
  EXPECT_EQ(sets.find(3).set, 1U);
  EXPECT_EQ(sets.find(4).set, 1U);
  EXPECT_EQ(sets.find(0).set, 0U);
  EXPECT_EQ(sets.find(2).set, 2U);
}

TEST(disjoint_sets, sides_follow_from_joins) {
  DisjointSets sets(6);
  EXPECT_TRUE(sets.join(4, 5, true));
  EXPECT_TRUE(sets.join(2, 3, true));
  EXPECT_TRUE(sets.join(3, 4, true));
  EXPECT_FALSE(sets.find(2).side);
  EXPECT_TRUE(sets.find(3).side);
  EXPECT_FALSE(sets.find(4).side);
  EXPECT_TRUE(sets.find(5).side);
}

TEST(disjoint_sets, contradiction_is_told) {
  DisjointSets sets(3);
  EXPECT_TRUE(sets.join(0, 1, true));
  EXPECT_TRUE(sets.join(1, 2, true));
  EXPECT_TRUE(sets.join(0, 2, false));
  EXPECT_FALSE(sets.join(0, 2, true));
}

}  // namespace
}  // namespace assay::geometry
