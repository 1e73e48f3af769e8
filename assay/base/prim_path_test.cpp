#include "assay/base/prim_path.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

TEST(prim_path, holds_itself_and_what_is_below) {
  EXPECT_TRUE(is_at_or_below("/Robot/arm", "/Robot/arm"));
  EXPECT_TRUE(is_at_or_below("/Robot/arm/hand", "/Robot/arm"));
  EXPECT_TRUE(is_at_or_below("/Robot", "/"));
}

TEST(prim_path, a_longer_name_or_a_prim_above_is_not_below) {
  EXPECT_FALSE(is_at_or_below("/Robot/arm2", "/Robot/arm"));
  EXPECT_FALSE(is_at_or_below("/Robot", "/Robot/arm"));
  EXPECT_FALSE(is_at_or_below("", "/"));
}

}  // namespace
}  // namespace assay
