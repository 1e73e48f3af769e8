#include "assay/stage/text_format.h"

#include "assay/base/test_folder.h"
#include "assay/stage/layer_contents.h"
#include "assay/stage/text_parts.h"

#include <gtest/gtest.h>

#include <pxr/sdf/attributeSpec.h>

#include <string>

namespace assay::stage {
namespace {

using namespace pxr;

constexpr std::size_t small_part = 32;

bool splits_like_the_whole(const std::string& text, std::size_t part_size) {
  const TfRefPtr<TextLayerData> parts = parse_in_parts(text, part_size);
  return parts && LayerContents(*parts) == LayerContents(*parse_text(text));
}

bool is_refused(const std::string& text) {
  const TfErrorMark mark;
  return !find_cuts(text, small_part).empty() && !parse_in_parts(text, small_part) && mark.IsClean();
}

const std::string chain = R"(#usda 1.0
(
    defaultPrim = "World"
)
def Xform "World" (
    prepend apiSchemas = ["A"]
)
{
    rel first = </World/A>
    def Cube "A"
    {
        double size = 2
        def Xform "Inner" {
            float x = 1
        }
    }
    # def Cube "Comment"
    def Cube "B"
    {
        double size.timeSamples = {
            0: 1,
            1: 2,
        }
    }
    over "C" (
        variants = {
            string look = "red"
        }
        prepend variantSets = "look"
    )
    {
        double size.connect = </World/A.size>
        variantSet "look" = {
            "red" {
                def Cube "Red"
                {
                }
            }
        }
    }
    class "D"
    {
    }
}
def Xform "Beside"
{
    over "A"
    {
        custom string text = "a"
    }
}
)";

TEST(text_format, parts_equal_the_whole) {
  for (const std::size_t size : {16U, 32U, 64U, 120U, 300U}) {
    EXPECT_GT(find_cuts(chain, size).size(), 0U) << size;
    EXPECT_TRUE(splits_like_the_whole(chain, size)) << size;
  }
}

TEST(text_format, difference_is_seen) {
  std::string other = chain;
  other.replace(other.find("double size = 2"), 15, "double size = 3");
  EXPECT_FALSE(LayerContents(*parse_text(chain)) == LayerContents(*parse_text(other)));
}

TEST(text_format, short_text_is_left_whole) { EXPECT_FALSE(parse_in_parts(chain, chain.size())); }

TEST(text_format, windows_line_ends) {
  std::string text;
  for (const char letter : chain) text += letter == '\n' ? std::string("\r\n") : std::string(1, letter);
  EXPECT_TRUE(splits_like_the_whole(text, 120));
}

TEST(text_format, hint_of_relocates_is_kept) {
  const std::string relocates = "    relocates = {\n        </A/B> : </A/C>\n    }\n";
  std::string of_layer = chain;
  of_layer.insert(of_layer.find(")\n"), relocates);
  std::string of_prim = chain;
  of_prim.insert(of_prim.find("    prepend variantSets"), relocates);
  EXPECT_TRUE(parse_in_parts(of_layer, 120)->might_have_relocates());
  EXPECT_TRUE(parse_in_parts(of_prim, 120)->might_have_relocates());
  EXPECT_FALSE(parse_in_parts(chain, 120)->might_have_relocates());
}

TEST(text_format, large_file) {
  std::string body = "def Xform \"World\"\n{\n";
  constexpr int prim_count = 30000;
  for (int index = 0; index < prim_count; ++index) {
    body += "    def Cube \"Cube" + std::to_string(index) +
            "\"\n    {\n        double size = " + std::to_string(index) +
            "\n        float3 xformOp:scale = (1, 2, 3)\n    }\n";
  }
  const TestFolder folder;
  folder.layer("large.usda", body + "}\n");
  const SdfLayerRefPtr layer = SdfLayer::FindOrOpen(folder.path("large.usda"));
  ASSERT_TRUE(layer);
  EXPECT_EQ(layer->GetPrimAtPath(SdfPath("/World"))->GetNameChildren().size(), std::size_t{prim_count});
  const SdfAttributeSpecHandle size = layer->GetAttributeAtPath(SdfPath("/World/Cube29999.size"));
  ASSERT_TRUE(size);
  EXPECT_EQ(size->GetDefaultValue(), VtValue(29999.0));
  EXPECT_FALSE(layer->GetHints().mightHaveRelocates);
}

// each of these lines looks like the start of a prim and is none, or not where its indentation says

TEST(text_format, prim_in_a_string_is_no_cut) {
  EXPECT_TRUE(is_refused("#usda 1.0\ndef \"A\"\n{\n    string text = \"\"\"\n\n\n\n\ndef \"B\"\n{\n}\n\"\"\"\n}\n"));
}

TEST(text_format, prim_in_a_comment_is_no_cut) {
  EXPECT_TRUE(is_refused("#usda 1.0\ndef \"A\"\n{\n}\n/*           \n\n\n\n\ndef \"B\"\n{\n}\n     */\n"));
}

TEST(text_format, prim_in_a_variant_is_no_cut) {
  EXPECT_TRUE(is_refused(
      "#usda 1.0\ndef \"A\"\n{\n  variantSet\"s\" = {\n    \"one\" {\n            def \"B\"\n{\n}\n}\n}\n}\n"));
  EXPECT_TRUE(
      find_cuts("#usda 1.0\ndef \"A\"\n{\n  variantSet \"s\" = {\n    \"one\" {\n      def \"B\"\n{\n}\n}\n}\n}\n",
                small_part)
          .empty());
}

TEST(text_format, misleading_indentation) {
  EXPECT_TRUE(is_refused("#usda 1.0\ndef \"A\"\n{\n    def \"B\"\n    {\ndef \"C\"\n{\n}\n    }\n}\n"));
}

TEST(text_format, mark_in_the_text) {
  std::string text = chain;
  text.replace(text.find("\"a\""), 3, "\"__assay_cut__\"");
  EXPECT_TRUE(is_refused(text));
}

TEST(text_format, prim_in_two_parts) {
  EXPECT_TRUE(is_refused("#usda 1.0\ndef \"A\"\n{\n}\ndef \"B\"\n{\n}\ndef \"A\"\n{\n    float x = 1\n}\n"));
}

TEST(text_format, statements_behind_children) {
  EXPECT_TRUE(
      is_refused("#usda 1.0\ndef \"A\"\n{\n    float x = 1\n    def \"B\"\n    {\n    }\n    float y = 1\n}\n"));
  EXPECT_TRUE(
      is_refused("#usda 1.0\ndef \"A\"\n{\n    float x = 1\n    def \"B\"\n    {\n    }\n    reorder nameChildren = "
                 "[\"B\"]\n}\n"));
}

// parts made and dropped on all threads at once share nothing: a race shows as a crash here
TEST(text_format, parts_many_times) {
  const LayerContents whole(*parse_text(chain));
  for (int run = 0; run < 500; ++run) {
    const TfRefPtr<TextLayerData> parts = parse_in_parts(chain, small_part);
    ASSERT_TRUE(parts);
    ASSERT_EQ(LayerContents(*parts), whole);
  }
}

TEST(text_format, syntax_error) { EXPECT_TRUE(is_refused(chain + "def \"Open\"\n{\n")); }

}  // namespace
}  // namespace assay::stage
