#include "assay/stage/text_index.h"

#include "assay/base/test_folder.h"
#include "assay/stage/asset.h"

#include <gtest/gtest.h>

namespace assay::stage {
namespace {

constexpr std::size_t readable_width = 120;  // characters

/// The characters of UTF-8 text.
std::vector<std::string> characters_of(std::string_view text) {
  std::vector<std::string> characters;
  for (const char byte : text) {
    if ((byte & 0xC0) == 0x80) {
      characters.back() += byte;
    } else {
      characters.emplace_back(1, byte);
    }
  }
  return characters;
}

/// One layer and what its text shows of a query: "line:column" and the marked part of the excerpt.
class Text {
 public:
  explicit Text(const std::string& body) : asset_(open_asset(folder_.layer("a.usda", body)).value()) {}

  std::optional<TextLocation> locate(const TextQuery& query) { return index_.locate(*asset_.root, query); }

  std::string shown(const TextQuery& query) {
    const std::optional<TextLocation> location = locate(query);
    if (!location) return "none";
    return std::to_string(location->line) + ":" + std::to_string(location->column) + " " + marked(location->excerpt);
  }

  // the characters that the caret line would underline
  static std::string marked(const Excerpt& excerpt) {
    const std::vector<std::string> characters = characters_of(excerpt.text);
    std::string text;
    for (int index = excerpt.caret; index < excerpt.caret + excerpt.length; ++index)
      text += characters.at(static_cast<std::size_t>(index));
    return text;
  }

 private:
  TestFolder folder_;
  Asset asset_;
  TextIndex index_;
};

const std::string prim = "def Xform \"A\" (\n    prepend apiSchemas = [\"One\", \"Two\"]\n)\n{\n    float x = 1\n}\n";

TEST(text_index, narrowest_part_found) {
  Text text(prim);
  EXPECT_EQ(text.shown({"/A", "", "apiSchemas", "Two", {}}), "3:34 \"Two\"");
  EXPECT_EQ(text.shown({"/A", "", "apiSchemas", "", {}}), "3:13 apiSchemas");
  EXPECT_EQ(text.shown({"/A", "x", "", "", {}}), "6:11 x");
  EXPECT_EQ(text.shown({"/A", "", "", "", {}}), "2:12 A");
}

TEST(text_index, wider_part_found_where_the_narrow_one_is_missing) {
  Text text(prim);
  EXPECT_EQ(text.shown({"/A", "", "apiSchemas", "Three", {}}), "3:13 apiSchemas");
  EXPECT_EQ(text.shown({"/A", "", "payload", "", {}}), "2:12 A");
}

TEST(text_index, spec_that_the_layer_lacks_not_found) {
  Text text(prim);
  EXPECT_EQ(text.shown({"/B", "", "", "", {}}), "none");
  EXPECT_EQ(text.shown({"/A", "y", "", "", {}}), "none");
}

TEST(text_index, longest_path_of_keys_found) {
  Text text(
      "(\n    customLayerData = {\n        dictionary one = {\n            string two = \"x\"\n        }\n    }\n)\n");
  EXPECT_EQ(text.shown({"/", "", "", "", {"customLayerData", "one", "two"}}), "5:20 two");
  EXPECT_EQ(text.shown({"/", "", "", "", {"customLayerData", "one", "three"}}), "4:20 one");
  EXPECT_EQ(text.shown({"/", "", "", "", {"customLayerData", "four", "two"}}), "3:5 customLayerData");
}

TEST(text_index, short_line_shown_whole) {
  const std::optional<TextLocation> location = Text(prim).locate({"/A", "x", "", "", {}});
  ASSERT_TRUE(location);
  EXPECT_EQ(location->excerpt.text, "    float x = 1");
  EXPECT_EQ(location->excerpt.caret, 10);
  EXPECT_EQ(location->excerpt.length, 1);
}

TEST(text_index, long_line_cut_around_the_place) {
  std::string list;
  for (int item = 0; item < 100; ++item) list += "\"Filler" + std::to_string(item) + "\", ";
  Text text("def Xform \"A\" (\n    prepend apiSchemas = [" + list + "\"Wanted\", " + list.substr(0, list.size() - 2) +
            "]\n)\n{\n}\n");
  const std::optional<TextLocation> location = text.locate({"/A", "", "apiSchemas", "Wanted", {}});
  ASSERT_TRUE(location);
  EXPECT_EQ(location->column, static_cast<int>(27 + list.size()));
  EXPECT_LE(characters_of(location->excerpt.text).size(), readable_width);
  EXPECT_EQ(Text::marked(location->excerpt), "\"Wanted\"");
}

TEST(text_index, place_at_the_start_of_a_long_line_keeps_its_column) {
  Text text("def Xform \"A\"\n{\n    string x = \"" + std::string(300, 'y') + "\"\n}\n");
  const std::optional<TextLocation> location = text.locate({"/A", "x", "", "", {}});
  ASSERT_TRUE(location);
  EXPECT_EQ(location->excerpt.caret, 11);
  EXPECT_EQ(characters_of(location->excerpt.text).size(), readable_width);
}

TEST(text_index, tab_shown_as_one_blank) {
  Text text("def Xform \"A\"\n{\n\t\tfloat\tx = 1\n}\n");
  const std::optional<TextLocation> location = text.locate({"/A", "x", "", "", {}});
  ASSERT_TRUE(location);
  EXPECT_EQ(location->column, 9);
  EXPECT_EQ(location->excerpt.text, "  float x = 1");
  EXPECT_EQ(location->excerpt.caret, 8);
}

TEST(text_index, characters_counted_not_bytes) {
  Text text("def Xform \"A\" (\n    prepend apiSchemas = [\"µÄ\", \"Über\"]\n)\n{\n}\n");
  EXPECT_EQ(text.shown({"/A", "", "apiSchemas", "Über", {}}), "3:33 \"Über\"");
}

TEST(text_index, long_line_of_wide_characters_not_cut_inside_one) {
  std::string words;
  for (int index = 0; index < 200; ++index) words += "ü";
  Text text("def Xform \"A\" (\n    prepend apiSchemas = [\"" + words + "\", \"Wanted\"]\n)\n{\n}\n");
  const std::optional<TextLocation> location = text.locate({"/A", "", "apiSchemas", "Wanted", {}});
  ASSERT_TRUE(location);
  EXPECT_EQ(Text::marked(location->excerpt), "\"Wanted\"");
  EXPECT_NE(location->excerpt.text.front() & 0xC0, 0x80);
}

TEST(text_index, asset_path_pointed_at_whole) {
  const std::string open = "def Xform \"A\" (\n    payload = ";
  EXPECT_EQ(Text(open + "@./b.usda@\n)\n{\n}\n").shown({"/A", "", "payload", "./b.usda", {}}), "3:15 @./b.usda@");
  EXPECT_EQ(Text(open + "@@@./b.usda@@@\n)\n{\n}\n").shown({"/A", "", "payload", "./b.usda", {}}),
            "3:15 @@@./b.usda@@@");
}

TEST(text_index, binary_layer_has_no_places) {
  const TestFolder folder;
  const Asset text = open_asset(folder.layer("a.usda", prim)).value();
  ASSERT_TRUE(text.root->Export(folder.path("b.usdc")));
  const Asset crate = open_asset(folder.path("b.usdc")).value();
  TextIndex index;
  EXPECT_FALSE(index.locate(*crate.root, {"/A", "", "", "", {}}));
  EXPECT_TRUE(index.locate(*text.root, {"/A", "", "", "", {}}));
}

}  // namespace
}  // namespace assay::stage
