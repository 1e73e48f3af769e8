#include "assay/stage/regular_files.h"

#include "assay/base/test_folder.h"
#include "assay/stage/openusd.h"

#include <gtest/gtest.h>

#include <sys/stat.h>

namespace assay::stage {
namespace {

using namespace pxr;

/// What OpenUSD says about opening a path; empty when it opens.
std::string cause_of(const std::string& path) {
  const TfErrorMark mark;
  const bool is_open = ArGetResolver().OpenAsset(ArResolvedPath(path)) != nullptr;
  std::string cause = is_open ? "" : "no cause";
  for (const TfError& error : mark) cause = error.GetCommentary();
  mark.Clear();
  return cause;
}

TEST(regular_files, regular_file_opens_whole) {
  const TestFolder folder;
  const auto asset = ArGetResolver().OpenAsset(ArResolvedPath(folder.write("a.usda", "text")));
  ASSERT_TRUE(asset);
  EXPECT_EQ(std::string(asset->GetBuffer().get(), asset->GetSize()), "text");
  EXPECT_EQ(cause_of(folder.path("a.usda")), "");
}

TEST(regular_files, anything_else_is_named_at_once) {
  const TestFolder folder;
  const std::string pipe = folder.path("pipe.usda");
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_EQ(cause_of(pipe), pipe + " is a pipe, not a regular file");
  EXPECT_EQ(cause_of(folder.path()), folder.path() + " is a directory, not a regular file");
  EXPECT_EQ(cause_of("/dev/zero"), "/dev/zero is a device, not a regular file");
  EXPECT_EQ(cause_of(folder.path("absent.usda")), folder.path("absent.usda") + ": No such file or directory");
}

TEST(regular_files, names_contexts_and_search_are_those_of_openusd) {
  const TestFolder folder;
  const std::string file = folder.write("sub/b.usda", "#usda 1.0\n");
  const ArResolver& resolver = ArGetResolver();
  const ArResolvedPath anchor(folder.path("a.usda"));
  EXPECT_EQ(resolver.CreateIdentifier("./sub/b.usda", anchor), file);
  EXPECT_EQ(resolver.CreateIdentifier("absent/c.usda", anchor), "absent/c.usda");
  EXPECT_FALSE(resolver.IsContextDependentPath("./b.usda"));
  EXPECT_TRUE(resolver.IsContextDependentPath("b.usda"));
  const ArResolverContextBinder binder(resolver.CreateDefaultContextForAsset(folder.path("a.usda")));
  EXPECT_EQ(resolver.Resolve("sub/b.usda").GetPathString(), file);
  EXPECT_TRUE(resolver.Resolve("sub/c.usda").empty());
}

}  // namespace
}  // namespace assay::stage
