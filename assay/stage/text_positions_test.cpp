#include "assay/stage/text_positions.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay::stage {
namespace {

// "line:column text" of a range, with line ends as |, or "none"
std::string shown(const TextPositions& positions, std::optional<TextRange> range) {
  if (!range) return "none";
  const auto [line, column] = positions.position(range->begin);
  auto text = positions.text().substr(range->begin, range->end - range->begin);
  for (char& byte : text) byte = byte == '\n' ? '|' : byte;
  return std::to_string(line) + ":" + std::to_string(column) + " " + text;
}

// Scans a layer and shows what it finds; the header line is line 1.
class Layer {
 public:
  explicit Layer(const std::string& body) : positions_(TextPositions::scan("#usda 1.0\n" + body)) {}

  std::string spec(std::string_view path) const { return shown(positions_, positions_.spec(path)); }
  std::string entry(std::string_view path, const std::vector<std::string>& keys) const {
    return shown(positions_, positions_.entry(path, keys));
  }
  std::string item(std::string_view path, std::string_view field, std::string_view item) const {
    return shown(positions_, positions_.item(path, field, item));
  }
  // every statement of the field, joined by " + "
  std::string fields(std::string_view path, std::string_view field) const {
    std::string all;
    for (const auto range : positions_.fields(path, field))
      all += (all.empty() ? "" : " + ") + shown(positions_, range);
    return all.empty() ? "none" : all;
  }
  const TextPositions& positions() const { return positions_; }

 private:
  TextPositions positions_;
};

TEST(text_positions, prim_found_with_and_without_type_name) {
  const Layer layer("def Xform \"A\" {\n  over \"B\" {}\n}\nclass Some.Type \"C\"\n(\n)\n{\n}\n");
  EXPECT_EQ(layer.spec("/A"), "2:12 A\" {|  over \"B\" {}|}");
  EXPECT_EQ(layer.spec("/A/B"), "3:9 B\" {}");
  EXPECT_EQ(layer.spec("/C"), "5:18 C\"|(|)|{|}");
  EXPECT_EQ(layer.spec("/B"), "none");
  EXPECT_EQ(layer.spec("/A/C"), "none");
  EXPECT_EQ(layer.spec("A"), "none");
  EXPECT_EQ(layer.spec(""), "none");
}

TEST(text_positions, name_in_other_quotes_found_inside_them) {
  const Layer layer("def 'A' {}\ndef '''B''' {}\ndef \"\"\"C\"\"\" {}\n");
  EXPECT_EQ(layer.spec("/A"), "2:6 A' {}");
  EXPECT_EQ(layer.spec("/B"), "3:8 B''' {}");
  EXPECT_EQ(layer.spec("/C"), "4:8 C\"\"\" {}");
  EXPECT_EQ(layer.spec("/'B'"), "none");
}

TEST(text_positions, property_found_with_every_prefix) {
  const Layer layer(
      "def \"A\" {\n  custom uniform token[] ns:a = []\n  float3 [ ] b\n  config int c = 1; double d\n"
      "  custom varying rel e\n  float rel = 1\n}\n");
  EXPECT_EQ(layer.spec("/A.ns:a"), "3:26 ns:a = []");
  EXPECT_EQ(layer.spec("/A.b"), "4:14 b");
  EXPECT_EQ(layer.spec("/A.c"), "5:14 c = 1");
  EXPECT_EQ(layer.spec("/A.d"), "5:28 d");
  EXPECT_EQ(layer.spec("/A.e"), "6:22 e");
  EXPECT_EQ(layer.fields("/A.rel", "default"), "7:9 rel = 1");
  EXPECT_EQ(layer.fields("/A.rel", "targetPaths"), "none");
  EXPECT_EQ(layer.fields("/A.b", "default"), "none");
  EXPECT_EQ(layer.spec("/A.ns"), "none");
  EXPECT_EQ(layer.spec("/A/b"), "none");
}

TEST(text_positions, property_declared_again_keeps_first_spec_and_every_field) {
  const Layer layer(
      "def \"A\" {\n  double x = 1\n  double x.timeSamples = { 0: 1, 1.5: None, }\n"
      "  prepend double x . connect = </A.y>\n  double x.spline = { bezier, 1: 2; post held, 3: 4 }\n}\n");
  EXPECT_EQ(layer.spec("/A.x"), "3:10 x = 1");
  EXPECT_EQ(layer.fields("/A.x", "default"), "3:10 x = 1");
  EXPECT_EQ(layer.fields("/A.x", "timeSamples"), "4:12 timeSamples = { 0: 1, 1.5: None, }");
  EXPECT_EQ(layer.fields("/A.x", "connectionPaths"), "5:22 connect = </A.y>");
  EXPECT_EQ(layer.fields("/A.x", "spline"), "6:12 spline = { bezier, 1: 2; post held, 3: 4 }");
  EXPECT_EQ(layer.fields("/A.y", "default"), "none");
}

TEST(text_positions, property_metadata_found_behind_every_kind_of_value) {
  const Layer layer(
      "def \"A\" {\n  float a = 1 (doc = \"x\")\n  asset b = @f#\"(.usd@ (hidden = true)\n  asset c = @@@d\\@@@e@@@@ "
      "(\n"
      "    doc = '''y)'''\n  )\n  float[] d = [1, # ]\n    2] ( hidden = 1 )\n  float e (doc = \"z\")\n"
      "  rel f = </A> (doc = \"r\")\n  int[] g = edit [append 3; write 5 to [0]] (doc = \"g\")\n  asset h = @@ (doc = "
      "\"h\")\n}\n");
  EXPECT_EQ(layer.fields("/A.a", "documentation"), "3:16 doc = \"x\"");
  EXPECT_EQ(layer.spec("/A.a"), "3:9 a = 1 (doc = \"x\")");
  EXPECT_EQ(layer.fields("/A.a", "default"), "3:9 a = 1");
  EXPECT_EQ(layer.fields("/A.b", "default"), "4:9 b = @f#\"(.usd@");
  EXPECT_EQ(layer.fields("/A.b", "hidden"), "4:25 hidden = true");
  EXPECT_EQ(layer.fields("/A.c", "default"), "5:9 c = @@@d\\@@@e@@@@");
  EXPECT_EQ(layer.fields("/A.c", "doc"), "6:5 doc = '''y)'''");
  EXPECT_EQ(layer.fields("/A.d", "hidden"), "9:10 hidden = 1");
  EXPECT_EQ(layer.fields("/A.e", "doc"), "10:12 doc = \"z\"");
  EXPECT_EQ(layer.fields("/A.f", "doc"), "11:17 doc = \"r\"");
  EXPECT_EQ(layer.fields("/A.g", "default"), "12:9 g = edit [append 3; write 5 to [0]]");
  EXPECT_EQ(layer.fields("/A.g", "doc"), "12:46 doc = \"g\"");
  EXPECT_EQ(layer.fields("/A.h", "doc"), "13:17 doc = \"h\"");
  EXPECT_EQ(layer.fields("/A.e", "default"), "none");
  EXPECT_EQ(layer.fields("/A", "doc"), "none");
}

TEST(text_positions, layer_offset_is_no_metadata) {
  const Layer layer(
      "(\n  subLayers = [ @a.usda@ (offset = 1; scale = 2), @b.usda@ ]\n  defaultPrim = \"A\"\n)\n"
      "def \"A\" (\n  references = @r.usd@</X> (offset = 3)\n  prepend payload = @p.usd@ (\n    scale = 2\n  )\n  "
      "active = false\n) {}\n");
  EXPECT_EQ(layer.fields("/", "subLayers"), "3:3 subLayers = [ @a.usda@ (offset = 1; scale = 2), @b.usda@ ]");
  EXPECT_EQ(layer.fields("/", "defaultPrim"), "4:3 defaultPrim = \"A\"");
  EXPECT_EQ(layer.fields("/A", "references"), "7:3 references = @r.usd@</X> (offset = 3)");
  EXPECT_EQ(layer.fields("/A", "payload"), "8:11 payload = @p.usd@ (|    scale = 2|  )");
  EXPECT_EQ(layer.fields("/A", "active"), "11:3 active = false");
  EXPECT_EQ(layer.fields("/", "offset"), "none");
  EXPECT_EQ(layer.fields("/A", "offset"), "none");
  EXPECT_EQ(layer.fields("/A", "scale"), "none");
}

TEST(text_positions, fields_answer_to_both_spellings) {
  const Layer layer(
      "( relocates = { </A/B>: </A/C> } )\n"
      "def \"A\" ( \"note\"; doc = \"d\"; inherits = </B>; specializes = [</B>]; variantSets = \"v\"; "
      "variants = { string v = \"x\" } ) {}\n");
  EXPECT_EQ(layer.fields("/A", "doc"), "3:19 doc = \"d\"");
  EXPECT_EQ(layer.fields("/A", "documentation"), layer.fields("/A", "doc"));
  EXPECT_EQ(layer.fields("/A", "inherits"), "3:30 inherits = </B>");
  EXPECT_EQ(layer.fields("/A", "inheritPaths"), layer.fields("/A", "inherits"));
  EXPECT_EQ(layer.fields("/A", "specializes"), "3:47 specializes = [</B>]");
  EXPECT_EQ(layer.fields("/A", "variantSetNames"), layer.fields("/A", "variantSets"));
  EXPECT_EQ(layer.fields("/A", "variantSelection"), layer.fields("/A", "variants"));
  EXPECT_EQ(layer.fields("/", "layerRelocates"), "2:3 relocates = { </A/B>: </A/C> }");
  EXPECT_EQ(layer.fields("/A", "comment"), "3:11 \"note\"");
  EXPECT_EQ(layer.fields("/A", "note"), "none");
  EXPECT_EQ(layer.fields("/A", "variant"), "none");
}

TEST(text_positions, list_operations_of_one_field_all_kept) {
  const Layer layer(
      "def \"A\" (\n  prepend apiSchemas = [\"One\", \"Two\"]\n  delete apiSchemas = [\"Gone\"]\n"
      "  append apiSchemas = [\n    \"Tail\", # \"Comment\"\n  ]\n) {}\n");
  EXPECT_EQ(layer.fields("/A", "apiSchemas"),
            "3:11 apiSchemas = [\"One\", \"Two\"] + 4:10 apiSchemas = [\"Gone\"] + "
            "5:10 apiSchemas = [|    \"Tail\", # \"Comment\"|  ]");
  EXPECT_EQ(layer.item("/A", "apiSchemas", "Two"), "3:32 \"Two\"");
  EXPECT_EQ(layer.item("/A", "apiSchemas", "Tail"), "6:5 \"Tail\"");
  EXPECT_EQ(layer.item("/A", "apiSchemas", "Gone"), "none");
  EXPECT_EQ(layer.item("/A", "apiSchemas", "Comment"), "none");
  EXPECT_EQ(layer.item("/A", "apiSchemas", "Tw"), "none");
  EXPECT_EQ(layer.item("/A", "references", "Two"), "none");
}

TEST(text_positions, deleted_item_found_where_another_statement_adds_it) {
  const Layer layer("def \"A\" (\n  delete apiSchemas = [\"X\"]\n  append apiSchemas = [\"X\"]\n) {}\n");
  EXPECT_EQ(layer.item("/A", "apiSchemas", "X"), "4:24 \"X\"");
}

TEST(text_positions, asset_and_path_items_found) {
  const Layer layer(
      "def \"A\" (\n  references = [@a.usd@</X> (offset = 1), </T>, @@@b@.usd@@@ (customData = { string k = \"in\" "
      "})]\n) {\n"
      "  delete rel r = </A>\n  append rel r = [</B>, <../C>]\n  float x.connect = [</A.y>]\n  delete float x.connect "
      "= </A.z>\n}\n");
  EXPECT_EQ(layer.item("/A", "references", "a.usd"), "3:17 @a.usd@");
  EXPECT_EQ(layer.item("/A", "references", "/X"), "3:24 </X>");
  EXPECT_EQ(layer.item("/A", "references", "/T"), "3:43 </T>");
  EXPECT_EQ(layer.item("/A", "references", "b@.usd"), "3:49 @@@b@.usd@@@");
  EXPECT_EQ(layer.item("/A", "references", "in"), "none");
  EXPECT_EQ(layer.fields("/A.r", "targetPaths"), "5:14 r = </A> + 6:14 r = [</B>, <../C>]");
  EXPECT_EQ(layer.item("/A.r", "targetPaths", "/B"), "6:19 </B>");
  EXPECT_EQ(layer.item("/A.r", "targetPaths", "../C"), "6:25 <../C>");
  EXPECT_EQ(layer.item("/A.r", "targetPaths", "/A"), "none");
  EXPECT_EQ(layer.item("/A.x", "connectionPaths", "/A.y"), "7:22 </A.y>");
  EXPECT_EQ(layer.item("/A.x", "connectionPaths", "/A.z"), "none");
}

TEST(text_positions, dictionary_keys_found_at_every_depth) {
  const Layer layer(
      "(\n  customLayerData = {\n    dictionary One = {\n      dictionary \"two words\" = { string[] three = [\"a\"] "
      "}\n"
      "      bool dictionary = 1; double3 t = (1, 2, 3)\n    }\n    string \"we\\\"ird\" = \"}\" # string no = 1\n  "
      "}\n)\n"
      "def \"Root\" ( variants = { string Newton = \"On\" } ) {}\n");
  EXPECT_EQ(layer.entry("/", {"customLayerData", "One", "two words", "three"}), "5:43 three = [\"a\"]");
  EXPECT_EQ(layer.entry("/", {"customLayerData", "One", "two words"}),
            "5:19 two words\" = { string[] three = [\"a\"] }");
  EXPECT_EQ(layer.entry("/", {"customLayerData", "One", "dictionary"}), "6:12 dictionary = 1");
  EXPECT_EQ(layer.entry("/", {"customLayerData", "One", "t"}), "6:36 t = (1, 2, 3)");
  EXPECT_EQ(layer.entry("/", {"customLayerData", "we\"ird"}), "8:13 we\\\"ird\" = \"}\"");
  EXPECT_EQ(layer.entry("/Root", {"variants", "Newton"}), "11:34 Newton = \"On\"");
  EXPECT_EQ(layer.entry("/Root", {"variantSelection", "Newton"}), "11:34 Newton = \"On\"");
  EXPECT_EQ(layer.entry("/", {"customLayerData", "three"}), "none");
  EXPECT_EQ(layer.entry("/", {"customLayerData", "no"}), "none");
  EXPECT_EQ(layer.entry("/", {"One"}), "none");
  EXPECT_EQ(layer.entry("/", {}), "none");
  EXPECT_EQ(layer.fields("/", "One"), "none");
}

TEST(text_positions, variants_nest_in_variants_and_in_their_prims) {
  const Layer layer(
      "def \"A\" {\n  variantSet \"v\" = {\n    \"x\" ( doc = \"m\" ) {\n      float p = 1\n      def \"B\" {\n"
      "        variantSet \"in\" =\n        { '1-a|b' { float q\n } }\n      }\n"
      "      variantSet \"w\" = { \"q\" { over \"C\" {}\n } }\n    }\n    \".y\" {}\n  }\n}\ndef \"D\" {}\n");
  EXPECT_EQ(layer.spec("/A{v=x}").substr(0, 22), "4:6 x\" ( doc = \"m\" ) {");
  EXPECT_EQ(layer.fields("/A{v=x}", "doc"), "4:11 doc = \"m\"");
  EXPECT_EQ(layer.spec("/A{v=x}.p"), "5:13 p = 1");
  EXPECT_EQ(layer.spec("/A{v=x}B{in=1-a|b}"), "8:12 1-a|b' { float q| }");
  EXPECT_EQ(layer.spec("/A{v=x}B{in=1-a|b}.q"), "8:27 q");
  EXPECT_EQ(layer.spec("/A{v=x}{w=q}"), "11:27 q\" { over \"C\" {}| }");
  EXPECT_EQ(layer.spec("/A{v=x}{w=q}C"), "11:38 C\" {}");
  EXPECT_EQ(layer.spec("/A{v=x}{w=}"), "11:19 w\" = { \"q\" { over \"C\" {}| } }");
  EXPECT_EQ(layer.spec("/A{v=.y}"), "14:6 .y\" {}");
  EXPECT_EQ(layer.spec("/D"), "17:6 D\" {}");
  EXPECT_EQ(layer.spec("/A.p"), "none");
  EXPECT_EQ(layer.spec("/A/B"), "none");
  EXPECT_EQ(layer.spec("/A{v=x}/B"), "none");
  EXPECT_EQ(layer.spec("/A{v=z}"), "none");
  EXPECT_EQ(layer.spec("/A{w=q}"), "none");
}

TEST(text_positions, order_statements_are_fields) {
  const Layer layer(
      "reorder rootPrims = [\"B\", \"A\"]\ndef \"A\" {\n  reorder nameChildren = [\"c\"]\n  reorder properties = "
      "[\"q\", \"p\"]\n"
      "  reorder rel r = </A>\n}\n");
  EXPECT_EQ(layer.fields("/", "primOrder"), "2:9 rootPrims = [\"B\", \"A\"]");
  EXPECT_EQ(layer.fields("/A", "primOrder"), "4:11 nameChildren = [\"c\"]");
  EXPECT_EQ(layer.fields("/A", "propertyOrder"), "5:11 properties = [\"q\", \"p\"]");
  EXPECT_EQ(layer.fields("/A.r", "targetPaths"), "6:15 r = </A>");
  EXPECT_EQ(layer.item("/A", "propertyOrder", "p"), "5:30 \"p\"");
  EXPECT_EQ(layer.spec("/A.properties"), "none");
  EXPECT_EQ(layer.fields("/A.r", "propertyOrder"), "none");
}

TEST(text_positions, specs_in_comments_and_strings_are_none) {
  const Layer layer(
      "( doc = \"\"\"def \"Doc\" {} \\\"\"\"\n  def 'Doc2' {}\"\"\" )\n# def \"Hash\" {}\n// def \"Slash\" {}\n"
      "/* def \"Star\" {}\n*/\ndef \"A\" /* def \"In\" */ ( # ( {\n) {\n  string s = '''\n  float fake = 1\n'''\n"
      "  string t = \"a \\\" float fake = 2 } \\\\\"\n  float /* x */ real = /* = 2 */ 1 // float fake = 3\n}\n");
  EXPECT_EQ(layer.fields("/", "doc"), "2:3 doc = \"\"\"def \"Doc\" {} \\\"\"\"|  def 'Doc2' {}\"\"\"");
  EXPECT_EQ(layer.fields("/A.s", "default"), "10:10 s = '''|  float fake = 1|'''");
  EXPECT_EQ(layer.spec("/A.real"), "14:17 real = /* = 2 */ 1");
  EXPECT_EQ(layer.spec("/A.fake"), "none");
  for (const auto* path : {"/Doc", "/Doc2", "/Hash", "/Slash", "/Star", "/In", "/A/In"}) {
    EXPECT_EQ(layer.spec(path), "none") << path;
  }
}

TEST(text_positions, brackets_in_values_close_nothing) {
  const Layer layer(
      "def \"A\" (\n  customData = { string a = \"}\" }\n  symmetryFunction = \n  prefixSubstitutions = { \"}\" : "
      "\"b\" }\n"
      "  permission = private\n) {\n  string[] s = [\"]\", '}', @]@, /* ] */\n    \"z\"] // }\n  float x = -inf\n"
      "  float y = None; float z = AnimationBlock\n}\n");
  EXPECT_EQ(layer.fields("/A", "symmetryFunction"), "4:3 symmetryFunction = ");
  EXPECT_EQ(layer.fields("/A", "prefixSubstitutions"), "5:3 prefixSubstitutions = { \"}\" : \"b\" }");
  EXPECT_EQ(layer.fields("/A", "permission"), "6:3 permission = private");
  EXPECT_EQ(layer.item("/A.s", "default", "z"), "9:5 \"z\"");
  EXPECT_EQ(layer.fields("/A.x", "default"), "10:9 x = -inf");
  EXPECT_EQ(layer.fields("/A.y", "default"), "11:9 y = None");
  EXPECT_EQ(layer.fields("/A.z", "default"), "11:25 z = AnimationBlock");
  EXPECT_EQ(layer.fields("/A", "private"), "none");
}

TEST(text_positions, backslash_before_line_end_continues_the_statement) {
  const Layer layer("def \"A\" {\n  float a = \\\n    1 (doc = \"x\")\n  string b = \"c\\\nd\"\n}\n");
  EXPECT_EQ(layer.fields("/A.a", "doc"), "4:8 doc = \"x\"");
  EXPECT_EQ(layer.fields("/A.b", "default"), "5:10 b = \"c\\|d\"");
  EXPECT_EQ(Layer("def \"A\" {\n  string b = \"c\nd\"\n}\n").fields("/A.d", "default"), "none");
}

TEST(text_positions, column_counts_code_points) {
  const Layer layer(
      "def Xform \"\u00dcber\u4e16\" {\tfloat \u00e4:\u00f6 = 1 (doc = \"\U0001F600\"; hidden = true)\n}\n");
  EXPECT_EQ(layer.spec("/\u00dcber\u4e16.\u00e4:\u00f6").substr(0, 5), "2:27 ");
  EXPECT_EQ(layer.fields("/\u00dcber\u4e16.\u00e4:\u00f6", "hidden"), "2:47 hidden = true");
  EXPECT_EQ(layer.spec("/Uber"), "none");
}

TEST(text_positions, carriage_returns_stay_out_of_lines) {
  const auto positions =
      TextPositions::scan("#usda 1.0\r\ndef \"A\" (\r\n  active = true\r\n)\r\n{\r\n  float a\r\n}\r\n");
  EXPECT_EQ(shown(positions, positions.spec("/A.a")), "6:9 a");
  EXPECT_EQ(shown(positions, positions.fields("/A", "active").at(0)), "3:3 active = true");
  EXPECT_EQ(positions.line_text(3), "  active = true");
  EXPECT_EQ(positions.line_text(8), "");
  EXPECT_TRUE(positions.fields("/A", "a").empty());
}

TEST(text_positions, byte_order_mark_is_on_no_line) {
  const auto positions = TextPositions::scan("\xEF\xBB\xBF( doc = \"x\" )\ndef \"A\" {}\n");
  EXPECT_EQ(shown(positions, positions.fields("/", "doc").at(0)), "1:3 doc = \"x\"");
  EXPECT_EQ(shown(positions, positions.spec("/A")), "2:6 A\" {}");
  EXPECT_EQ(positions.line_text(1), "( doc = \"x\" )");
  EXPECT_EQ(positions.position(0).column, 1);
}

TEST(text_positions, offsets_and_lines_outside_the_text_are_clamped) {
  const auto positions = TextPositions::scan("#usda 1.0\nx");
  EXPECT_EQ(positions.position(11).line, 2);
  EXPECT_EQ(positions.position(11).column, 2);
  EXPECT_EQ(positions.position(1000).column, 2);
  EXPECT_EQ(positions.line_text(2), "x");
  EXPECT_EQ(positions.line_text(0), "");
  EXPECT_EQ(positions.line_text(-1), "");
  EXPECT_EQ(positions.line_text(3), "");
  EXPECT_EQ(TextPositions::scan("").position(5).line, 1);
  EXPECT_EQ(TextPositions().line_text(1), "");
  EXPECT_EQ(TextPositions().position(1).column, 1);
  EXPECT_FALSE(TextPositions().spec("/"));
}

TEST(text_positions, broken_text_keeps_what_stands_before_it) {
  const Layer layer("def \"A\" {\n  float a = 1\n  float b = [1, 2\n}\ndef \"C\" {}\n");
  EXPECT_EQ(layer.spec("/A.a"), "3:9 a = 1");
  EXPECT_EQ(layer.spec("/A").substr(0, 7), "2:6 A\" ");
  EXPECT_EQ(layer.spec("/C"), "none");
  for (const auto* body : {"def", "def \"", "def \"A\" (", "def \"A\" ( x", "def \"A\" { float", "def \"A\" { x = @@@",
                           "(", "}", "def \"A\" { variantSet", "def \"A\" { variantSet \"v\" = { \"", "/*",
                           "def \"A\" ( d = { x y = ", "def \"A\" { rel r = <", "def \"A\" { string s = \"\\"}) {
    EXPECT_EQ(Layer(body).spec("/B"), "none") << body;
  }
}

TEST(text_positions, text_that_ends_inside_a_statement_is_not_complete) {
  EXPECT_TRUE(TextPositions::scan("#usda 1.0\n( a = {} )\ndef \"A\" {\n}\n").is_complete());
  for (const auto* text : {"( a = { dictionary b = {", "( a = { string b = ", "(", "def \"A\" (", "def \"A\" {",
                           "def \"A\"", "def \"A\" { int[] a = [1,"}) {
    EXPECT_FALSE(TextPositions::scan(text).is_complete()) << text;
  }
}

TEST(text_positions, statement_that_breaks_off_reaches_around_its_parts) {
  const auto positions = TextPositions::scan("def \"A\" ( d = { dictionary b = { string c = \"x\"");
  const auto prims = positions.spec_statements("/A");
  const auto fields = positions.field_statements("/A", "d");
  ASSERT_EQ(prims.size() + fields.size(), 2U);
  EXPECT_LE(prims[0].metadata.begin, prims[0].metadata.end);
  EXPECT_LE(fields[0].value.end, fields[0].whole.end);
  EXPECT_LE(fields[0].whole.end, prims[0].whole.end);
}

TEST(text_positions, spec_name_ends_at_a_zero_byte_as_tokens_do) {
  using namespace std::string_literals;
  const auto positions =
      TextPositions::scan("#usda 1.0\ndef \"A\0B\" {\n  variantSet \"v\0w\" = { \"o\0p\" {} }\n}\n"s);
  EXPECT_TRUE(positions.spec("/A"));
  EXPECT_TRUE(positions.spec("/A{v=o}"));
  EXPECT_FALSE(positions.spec("/A\0B"s));
  EXPECT_FALSE(positions.spec("/B"));
}

TEST(text_positions, deep_nesting_found_at_its_depth) {
  constexpr int depth = 100000;
  std::string text = "#usda 1.0\n";
  std::string path;
  std::vector<std::string> keys{"customLayerData"};
  text += "( customLayerData = {";
  for (int i = 0; i < depth; ++i) text += "dictionary d = {";
  text += std::string(depth, '}') + "} )\n";
  for (int i = 0; i < depth; ++i) {
    text += "def \"P\" {\n";
    path += "/P";
    keys.emplace_back("d");
  }
  text += "int[] x = " + std::string(depth, '[') + std::string(depth, ']') + "\n";
  for (int i = 0; i < depth; ++i) text += "}\n";
  const auto positions = TextPositions::scan(text);
  ASSERT_TRUE(positions.spec(path + ".x"));
  EXPECT_EQ(positions.position(positions.spec(path + ".x")->begin).line, depth + 3);
  EXPECT_TRUE(positions.entry("/", keys));
  EXPECT_FALSE(positions.spec(path + "/P"));
}

TEST(text_positions, copies_answer_from_their_own_text) {
  auto original = std::optional<TextPositions>(TextPositions::scan("def \"A\" ( doc = \"x\" ) {}\n"));
  const TextPositions copy = *original;
  original.reset();
  EXPECT_EQ(shown(copy, copy.fields("/A", "documentation").at(0)), "1:11 doc = \"x\"");
  EXPECT_TRUE(copy.fields("/A", "comment").empty());
}

TEST(is_text_layer, recognised_by_its_first_bytes) {
  EXPECT_TRUE(is_text_layer("#usda 1.0\n"));
  EXPECT_TRUE(is_text_layer("\xEF\xBB\xBF#usda 1.0\n"));
  EXPECT_FALSE(is_text_layer("PXR-USDC"));
  EXPECT_FALSE(is_text_layer("#usd"));
  EXPECT_FALSE(is_text_layer(" #usda 1.0"));
  EXPECT_FALSE(is_text_layer(""));
}

}  // namespace
}  // namespace assay::stage
