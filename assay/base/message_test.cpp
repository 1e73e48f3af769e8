#include "assay/base/message.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

TEST(message, each_value_type_rendered) {
  EXPECT_EQ(text_of(Value(true)), "true");
  EXPECT_EQ(text_of(Value(false)), "false");
  EXPECT_EQ(text_of(Value(std::int64_t{-7})), "-7");
  EXPECT_EQ(text_of(Value(std::string("x"))), "x");
  EXPECT_EQ(text_of(Value(std::vector<std::string>{"a", "b"})), "a; b");
  EXPECT_EQ(text_of(Value(std::vector<std::string>{})), "");
}

// the shortest text that reads back as the same number
TEST(message, number_rendered_shortest) {
  EXPECT_EQ(text_of(Value(0.1)), "0.1");
  EXPECT_EQ(text_of(Value(0.5)), "0.5");
  EXPECT_EQ(std::stod(text_of(Value(1.0 / 3))), 1.0 / 3);
}

TEST(message, names_replaced_by_their_values) {
  const Values values = {{"schema", std::string("A")}, {"count", std::int64_t{2}}};
  EXPECT_EQ(render_message("{schema} occurs {count} times, {schema}", values), "A occurs 2 times, A");
}

TEST(message, text_without_names_unchanged) {
  EXPECT_EQ(render_message("nothing to fill in", {{"schema", std::string("A")}}), "nothing to fill in");
  EXPECT_EQ(render_message("", {}), "");
}

// a value is data: braces in it are no names
TEST(message, braces_of_a_value_kept) {
  EXPECT_EQ(render_message("at {path}", {{"path", std::string("/Root{PhysX=Enabled}")}}), "at /Root{PhysX=Enabled}");
}

TEST(message, name_without_value_is_a_bug) {
  EXPECT_EXIT(render_message("{missing}", {}), testing::ExitedWithCode(70), "internal error");
  EXPECT_EXIT(render_message("{open", {{"open", true}}), testing::ExitedWithCode(70), "internal error");
}

}  // namespace
}  // namespace assay
