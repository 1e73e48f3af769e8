#include "assay/stage/edit_layer.h"

#include "assay/base/test_folder.h"
#include "assay/stage/edit_text.h"
#include "assay/stage/write_file.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include <sys/stat.h>

namespace assay::stage {
namespace {

namespace fs = std::filesystem;

Edit edit_of(EditOperation operation, std::string spec, std::string name = "") {
  Edit edit;
  edit.operation = operation;
  edit.spec = std::move(spec);
  edit.name = std::move(name);
  return edit;
}

Edit item_removal(std::string spec, std::string name) {
  return edit_of(EditOperation::RemoveListItem, std::move(spec), std::move(name));
}

Edit entry(std::string spec, std::vector<std::string> keys, std::string value) {
  Edit edit = edit_of(EditOperation::SetEntry, std::move(spec));
  edit.keys = std::move(keys);
  edit.value = std::move(value);
  return edit;
}

Edit selection(std::string spec, std::string set, std::string option) {
  Edit edit = edit_of(EditOperation::SetVariantSelection, std::move(spec));
  edit.keys = {std::move(set)};
  edit.value = std::move(option);
  return edit;
}

Edit addition(std::string spec, std::vector<std::string> items, std::vector<Statement> statements) {
  Edit edit = edit_of(EditOperation::AddOpinions, std::move(spec));
  edit.items = std::move(items);
  edit.statements = std::move(statements);
  return edit;
}

/// The text after edits, or the reason for which they are refused.
std::string edited(const std::string& text, const std::vector<Edit>& edits) {
  const Result<std::string> bytes = edited_bytes("layer.usda", text, edits, false);
  return bytes ? bytes.value() : "refused: " + bytes.error().message;
}

TEST(edit_layer, statement_leaves_with_its_line_and_comments_stay) {
  const std::string text =
      "#usda 1.0\n\ndef \"A\"\n{\n    # about x\n    float x = 1\n\n    float y = 2  # about y\n    float z = 3\n}\n";
  EXPECT_EQ(edited(text, {edit_of(EditOperation::RemoveProperty, "/A", "x")}),
            "#usda 1.0\n\ndef \"A\"\n{\n    # about x\n\n    float y = 2  # about y\n    float z = 3\n}\n");
  EXPECT_EQ(edited(text, {edit_of(EditOperation::RemoveProperty, "/A", "y")}),
            "#usda 1.0\n\ndef \"A\"\n{\n    # about x\n    float x = 1\n\n    # about y\n    float z = 3\n}\n");
}

TEST(edit_layer, what_is_not_there_changes_nothing) {
  const std::string text = "#usda 1.0\ndef \"A\" { float x = 1; }\n";
  EXPECT_EQ(edited(text, {edit_of(EditOperation::RemoveProperty, "/A", "y"), item_removal("/A", "X"),
                          edit_of(EditOperation::RemovePrim, "/B")}),
            text);
}

TEST(edit_layer, one_line_body_keeps_the_others) {
  const std::string text = "#usda 1.0\ndef \"A\" { float x = 1; float y = 2; float z = 3; }\n";
  EXPECT_EQ(edited(text, {edit_of(EditOperation::RemoveProperty, "/A", "x")}),
            "#usda 1.0\ndef \"A\" { float y = 2; float z = 3; }\n");
  EXPECT_EQ(edited(text, {edit_of(EditOperation::RemoveProperty, "/A", "z")}),
            "#usda 1.0\ndef \"A\" { float x = 1; float y = 2; }\n");
  EXPECT_EQ(edited("#usda 1.0\ndef \"A\" { float x = 1; }\n", {edit_of(EditOperation::RemoveProperty, "/A", "x")}),
            "#usda 1.0\ndef \"A\" { }\n");
}

TEST(edit_layer, all_statements_of_a_property_leave) {
  const std::string text =
      "#usda 1.0\ndef \"A\"\n{\n    float x = 1\n    float y = 1\n    float x.timeSamples = {\n        0: 1,\n    "
      "}\n}\n";
  EXPECT_EQ(edited(text, {edit_of(EditOperation::RemoveProperty, "/A", "x")}),
            "#usda 1.0\ndef \"A\"\n{\n    float y = 1\n}\n");
}

TEST(edit_layer, neighbouring_statements_of_a_property_leave_together) {
  EXPECT_EQ(edited("#usda 1.0\ndef \"A\"\n{\n    float x.timeSamples = {\n        0: 1,\n    }\n    float x = 1\n}\n",
                   {edit_of(EditOperation::RemoveProperty, "/A", "x")}),
            "#usda 1.0\ndef \"A\"\n{\n}\n");
}

TEST(edit_layer, item_leaves_with_its_comma) {
  const auto list = [](const std::string& items) {
    return "#usda 1.0\ndef \"A\" (\n    prepend apiSchemas = [" + items + "]\n)\n{\n}\n";
  };
  EXPECT_EQ(edited(list("\"X\", \"Y\", \"Z\""), {item_removal("/A", "X")}), list("\"Y\", \"Z\""));
  EXPECT_EQ(edited(list("\"X\", \"Y\", \"Z\""), {item_removal("/A", "Y")}), list("\"X\", \"Z\""));
  EXPECT_EQ(edited(list("\"X\", \"Y\", \"Z\""), {item_removal("/A", "Z")}), list("\"X\", \"Y\""));
  EXPECT_EQ(edited(list("\"X\",\"Y\""), {item_removal("/A", "Y")}), list("\"X\""));
  EXPECT_EQ(edited(list("\"X\", \"Y\", \"Z\""), {item_removal("/A", "X"), item_removal("/A", "Z")}), list("\"Y\""));
  EXPECT_EQ(edited(list("\"X\", \"Y\""), {item_removal("/A", "x")}), list("\"X\", \"Y\""));
}

TEST(edit_layer, item_leaves_a_list_over_lines_with_its_line) {
  const auto list = [](const std::string& items) {
    return "#usda 1.0\ndef \"A\" (\n    prepend apiSchemas = [\n" + items + "    ]\n)\n{\n}\n";
  };
  const std::string text = list("        \"X\",  # first\n        # about Y\n        \"Y\",\n        \"Z\"\n");
  EXPECT_EQ(edited(text, {item_removal("/A", "Y")}),
            list("        \"X\",  # first\n        # about Y\n        \"Z\"\n"));
  EXPECT_EQ(edited(text, {item_removal("/A", "X")}),
            list("        # first\n        # about Y\n        \"Y\",\n        \"Z\"\n"));
  EXPECT_EQ(edited(text, {item_removal("/A", "Z")}),
            list("        \"X\",  # first\n        # about Y\n        \"Y\"\n"));
}

TEST(edit_layer, last_item_takes_statement_and_parentheses_along) {
  EXPECT_EQ(edited("#usda 1.0\nover \"A\" (\n    prepend apiSchemas = [\"X\"]\n)\n{\n}\n", {item_removal("/A", "X")}),
            "#usda 1.0\nover \"A\"\n{\n}\n");
  EXPECT_EQ(edited("#usda 1.0\nover \"A\" ( append apiSchemas = [\"X\"] ) { }\n", {item_removal("/A", "X")}),
            "#usda 1.0\nover \"A\" { }\n");
  EXPECT_EQ(edited("#usda 1.0\nover \"A\" (\n    # kept\n    prepend apiSchemas = [\"X\"]\n)\n{\n}\n",
                   {item_removal("/A", "X")}),
            "#usda 1.0\nover \"A\" (\n    # kept\n)\n{\n}\n");
}

TEST(edit_layer, explicit_list_stays_empty_since_it_hides_weaker_ones) {
  EXPECT_EQ(edited("#usda 1.0\nover \"A\" (\n    apiSchemas = [\"X\"]\n)\n{\n}\n", {item_removal("/A", "X")}),
            "#usda 1.0\nover \"A\" (\n    apiSchemas = []\n)\n{\n}\n");
}

TEST(edit_layer, deleted_item_stays) {
  const std::string text = "#usda 1.0\nover \"A\" (\n    delete apiSchemas = [\"X\"]\n)\n{\n}\n";
  EXPECT_EQ(edited(text, {item_removal("/A", "X")}), text);
}

TEST(edit_layer, line_ends_and_byte_order_mark_stay) {
  const std::string text =
      "\xEF\xBB\xBF#usda 1.0\r\n(\r\n    customLayerData = {\r\n    }\r\n)\r\n\r\nover \"A\"\r\n{\r\n    float x = "
      "1\r\n}\r\n";
  const Result<Replacements> splice = splice_edits(
      TextPositions::scan(text),
      std::vector<Edit>{edit_of(EditOperation::RemoveProperty, "/A", "x"), entry("/", {"customLayerData", "k"}, "v")});
  ASSERT_TRUE(splice);
  EXPECT_EQ(replaced(text, splice.value()),
            "\xEF\xBB\xBF#usda 1.0\r\n(\r\n    customLayerData = {\r\n        string k = \"v\"\r\n    }\r\n)\r\n\r\n"
            "over \"A\"\r\n{\r\n}\r\n");
}

TEST(edit_layer, entry_is_set_added_and_made_with_dictionaries) {
  const std::string text =
      "#usda 1.0\n(\n    customLayerData = {\n        dictionary a = {\n            string b = \"old\"  # why\n        "
      "}\n    }\n)\n";
  EXPECT_EQ(edited(text, {entry("/", {"customLayerData", "a", "b"}, "new")}),
            "#usda 1.0\n(\n    customLayerData = {\n        dictionary a = {\n            string b = \"new\"  # why\n  "
            "      }\n    }\n)\n");
  EXPECT_EQ(
      edited(text, {entry("/", {"customLayerData", "a", "c"}, "x"), entry("/", {"customLayerData", "d", "e"}, "y")}),
      "#usda 1.0\n(\n    customLayerData = {\n        dictionary a = {\n            string b = \"old\"  # why\n"
      "            string c = \"x\"\n        }\n        dictionary d = {\n            string e = \"y\"\n        }\n    "
      "}\n)\n");
  EXPECT_EQ(edited("#usda 1.0\n", {entry("/", {"customLayerData", "a", "b"}, "v")}),
            "#usda 1.0\n(\n    customLayerData = {\n        dictionary a = {\n            string b = \"v\"\n        "
            "}\n    }\n)\n");
  EXPECT_EQ(
      edited("#usda 1.0\n( customLayerData = { string a = \"1\" } )\n", {entry("/", {"customLayerData", "b"}, "2")}),
      "#usda 1.0\n( customLayerData = { string a = \"1\"; string b = \"2\" } )\n");
}

TEST(edit_layer, entry_below_what_is_no_dictionary_is_refused) {
  EXPECT_TRUE(edited("#usda 1.0\n(\n    customLayerData = {\n        string a = \"x\"\n    }\n)\n",
                     {entry("/", {"customLayerData", "a", "b"}, "v")})
                  .starts_with("refused: "));
}

TEST(edit_layer, selection_is_changed_or_added) {
  EXPECT_EQ(edited("#usda 1.0\ndef \"A\" (\n    variants = {\n        string S = \"on\"\n    }\n)\n{\n}\n",
                   {selection("/A", "S", "off"), selection("/A", "T", "off")}),
            "#usda 1.0\ndef \"A\" (\n    variants = {\n        string S = \"off\"\n        string T = \"off\"\n    "
            "}\n)\n{\n}\n");
  EXPECT_EQ(edited("#usda 1.0\ndef \"A\"\n{\n}\n", {selection("/A", "S", "off")}),
            "#usda 1.0\ndef \"A\" (\n    variants = {\n        string S = \"off\"\n    }\n)\n{\n}\n");
}

TEST(edit_layer, opinions_join_a_prim_or_make_it) {
  const std::string text =
      "#usda 1.0\n\ndef \"A\"\n{\n    def \"B\" (\n        prepend apiSchemas = [\"X\"]\n    )\n    {\n        float x "
      "= 1\n    }\n}\n";
  EXPECT_EQ(edited(text, {addition("/A/B", {"Y", "X"}, {{"x", "float x = 2", false}, {"y", "float y = 3", false}})}),
            "#usda 1.0\n\ndef \"A\"\n{\n    def \"B\" (\n        prepend apiSchemas = [\"X\", \"Y\"]\n    )\n    {\n   "
            "     float x = 2\n        float y = 3\n    }\n}\n");
  EXPECT_EQ(
      edited(text, {addition("/A/C/D", {"Y"}, {{"y", "float y = 3", false}})}),
      "#usda 1.0\n\ndef \"A\"\n{\n    def \"B\" (\n        prepend apiSchemas = [\"X\"]\n    )\n    {\n        float x "
      "= 1\n    }\n"
      "    over \"C\"\n    {\n        over \"D\" (\n            prepend apiSchemas = [\"Y\"]\n        )\n        {\n"
      "            float y = 3\n        }\n    }\n}\n");
}

TEST(edit_layer, property_goes_in_front_of_child_prims_and_their_comments) {
  EXPECT_EQ(
      edited("#usda 1.0\ndef \"A\"\n{\n    float x = 1\n\n    # the child\n    def \"B\"\n    {\n    }\n}\n",
             {addition("/A", {}, {{"y", "float y = 2", false}})}),
      "#usda 1.0\ndef \"A\"\n{\n    float x = 1\n    float y = 2\n\n    # the child\n    def \"B\"\n    {\n    }\n}\n");
}

TEST(edit_layer, prim_that_is_there_already_is_refused) {
  EXPECT_TRUE(edited("#usda 1.0\ndef \"A\"\n{\n    def \"B\"\n    {\n    }\n}\n",
                     {addition("/A", {}, {{"B", "over \"B\"\n{\n}", true}})})
                  .starts_with("refused: "));
}

TEST(edit_layer, variant_section_loses_fields_properties_and_prims) {
  const std::string text =
      "#usda 1.0\ndef \"A\"\n{\n    variantSet \"S\" = {\n        \"on\" (\n            prepend apiSchemas = [\"X\"]\n"
      "        )\n        {\n            float x = 1\n            over \"B\"\n            {\n            }\n        "
      "}\n    }\n}\n";
  Edit field = edit_of(EditOperation::RemoveField, "/A{S=on}");
  field.keys = {"apiSchemas"};
  EXPECT_EQ(edited(text, {field, edit_of(EditOperation::RemoveProperty, "/A{S=on}", "x"),
                          edit_of(EditOperation::RemovePrim, "/A{S=on}B")}),
            "#usda 1.0\ndef \"A\"\n{\n    variantSet \"S\" = {\n        \"on\"\n        {\n        }\n    }\n}\n");
}

TEST(edit_layer, text_that_is_no_layer_is_refused) {
  EXPECT_TRUE(edited("#usda 1.0\ndef \"A\" {\n", {item_removal("/A", "X")}).starts_with("refused: "));
}

TEST(edit_layer, crate_is_written_anew_only_when_allowed) {
  const TestFolder folder;
  const std::string path = folder.path("a.usdc");
  const pxr::SdfLayerRefPtr layer = layer_of_text("#usda 1.0\ndef \"A\" { float x = 1; float y = 2; }\n");
  ASSERT_TRUE(layer->Export(path));
  std::stringstream bytes;
  bytes << std::ifstream(path, std::ios::binary).rdbuf();
  const std::vector<Edit> edits = {edit_of(EditOperation::RemoveProperty, "/A", "x")};
  EXPECT_FALSE(edited_bytes(path, bytes.str(), edits, false));
  const Result<std::string> written = edited_bytes(path, bytes.str(), edits, true);
  ASSERT_TRUE(written);
  const std::string other = folder.write("b.usdc", written.value());
  EXPECT_EQ(
      first_difference(pxr::SdfLayer::OpenAsAnonymous(other), layer_of_text("#usda 1.0\ndef \"A\" { float y = 2; }\n")),
      "");
}

TEST(edit_layer, paths_move_with_their_prim_and_stay_where_they_lead_out) {
  EXPECT_EQ(with_paths_moved("rel r = [</A/b>, </A.c>]  # </X>", "/A", "/B").value(),
            "rel r = [</B/b>, </B.c>]  # </X>");
  EXPECT_FALSE(with_paths_moved("rel r = </AB>", "/A", "/B"));
  EXPECT_FALSE(with_paths_moved("asset a = @x.png@", "/A", "/B"));
}

TEST(write_file, mode_stays_and_nothing_is_left_behind) {
  const TestFolder folder;
  const std::string path = folder.write("a.usda", "old");
  chmod(path.c_str(), 0640);
  ASSERT_TRUE(replace_files(std::vector<NewContent>{{path, "new"}}));
  struct stat status{};
  stat(path.c_str(), &status);
  EXPECT_EQ(status.st_mode & 07777, 0640U);
  std::stringstream bytes;
  bytes << std::ifstream(path).rdbuf();
  EXPECT_EQ(bytes.str(), "new");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()), 1);
}

TEST(write_file, failure_leaves_every_file_as_it_was) {
  const TestFolder folder;
  const std::string path = folder.write("a.usda", "old");
  EXPECT_FALSE(replace_files(std::vector<NewContent>{{path, "new"}, {folder.path("missing.usda"), "new"}}));
  std::stringstream bytes;
  bytes << std::ifstream(path).rdbuf();
  EXPECT_EQ(bytes.str(), "old");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()), 1);
}

// ---- random edits of the repository's own layers ----

/// A layer of the repository with the places that edits can name.
struct Subject {
  std::string text;
  std::vector<pxr::SdfPath> prims;
  std::vector<pxr::SdfPath> properties;
};

Subject subject_of(std::string text, const pxr::SdfLayerRefPtr& layer) {
  Subject subject{std::move(text), {}, {}};
  layer->Traverse(pxr::SdfPath::AbsoluteRootPath(), [&subject](const pxr::SdfPath& path) {
    if (path.IsPrimPath() || (path.IsPrimVariantSelectionPath() && !path.GetVariantSelection().second.empty())) {
      subject.prims.push_back(path);
    }
    if (path.IsPropertyPath()) subject.properties.push_back(path);
  });
  return subject;
}

std::vector<Subject> repository_layers() {
  std::vector<fs::path> files;
  const fs::path root = fs::current_path();
  for (const char* folder : {"assay", "scenes", "examples", "tests"}) {
    for (const auto& file : fs::recursive_directory_iterator(root / folder)) {
      if (file.path().extension() == ".usda" && file.is_regular_file()) files.push_back(file.path());
    }
  }
  std::ranges::sort(files);
  std::vector<Subject> subjects;
  for (const fs::path& file : files) {
    std::stringstream bytes;
    bytes << std::ifstream(file, std::ios::binary).rdbuf();
    if (const pxr::SdfLayerRefPtr layer = layer_of_text(bytes.str())) {
      subjects.push_back(subject_of(bytes.str(), layer));
    }
  }
  return subjects;
}

/// Draws edits of every kind, mostly of what is there.
class Dice {
 public:
  explicit Dice(unsigned seed) : random_(seed) {}

  std::size_t below(std::size_t count) { return count == 0 ? 0 : random_() % count; }

  Edit draw(const Subject& subject) {
    const std::string prim = subject.prims.empty() ? "/Made" : subject.prims[below(subject.prims.size())].GetString();
    switch (below(8)) {
      case 0:
        return entry("/", {"customLayerData", "SimReady_Metadata", "Variants", "Physics", "Newton", "prim"},
                     "/A \"b\"");
      case 1:
        return entry("/", {"customLayerData", below(2) == 0 ? "k" : "SimReady_Metadata", "two words"}, "v");
      case 2:
        return selection(prim, below(2) == 0 ? "Newton" : "Other", "Disabled");
      case 3:
        return item_removal(prim, schema_of(subject, prim));
      case 4:
        return property_removal(subject, prim);
      case 5:
        return edit_of(EditOperation::RemovePrim, prim);
      case 6:
        return field_removal(prim);
      default:
        return addition(prim + (below(2) == 0 ? "" : "/Made/Below"), {"MadeAPI"},
                        {{"made:value", "float made:value = 1", false}});
    }
  }

 private:
  std::string schema_of(const Subject& subject, const std::string& prim) {
    const pxr::SdfLayerRefPtr layer = layer_of_text(subject.text);
    const auto list = layer->GetFieldAs<pxr::SdfTokenListOp>(pxr::SdfPath(prim), pxr::TfToken("apiSchemas"));
    pxr::TfTokenVector items = list.IsExplicit() ? list.GetExplicitItems() : list.GetPrependedItems();
    return items.empty() ? "NoneAPI" : items[below(items.size())].GetString();
  }

  Edit property_removal(const Subject& subject, const std::string& prim) {
    if (subject.properties.empty()) return edit_of(EditOperation::RemoveProperty, prim, "none");
    const pxr::SdfPath& property = subject.properties[below(subject.properties.size())];
    return edit_of(EditOperation::RemoveProperty, property.GetParentPath().GetString(), property.GetName());
  }

  Edit field_removal(const std::string& prim) {
    Edit edit = edit_of(EditOperation::RemoveField, prim);
    edit.keys = {std::vector<std::string>{"apiSchemas", "payload", "references", "kind"}[below(4)]};
    return edit;
  }

  std::mt19937 random_;
};

TEST(edit_layer, random_edits_say_what_is_meant_or_are_refused) {
  const std::vector<Subject> subjects = repository_layers();
  ASSERT_GT(subjects.size(), 50U);
  Dice dice(20);
  int spliced = 0;
  int refused = 0;
  for (int round = 0; round < 2000; ++round) {
    const Subject& subject = subjects[dice.below(subjects.size())];
    const std::vector<Edit> edits = {dice.draw(subject)};
    const pxr::SdfLayerRefPtr intended = layer_of_text(subject.text);
    if (!apply_edit(intended, edits.front())) continue;
    const Result<Replacements> splice = splice_edits(TextPositions::scan(subject.text), edits);
    const pxr::SdfLayerRefPtr layer =
        splice ? layer_of_text(replaced(subject.text, splice.value())) : pxr::SdfLayerRefPtr();
    // the splice itself is meant to be right; that it is proven before it is written is the second line
    const std::string difference = layer ? first_difference(layer, intended) : "";
    EXPECT_EQ(difference, "") << name_of(edits.front().operation) << " " << edits.front().spec << "\n" << subject.text;
    EXPECT_TRUE(!splice || layer) << name_of(edits.front().operation) << " " << edits.front().spec << "\n"
                                  << subject.text;
    ++(splice ? spliced : refused);
    if (HasFailure()) break;
  }
  EXPECT_GT(spliced, 1000);
  EXPECT_LT(refused, spliced / 4);
}

}  // namespace
}  // namespace assay::stage
