#include "cli/write_file.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace assay::cli {
namespace {

namespace fs = std::filesystem;

Error cannot_write(const std::string& path, int number) {
  const ErrorCode code = number == ENOENT || number == ENOTDIR ? ErrorCode::NotFound : ErrorCode::Exhausted;
  return {code, "cannot write '" + path + "': " + std::strerror(number), path, 0, 0};
}

/// 0, or the error number.
int write_all(int descriptor, const std::string& text) {
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t written = write(descriptor, text.data() + done, text.size() - done);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    done += static_cast<std::size_t>(written);
  }
  return 0;
}

int write_in_place(const std::string& path, const std::string& text) {
  const int descriptor = open(path.c_str(), O_WRONLY | O_CLOEXEC);
  if (descriptor < 0) return errno;
  const int failure = write_all(descriptor, text);
  return close(descriptor) != 0 && failure == 0 ? errno : failure;
}

/// The permissions of the file that is replaced, else those that a new file gets.
mode_t wanted_mode(const std::string& path) {
  struct stat present{};
  if (stat(path.c_str(), &present) == 0) return present.st_mode & 07777U;
  const mode_t mask = umask(0);
  umask(mask);
  return 0666U & ~mask;
}

int write_and_rename(const std::string& path, const std::string& text) {
  std::string temporary = (fs::path(path).parent_path() / ".assay-XXXXXX").string();
  const int descriptor = mkostemp(temporary.data(), O_CLOEXEC);
  if (descriptor < 0) return errno;
  int failure = write_all(descriptor, text);
  if (failure == 0 && (fchmod(descriptor, wanted_mode(path)) != 0 || fsync(descriptor) != 0)) failure = errno;
  if (close(descriptor) != 0 && failure == 0) failure = errno;
  if (failure == 0 && rename(temporary.c_str(), path.c_str()) != 0) failure = errno;
  if (failure != 0) unlink(temporary.c_str());
  return failure;
}

/// Where the text really goes: what a chain of links leads to.
std::string target_of(const std::string& path) {
  std::error_code ignored;
  if (!fs::is_symlink(path, ignored)) return fs::absolute(path).string();
  const fs::path target = fs::weakly_canonical(path, ignored);
  return target.empty() ? path : target.string();
}

bool is_special(const std::string& path) {
  std::error_code ignored;
  const fs::file_status status = fs::status(path, ignored);
  return fs::exists(status) && !fs::is_regular_file(status);
}

}  // namespace

std::optional<Error> write_file(const std::string& path, const std::string& text) {
  if (std::optional<Error> error = check_writable(path)) return error;
  const std::string target = is_special(path) ? path : target_of(path);
  const int failure = is_special(path) ? write_in_place(target, text) : write_and_rename(target, text);
  if (failure == 0) return std::nullopt;
  return cannot_write(path, failure);
}

std::optional<Error> check_writable(const std::string& path) {
  std::error_code ignored;
  if (path.empty()) return Error{ErrorCode::InvalidArgument, "a file to write needs a name", "", 0, 0};
  if (fs::is_directory(path, ignored)) return cannot_write(path, EISDIR);
  const fs::path folder = fs::path(target_of(path)).parent_path();
  if (!fs::is_directory(folder, ignored)) {
    return Error{ErrorCode::NotFound,
                 "cannot write '" + path + "': there is no folder '" + fs::path(path).parent_path().string() + "'",
                 path, 0, 0};
  }
  return std::nullopt;
}

Result<std::string> read_file(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  std::stringstream text;
  text << stream.rdbuf();
  std::error_code ignored;
  if (!stream || fs::is_directory(path, ignored)) {
    return Error{ErrorCode::NotFound, "cannot read '" + path + "'", path, 0, 0};
  }
  return text.str();
}

}  // namespace assay::cli
