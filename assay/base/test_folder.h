#pragma once

#include "assay/base/check.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace assay {

/// A folder for the files of one unit test, removed with everything in it at the end.
class TestFolder {
 public:
  TestFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "assay-test-XXXXXX").string();
    ASSAY_CHECK(mkdtemp(name.data()) != nullptr);
    path_ = std::filesystem::canonical(name).string();
  }
  ~TestFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TestFolder(const TestFolder&) = delete;
  TestFolder& operator=(const TestFolder&) = delete;

  const std::string& path() const { return path_; }

  /// The absolute path of a file that need not exist.
  std::string path(std::string_view name) const { return path_ + "/" + std::string(name); }

  /// Writes a file with the folders above it, and returns its absolute path.
  std::string write(std::string_view name, std::string_view bytes) const {
    const std::string file = path(name);
    std::filesystem::create_directories(std::filesystem::path(file).parent_path());
    std::ofstream(file, std::ios::binary) << bytes;
    return file;
  }

  /// The same for a text layer without its first line.
  std::string layer(std::string_view name, std::string_view body) const {
    return write(name, "#usda 1.0\n" + std::string(body));
  }

 private:
  std::string path_;
};

}  // namespace assay
