#include "assay/base/nearest_names.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

using Names = std::vector<std::string>;

TEST(nearest_names, differ_in_few_letters_or_hold_the_name) {
  EXPECT_EQ(nearest_names("nested-bodys", {"drive", "nested-body"}), Names{"nested-body"});
  EXPECT_EQ(nearest_names("nested", {"drive", "nested-body"}), Names{"nested-body"});
  EXPECT_EQ(nearest_names("xylophone", {"drive", "nested-body"}), Names());
}

TEST(nearest_names, nearest_comes_first) {
  EXPECT_EQ(nearest_names("/Robot/amr", {"/Robot/a", "/Robot/arm", "/Robot/amr2"}),
            (Names{"/Robot/amr2", "/Robot/a", "/Robot/arm"}));
}

TEST(nearest_names, paths_of_one_last_name_are_near) {
  EXPECT_EQ(nearest_names("/Root/joints/hinge", {"/Root/hinge", "/Root/door"}), Names{"/Root/hinge"});
  EXPECT_EQ(nearest_names("/Root/joints/a/", {"/World/"}), Names());
  EXPECT_EQ(nearest_names("hinge", {"a/b/c/d/e/hinges/x"}), Names{"a/b/c/d/e/hinges/x"});
}

}  // namespace
}  // namespace assay
