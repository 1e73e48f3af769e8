#include "assay/inspect/table.h"

#include <gtest/gtest.h>

namespace assay::inspect {
namespace {

const Table parts{"parts", {{"name"}, {"mass", true}}, {{"a", "1 kg"}, {"änder", "100 kg"}, {"c", "2 kg"}}};

TEST(table, columns_are_aligned_by_characters) {
  EXPECT_EQ(table_text(parts, {}, std::nullopt),
            "parts\n"
            "  name     mass\n"
            "  a        1 kg\n"
            "  änder  100 kg\n"
            "  c        2 kg\n");
}

TEST(table, without_rows_is_nothing) { EXPECT_EQ(table_text({"parts", {{"name"}}, {}}, {}, 5), ""); }

TEST(table, long_one_is_cut_and_says_so) {
  const std::string text = table_text(parts, {}, 1);
  EXPECT_NE(text.find("… 2 more; --rows all prints them"), std::string::npos);
  EXPECT_EQ(text.find("änder"), std::string::npos);
  EXPECT_EQ(table_text(parts, {}, 3).find("more"), std::string::npos);
}

TEST(table, rows_that_the_document_lacks_are_named) {
  Table table = parts;
  table.left_out = 7;
  EXPECT_NE(table_text(table, {}, std::nullopt).find("… 7 more that the document leaves out"), std::string::npos);
}

TEST(table, colours_are_there_when_asked_for) {
  EXPECT_EQ(table_text(parts, {}, 1).find('\x1b'), std::string::npos);
  EXPECT_NE(table_text(parts, {true}, 1).find("\x1b[1mparts\x1b[0m"), std::string::npos);
}

TEST(table, cell_cannot_drive_a_terminal) {
  EXPECT_EQ(printable("a\x1b[2Jb\n"), "a?[2Jb?");
  EXPECT_EQ(printable("a\xC2\x9B"
                      "b"),
            "a?b");
  EXPECT_EQ(printable("Größe °"), "Größe °");
  const Table hostile{"t", {{"c"}}, {{"\x1b]0;title\x07"}}};
  EXPECT_EQ(table_text(hostile, {}, 1), "t\n  c\n  ?]0;title?\n");
}

}  // namespace
}  // namespace assay::inspect
