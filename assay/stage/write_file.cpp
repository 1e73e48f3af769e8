#include "assay/stage/write_file.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string_view>
#include <vector>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace assay::stage {
namespace {

namespace fs = std::filesystem;

Error failure(const std::string& path, int cause) {
  const bool is_full = cause == ENOSPC || cause == EDQUOT || cause == EFBIG;
  const std::string name = fs::path(path).filename().string();
  return {is_full ? ErrorCode::Exhausted : ErrorCode::Unreadable, name + " cannot be written: " + std::strerror(cause),
          path, 0, 0};
}

bool write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

/// Makes a rename last through a loss of power.
void sync_folder(const std::string& folder) {
  const int descriptor = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return;
  fsync(descriptor);
  close(descriptor);
}

/// Temporary files beside those that they are to replace; removed at the end unless they took their place.
class Stand {
 public:
  Stand() = default;
  Stand(const Stand&) = delete;
  Stand& operator=(const Stand&) = delete;
  ~Stand() {
    for (const std::string& temporary : temporaries_) unlink(temporary.c_str());
  }

  /// Writes one file's new content; 0, or the cause of the failure.
  int add(const NewContent& content) {
    struct stat present{};
    if (stat(content.path.c_str(), &present) != 0 || access(content.path.c_str(), W_OK) != 0) return errno;
    std::string temporary = fs::path(content.path).parent_path().string() + "/.assay-XXXXXX";
    const int descriptor = mkostemp(temporary.data(), O_CLOEXEC);
    if (descriptor < 0) return errno;
    temporaries_.push_back(temporary);
    const bool is_written = write_all(descriptor, content.bytes) && fchmod(descriptor, present.st_mode & 07777) == 0 &&
                            fsync(descriptor) == 0;
    const int cause = is_written ? 0 : errno;
    return close(descriptor) != 0 && is_written ? errno : cause;
  }

  /// Lets the next temporary file take its place.
  int put(const NewContent& content) {
    if (rename(temporaries_.front().c_str(), content.path.c_str()) != 0) return errno;
    temporaries_.erase(temporaries_.begin());
    sync_folder(fs::path(content.path).parent_path().string());
    return 0;
  }

 private:
  std::vector<std::string> temporaries_;
};

}  // namespace

Result<bool> replace_files(std::span<const NewContent> contents) {
  Stand stand;
  for (const NewContent& content : contents) {
    if (const int cause = stand.add(content); cause != 0) return failure(content.path, cause);
  }
  for (const NewContent& content : contents) {
    if (const int cause = stand.put(content); cause != 0) return failure(content.path, cause);
  }
  return true;
}

}  // namespace assay::stage
