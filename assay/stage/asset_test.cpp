#include "assay/stage/asset.h"

#include "assay/base/test_folder.h"

#include <gtest/gtest.h>

#include <cstdint>

#include <sys/stat.h>

namespace assay::stage {
namespace {

std::string little_endian(std::uint64_t number, int bytes) {
  std::string text;
  for (int byte = 0; byte < bytes; ++byte) text += static_cast<char>((number >> (8 * byte)) & 0xFF);
  return text;
}

/// CRC-32 as zip archives use it: reflected polynomial 0xEDB88320. Source: PKWARE APPNOTE 4.4.7.
std::uint32_t crc32(std::string_view bytes) {
  std::uint32_t crc = 0xFFFFFFFF;
  for (const char byte : bytes) {
    crc ^= static_cast<unsigned char>(byte);
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ ((crc & 1) != 0 ? 0xEDB88320 : 0);
  }
  return ~crc;
}

/// A .usdz: a zip archive of stored members, each at a multiple of 64 bytes. Source: usdz specification, layout.
std::string package(const std::vector<std::pair<std::string, std::string>>& members) {
  std::string archive;
  std::string directory;
  for (const auto& [name, bytes] : members) {
    const std::size_t padding = 64 - (archive.size() + 30 + name.size() + 4) % 64;
    const std::string extra = little_endian(0x1986, 2) + little_endian(padding, 2) + std::string(padding, '\0');
    const std::string fields = little_endian(20, 2) + std::string(8, '\0') + little_endian(crc32(bytes), 4) +
                               little_endian(bytes.size(), 4) + little_endian(bytes.size(), 4) +
                               little_endian(name.size(), 2);
    directory += little_endian(0x02014b50, 4) + little_endian(20, 2) + fields + std::string(14, '\0') +
                 little_endian(archive.size(), 4) + name;
    archive += little_endian(0x04034b50, 4) + fields + little_endian(extra.size(), 2) + name + extra + bytes;
  }
  const std::string count = little_endian(members.size(), 2);
  return archive + directory + little_endian(0x06054b50, 4) + std::string(4, '\0') + count + count +
         little_endian(directory.size(), 4) + little_endian(archive.size(), 4) + std::string(2, '\0');
}

Error open_error(const std::string& path) {
  const Result<Asset> asset = open_asset(path);
  if (!asset) return asset.error();
  ADD_FAILURE() << path << " opens";
  return {};
}

TEST(asset, text_layer_opens) {
  const TestFolder folder;
  const Result<Asset> asset = open_asset(folder.layer("a.usda", "def Xform \"A\" {}\n"));
  ASSERT_TRUE(static_cast<bool>(asset));
  EXPECT_EQ(asset.value().folder, folder.path());
  EXPECT_EQ(layer_name(asset.value(), *asset.value().root), "a.usda");
}

TEST(asset, text_opens_under_the_general_extension) {
  const TestFolder folder;
  EXPECT_TRUE(static_cast<bool>(open_asset(folder.layer("a.usd", "def Xform \"A\" {}\n"))));
}

TEST(asset, missing_file_not_found) {
  const TestFolder folder;
  const Error error = open_error(folder.path("a.usda"));
  EXPECT_EQ(error.code, ErrorCode::NotFound);
  EXPECT_EQ(error.file, folder.path("a.usda"));
  EXPECT_FALSE(error.message.empty());
  EXPECT_EQ(error.line, 0);
}

TEST(asset, link_to_nothing_not_found) {
  const TestFolder folder;
  std::filesystem::create_symlink("nowhere.usda", folder.path("a.usda"));
  EXPECT_EQ(open_error(folder.path("a.usda")).code, ErrorCode::NotFound);
}

TEST(asset, directory_unreadable) {
  const TestFolder folder;
  std::filesystem::create_directory(folder.path("a.usda"));
  const Error error = open_error(folder.path("a.usda"));
  EXPECT_EQ(error.code, ErrorCode::Unreadable);
  EXPECT_NE(error.message.find("directory"), std::string::npos);
}

// reading it would wait for ever
TEST(asset, pipe_unreadable) {
  const TestFolder folder;
  ASSERT_EQ(mkfifo(folder.path("a.usda").c_str(), 0600), 0);
  EXPECT_EQ(open_error(folder.path("a.usda")).code, ErrorCode::Unreadable);
}

TEST(asset, syntax_error_has_line_and_column) {
  const TestFolder folder;
  const Error error = open_error(folder.layer("a.usda", "def Xform \"A\"\n{\n    !!!\n}\n"));
  EXPECT_EQ(error.code, ErrorCode::Unreadable);
  EXPECT_EQ(error.line, 4);
  EXPECT_EQ(error.column, 5);
  EXPECT_FALSE(error.message.empty());
  EXPECT_EQ(error.message.find(folder.path()), std::string::npos) << error.message;
}

TEST(asset, place_in_the_name_of_a_file_is_no_place_in_its_text) {
  const TestFolder folder;
  const Error error = open_error(folder.layer("a:7:9.usda", "def Xform \"A\"\n{\n    !!!\n}\n"));
  EXPECT_EQ(error.line, 4);
  EXPECT_EQ(error.column, 5);
}

// OpenUSD writes several sentences before it comes to the place
TEST(asset, long_message_keeps_its_place_and_no_path) {
  const TestFolder folder;
  const std::string name(180, 'n');
  const Error error = open_error(folder.layer(
      name + "/a.usda", "def \"" + name + "\"\n{\n    token " + name + " = (0.00001, 0.00001, 0.00001)\n}\n"));
  EXPECT_EQ(error.code, ErrorCode::Unreadable);
  EXPECT_EQ(error.line, 4);
  EXPECT_LE(error.message.size(), 510U);
  EXPECT_EQ(error.message.find(folder.path()), std::string::npos) << error.message;
  EXPECT_EQ(error.message.find(folder.path().substr(0, 8)), std::string::npos) << error.message;
}

TEST(asset, content_that_is_no_layer_unreadable) {
  const TestFolder folder;
  EXPECT_EQ(open_error(folder.write("empty.usda", "")).code, ErrorCode::Unreadable);
  EXPECT_EQ(open_error(folder.write("prose.usda", "Lorem ipsum\n")).code, ErrorCode::Unreadable);
  EXPECT_EQ(open_error(folder.write("crate.usdc", "PXR-USDC\0\1\2")).code, ErrorCode::Unreadable);
  EXPECT_EQ(open_error(folder.write("zip.usdz", "PK")).code, ErrorCode::Unreadable);
  EXPECT_EQ(open_error(folder.layer("layer.txt", "def Xform \"A\" {}\n")).code, ErrorCode::Unreadable);
  for (const char* name : {"empty.usda", "prose.usda", "crate.usdc", "zip.usdz", "layer.txt"}) {
    EXPECT_FALSE(open_error(folder.path(name)).message.empty()) << name;
  }
}

TEST(asset, layer_of_another_folder_named_relative) {
  const TestFolder folder;
  const std::string path = folder.layer("a/root.usda", "");
  const Asset asset = open_asset(path).value();
  EXPECT_EQ(resolved_name(asset, folder.path("a/parts/b.usda")), "parts/b.usda");
  EXPECT_EQ(resolved_name(asset, folder.path("b.usda")), "../b.usda");
  EXPECT_EQ(resolved_name(asset, folder.path("a/pack.usdz[b/c.usda]")), "pack.usdz[b/c.usda]");
  EXPECT_EQ(resolved_name(asset, folder.path("a/pack.usdz[b.usdz[c.usda]]")), "pack.usdz[b.usdz[c.usda]]");
}

TEST(asset, root_of_a_package_named_by_its_member) {
  const TestFolder folder;
  const std::string text = "#usda 1.0\ndef Xform \"A\" {}\n";
  const Result<Asset> asset =
      open_asset(folder.write("pack.usdz", package({{"model.usda", text}, {"parts/b.usda", text}})));
  ASSERT_TRUE(static_cast<bool>(asset)) << asset.error().message;
  EXPECT_TRUE(asset.value().root->GetPrimAtPath(pxr::SdfPath("/A")));
  EXPECT_EQ(layer_name(asset.value(), *asset.value().root), "pack.usdz[model.usda]");
}

TEST(asset, member_of_a_package_named_with_it) {
  const TestFolder folder;
  const std::string text = "#usda 1.0\ndef Xform \"B\" {}\n";
  folder.write("pack.usdz", package({{"model.usda", text}, {"parts/b.usda", text}}));
  const Asset asset = open_asset(folder.layer("a.usda", "")).value();
  const auto member = pxr::SdfLayer::FindOrOpen(folder.path("pack.usdz") + "[parts/b.usda]");
  ASSERT_TRUE(member);
  EXPECT_EQ(layer_name(asset, *member), "pack.usdz[parts/b.usda]");
}

TEST(asset, parse_error_names_cause_and_place) {
  const TestFolder folder;
  const Asset asset = open_asset(folder.layer("a.usda", "")).value();
  const Error error = parse_error(asset, folder.layer("b.usda", "def Xform \"A\" {\n???\n}\n"));
  EXPECT_EQ(error.code, ErrorCode::Unreadable);
  EXPECT_EQ(error.line, 3);
  EXPECT_FALSE(error.message.empty());
  EXPECT_EQ(error.message.find(folder.path()), std::string::npos) << error.message;
}

}  // namespace
}  // namespace assay::stage
