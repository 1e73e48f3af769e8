#include "assay/stage/regular_files.h"

#include "assay/stage/openusd.h"

#include <pxr/ar/defaultResolver.h>
#include <pxr/ar/defineResolver.h>
#include <pxr/ar/filesystemAsset.h>
#include <pxr/tf/diagnostic.h>

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace assay::stage {
namespace {

using namespace pxr;

const char* kind_of(mode_t mode) {
  if (S_ISFIFO(mode)) return "a pipe";
  if (S_ISSOCK(mode)) return "a socket";
  if (S_ISDIR(mode)) return "a directory";
  return S_ISCHR(mode) || S_ISBLK(mode) ? "a device" : "something else";
}

void post_kind(const std::string& path, mode_t mode) {
  TF_RUNTIME_ERROR("%s is %s, not a regular file", path.c_str(), kind_of(mode));
}

/// Says why a file cannot be opened; sockets and devices without a driver fail only there.
void post_cause(const std::string& path, int cause) {
  struct stat status{};
  if (cause == ENXIO && stat(path.c_str(), &status) == 0) {
    post_kind(path, status.st_mode);
  } else {
    TF_RUNTIME_ERROR("%s: %s", path.c_str(), std::strerror(cause));
  }
}

}  // namespace

/// OpenUSD's own resolver, save that it opens regular files alone. Its name stands in cmake/openusd_resolver.json.
class RegularFileResolver : public ArDefaultResolver {
 protected:
  std::shared_ptr<ArAsset> _OpenAsset(const ArResolvedPath& resolved_path) const override {
    const std::string& path = resolved_path.GetPathString();
    // a pipe is opened without waiting for its writer, a terminal without becoming this process's own
    const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (file < 0) {
      post_cause(path, errno);
      return nullptr;
    }
    struct stat status{};
    if (fstat(file, &status) == 0 && !S_ISREG(status.st_mode)) {
      close(file);
      post_kind(path, status.st_mode);
      return nullptr;
    }
    std::FILE* stream = fdopen(file, "rb");
    if (stream == nullptr) {
      close(file);
      return nullptr;
    }
    return std::make_shared<ArFilesystemAsset>(stream);
  }
};

void open_regular_files_only() {
  static const bool is_defined = [] {
    Ar_DefineResolver<RegularFileResolver, ArDefaultResolver>();
    return true;
  }();
  static_cast<void>(is_defined);
  ArSetPreferredResolver("assay::stage::RegularFileResolver");
}

}  // namespace assay::stage
