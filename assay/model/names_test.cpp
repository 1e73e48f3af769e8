#include "assay/model/names.h"

#include <gtest/gtest.h>

namespace assay::model {
namespace {

TEST(names, each_text_kept_once) {
  Names names;
  const NameIndex first = names.intern("PhysicsMassAPI");
  EXPECT_EQ(names.intern("PhysicsMassAPI"), first);
  EXPECT_NE(names.intern("PhysicsMass"), first);
  EXPECT_EQ(names[first], "PhysicsMassAPI");
  EXPECT_EQ(names[0], "");
}

TEST(names, path_is_its_parents_text_and_its_element) {
  Names names;
  const NameIndex root = names.intern("/");
  const NameIndex asset = names.extend(root, "", names.intern("Root"));
  const NameIndex variant = names.extend(asset, "", names.intern("{PhysX=Enabled}"));
  const NameIndex body = names.extend(variant, "", names.intern("Body"));
  const NameIndex mesh = names.extend(body, "/", names.intern("Mesh"));
  EXPECT_EQ(names[mesh], "/Root{PhysX=Enabled}Body/Mesh");
  EXPECT_EQ(names[asset], "/Root");
  EXPECT_EQ(names[names.extend(body, "/", names.intern("Mesh"))], names[mesh]);
  EXPECT_EQ(names[body], "/Root{PhysX=Enabled}Body");
}

TEST(names, deep_path_needs_no_deep_stack) {
  Names names;
  const NameIndex element = names.intern("a");
  NameIndex path = names.intern("");
  for (int depth = 0; depth < 200000; ++depth) path = names.extend(path, "/", element);
  EXPECT_EQ(names[path].size(), 400000U);
}

}  // namespace
}  // namespace assay::model
