#include "assay/stage/text_splice.h"

#include <gtest/gtest.h>

#include <random>

namespace assay::stage {
namespace {

/// Replacements of a text at random places, none meeting another.
Replacements random_replacements(std::mt19937& random, std::size_t size, char letter) {
  const auto below = [&random](std::size_t count) { return random() % count; };
  DisjointReplacements chosen;
  for (int tries = 0; tries < 6; ++tries) {
    const std::size_t begin = below(size + 1);
    const std::size_t end = std::min(size, begin + below(4));
    chosen.add({{{begin, end}, std::string(below(3), letter)}});
  }
  return chosen.all();
}

TEST(text_splice, composed_replacements_do_what_two_rounds_do) {
  std::mt19937 random{7};  // NOLINT(bugprone-random-generator-seed): every run draws the same
  const std::string text = "0123456789abcdefghijklmnopqrstuvwxyz";
  int joined = 0;
  for (int round = 0; round < 5000; ++round) {
    const Replacements first = random_replacements(random, text.size(), '+');
    const std::string between = replaced(text, first);
    const Replacements second = random_replacements(random, between.size(), '-');
    const Replacements both = composed(first, between, second);
    EXPECT_EQ(replaced(text, both), replaced(between, second));
    EXPECT_FALSE(DisjointReplacements().meets(both));
    joined += both.size() < first.size() + second.size() ? 1 : 0;
    if (HasFailure()) break;
  }
  EXPECT_GT(joined, 1000) << "rounds that touch each other are among them";
}

TEST(text_splice, composed_replacements_keep_to_what_changes) {
  const std::string text = "one two three";
  const Replacements both = composed({{{0, 3}, "1"}}, "1 two three", {{{6, 11}, "3"}});
  ASSERT_EQ(both.size(), 2U);
  EXPECT_EQ(both[0].range.end, 3U);
  EXPECT_EQ(both[1].range.begin, 8U);
  EXPECT_EQ(both[1].range.end, text.size());
}

TEST(text_splice, replacements_that_meet_are_not_taken) {
  DisjointReplacements taken;
  EXPECT_TRUE(taken.add({{{4, 6}, ""}}));
  EXPECT_FALSE(taken.add({{{6, 8}, ""}}));
  EXPECT_FALSE(taken.add({{{10, 12}, ""}, {{5, 5}, "x"}}));
  EXPECT_TRUE(taken.add({{{10, 12}, ""}}));
  EXPECT_EQ(taken.all().size(), 2U);
}

}  // namespace
}  // namespace assay::stage
