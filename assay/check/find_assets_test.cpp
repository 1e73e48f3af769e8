#include "assay/check/find_assets.h"

#include "assay/base/test_folder.h"

#include <gtest/gtest.h>

namespace assay::check {
namespace {

using Texts = std::vector<std::string>;

/// A folder with files, and what paths in it stand for.
class Files : public TestFolder {
 public:
  explicit Files(const Texts& names) {
    for (const std::string& name : names) write(name, "");
  }

  FoundAssets find(const Texts& names) const {
    Texts paths;
    for (const std::string& name : names)
      paths.push_back(name.starts_with('@') ? "@" + path(name.substr(1)) : path(name));
    return find_assets(paths);
  }

  // candidates, relative to the folder
  Texts names(const Texts& paths) const {
    Texts found;
    for (const Candidate& candidate : find(paths).candidates) found.push_back(candidate.path.substr(path().size() + 1));
    return found;
  }
};

TEST(find_assets, file_found_as_given) {
  const Files files({"a.usda"});
  const FoundAssets found = files.find({"a.usda"});
  ASSERT_EQ(found.candidates.size(), 1U);
  EXPECT_EQ(found.candidates[0].path, files.path("a.usda"));
  EXPECT_EQ(found.candidates[0].shown, files.path("a.usda"));
  EXPECT_FALSE(found.candidates[0].found_in_folder);
  EXPECT_EQ(found.common_folder, files.path());
  EXPECT_TRUE(found.errors.empty());
}

// whether it is there shows when it is opened
TEST(find_assets, missing_file_is_a_candidate) { EXPECT_EQ(Files({}).names({"gone.usda"}), Texts{"gone.usda"}); }

TEST(find_assets, folder_searched_shallowest_first_then_by_name) {
  const Files files({"z/b.usda", "z/a.usdc", "m.usd", "y.usdz", "a/deep/x.usda"});
  EXPECT_EQ(files.names({""}), (Texts{"m.usd", "y.usdz", "z/a.usdc", "z/b.usda", "a/deep/x.usda"}));
  for (const Candidate& candidate : files.find({""}).candidates) EXPECT_TRUE(candidate.found_in_folder);
}

TEST(find_assets, hidden_and_other_files_left_out) {
  EXPECT_EQ(Files({"a.usda", ".b.usda", ".git/c.usda", "d/.e/f.usda", "g.txt", "usda", "h.usda.bak"}).names({""}),
            Texts{"a.usda"});
}

TEST(find_assets, hidden_folder_searched_when_it_is_named) {
  EXPECT_EQ(Files({".h/a.usda"}).names({".h"}), Texts{".h/a.usda"});
}

TEST(find_assets, folder_without_assets_is_an_error) {
  const Files files({"empty/readme.txt", "a.usda"});
  const FoundAssets found = files.find({"empty", "a.usda"});
  ASSERT_EQ(found.errors.size(), 1U);
  EXPECT_EQ(found.errors[0].code, ErrorCode::NotFound);
  EXPECT_EQ(found.errors[0].file, files.path("empty"));
  EXPECT_EQ(found.candidates.size(), 1U);
}

TEST(find_assets, glob_matches_in_order) {
  const Files files({"b.usda", "a.usda", "a.txt.usda", "c.usdc"});
  EXPECT_EQ(files.names({"*.usda"}), (Texts{"a.txt.usda", "a.usda", "b.usda"}));
  EXPECT_EQ(files.names({"[bc].usd?"}), (Texts{"b.usda", "c.usdc"}));
}

TEST(find_assets, glob_without_match_is_an_error) {
  const FoundAssets found = Files({"a.usda"}).find({"*.usdz"});
  EXPECT_TRUE(found.candidates.empty());
  ASSERT_EQ(found.errors.size(), 1U);
  EXPECT_EQ(found.errors[0].code, ErrorCode::NotFound);
}

TEST(find_assets, file_whose_name_looks_like_a_glob_found) {
  EXPECT_EQ(Files({"a[1].usda", "a1.usda"}).names({"a[1].usda"}), Texts{"a[1].usda"});
}

TEST(find_assets, list_read_line_by_line) {
  const Files files({"a.usda", "d/b.usda", "c.usda"});
  files.write("list.txt",
              "# a comment\n" + files.path("c.usda") + "\r\n\n" + files.path("d") + "\n" + files.path("a.usda"));
  EXPECT_EQ(files.names({"@list.txt"}), (Texts{"c.usda", "d/b.usda", "a.usda"}));
}

TEST(find_assets, list_that_is_missing_is_an_error) {
  const FoundAssets found = Files({}).find({"@gone.txt"});
  ASSERT_EQ(found.errors.size(), 1U);
  EXPECT_EQ(found.errors[0].code, ErrorCode::NotFound);
}

TEST(find_assets, list_in_a_list_refused) {
  const Files files({"a.usda"});
  files.write("inner.txt", files.path("a.usda") + "\n");
  files.write("outer.txt", "@" + files.path("inner.txt") + "\n");
  const FoundAssets found = files.find({"@outer.txt"});
  EXPECT_TRUE(found.candidates.empty());
  ASSERT_EQ(found.errors.size(), 1U);
  EXPECT_EQ(found.errors[0].code, ErrorCode::InvalidArgument);
}

TEST(find_assets, folder_as_a_list_is_an_error) { EXPECT_EQ(Files({"d/a.usda"}).find({"@d"}).errors.size(), 1U); }

TEST(find_assets, file_named_twice_found_once) {
  EXPECT_EQ(Files({"a.usda", "b.usda"}).names({"b.usda", "./b.usda", "", "*.usda"}), (Texts{"b.usda", "a.usda"}));
}

// what the user names is judged, whether or not a folder has it too
TEST(find_assets, file_named_beside_its_folder_is_no_layer_of_another) {
  const Files files({"a.usda"});
  for (const Texts& paths : {Texts{"a.usda", ""}, Texts{"", "a.usda"}}) {
    const FoundAssets found = files.find(paths);
    ASSERT_EQ(found.candidates.size(), 1U);
    EXPECT_FALSE(found.candidates[0].found_in_folder) << paths.front();
  }
}

TEST(find_assets, common_folder_holds_every_path) {
  const Files files({"x/a/a.usda", "x/b/c/b.usda", "xy.usda"});
  EXPECT_EQ(files.find({"x/a/a.usda"}).common_folder, files.path("x/a"));
  EXPECT_EQ(files.find({"x/a/a.usda", "x/b/c/b.usda"}).common_folder, files.path("x"));
  EXPECT_EQ(files.find({"x", "xy.usda"}).common_folder, files.path());
}

TEST(find_assets, nothing_found_for_no_paths) {
  EXPECT_TRUE(find_assets({}).candidates.empty());
  EXPECT_TRUE(find_assets({}).errors.empty());
}

}  // namespace
}  // namespace assay::check
