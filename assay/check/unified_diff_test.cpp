#include "assay/check/unified_diff.h"

#include <gtest/gtest.h>

namespace assay::check {
namespace {

TEST(unified_diff, equal_texts_differ_in_nothing) {
  EXPECT_EQ(unified_diff("a\nb\n", "a\nb\n", "x"), "");
  EXPECT_EQ(unified_diff("", "", "x"), "");
}

TEST(unified_diff, change_stands_between_three_lines_of_context) {
  EXPECT_EQ(unified_diff("1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\nfive\n6\n7\n8\n9\n", "a/b.usda"),
            "--- a/a/b.usda\n+++ b/a/b.usda\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n");
}

TEST(unified_diff, near_changes_share_a_hunk_and_far_ones_do_not) {
  const std::string before = "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13\n14\n15\n16\n";
  const std::string near = "1\nx\n3\n4\n5\n6\n7\n8\ny\n10\n11\n12\n13\n14\n15\n16\n";
  const std::string far = "1\nx\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13\n14\n15\ny\n";
  EXPECT_EQ(unified_diff(before, near, "n").find("@@ -1,12 +1,12 @@"), std::string("--- a/n\n+++ b/n\n").size());
  EXPECT_NE(unified_diff(before, far, "n").find("@@ -1,5 +1,5 @@"), std::string::npos);
  EXPECT_NE(unified_diff(before, far, "n").find("@@ -13,4 +13,4 @@"), std::string::npos);
}

TEST(unified_diff, empty_side_begins_at_line_zero) {
  EXPECT_EQ(unified_diff("", "a\nb\n", "n"), "--- a/n\n+++ b/n\n@@ -0,0 +1,2 @@\n+a\n+b\n");
  EXPECT_EQ(unified_diff("a\n", "", "n"), "--- a/n\n+++ b/n\n@@ -1 +0,0 @@\n-a\n");
}

TEST(unified_diff, missing_and_windows_line_ends_show) {
  EXPECT_EQ(unified_diff("a\r\nb", "a\nb", "n"),
            "--- a/n\n+++ b/n\n@@ -1,2 +1,2 @@\n-a\r\n+a\n b\n\\ No newline at end of file\n");
}

TEST(unified_diff, bytes_that_are_no_text_only_differ) {
  const std::string bytes("a\0b", 3);
  EXPECT_EQ(unified_diff(bytes, "a", "x.usdc"), "Binary files a/x.usdc and b/x.usdc differ\n");
  EXPECT_EQ(unified_diff(bytes, bytes, "x.usdc"), "");
}

}  // namespace
}  // namespace assay::check
