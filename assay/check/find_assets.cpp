#include "assay/check/find_assets.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>

#include <glob.h>

namespace assay::check {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 4> extensions = {".usd", ".usda", ".usdc", ".usdz"};

bool is_usd_file(const fs::path& path) {
  std::string extension = path.extension().string();
  std::ranges::transform(extension, extension.begin(),
                         [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
  return std::ranges::find(extensions, extension) != extensions.end();
}

std::string absolute(const std::string& path) {
  // without a working directory a relative path stays as it is, and is then reported as not found
  std::error_code ignored;
  const fs::path made = fs::absolute(path, ignored);
  const fs::path full = (made.empty() ? fs::path(path) : made).lexically_normal();
  return full.has_filename() ? full.string() : full.parent_path().string();
}

std::string common_of(const std::string& left, const std::string& right) {
  const fs::path a(left);
  const fs::path b(right);
  const auto [end, unused] = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
  fs::path common;
  for (auto part = a.begin(); part != end; ++part) common /= *part;
  return common.string();
}

/// Collects candidates and widens the common folder.
class Finder {
 public:
  void add(const std::string& path, int depth) {
    if (path.starts_with('@') && path.size() > 1) return add_list(path.substr(1), depth);
    std::error_code ignored;
    if (path.find_first_of("*?[") != std::string::npos && !fs::exists(path, ignored)) return add_glob(path);
    if (fs::is_directory(path, ignored) && !is_usd_file(path)) return add_folder(path);
    add_file(path);
  }

  FoundAssets take() { return std::move(found_); }

 private:
  void widen(const std::string& folder) {
    found_.common_folder = found_.common_folder.empty() ? folder : common_of(found_.common_folder, folder);
  }

  void add_candidate(Candidate candidate) {
    const auto [entry, added] = seen_.try_emplace(candidate.path, found_.candidates.size());
    if (added) {
      found_.candidates.push_back(std::move(candidate));
    } else if (!candidate.found_in_folder) {
      found_.candidates[entry->second].found_in_folder = false;  // named, so wanted whoever uses it
    }
  }

  void add_file(const std::string& path) {
    const std::string full = absolute(path);
    widen(fs::path(full).parent_path().string());
    add_candidate({full, path, false});
  }

  /// Collects the USD files below a folder; a folder that cannot be read is an error, hidden ones are left out.
  void search(const fs::path& folder, std::vector<fs::path>& files) {
    std::error_code error;
    std::vector<fs::path> folders = {folder};
    while (!folders.empty()) {
      const fs::path current = folders.back();
      folders.pop_back();
      fs::directory_iterator entry(current, error);
      for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
        std::error_code ignored;
        const bool hidden = entry->path().filename().string().starts_with('.');
        const bool is_folder = entry->is_directory(ignored) && !entry->is_symlink(ignored);
        if (!hidden && is_folder) folders.push_back(entry->path());
        if (!hidden && !entry->is_directory(ignored) && is_usd_file(entry->path())) files.push_back(entry->path());
      }
      if (error)
        found_.errors.push_back(
            {ErrorCode::Unreadable, "the folder cannot be read: " + error.message(), current.string(), 0, 0});
      error.clear();
    }
  }

  void add_folder(const std::string& path) {
    widen(absolute(path));
    std::vector<fs::path> files;
    search(path, files);
    if (files.empty()) {
      found_.errors.push_back(
          {ErrorCode::NotFound, "the folder holds no .usd, .usda, .usdc or .usdz file", path, 0, 0});
    }
    // root layers mostly lie above the layers they use
    const auto depth_and_name = [](const fs::path& file) {
      return std::pair(std::distance(file.begin(), file.end()), file.string());
    };
    std::ranges::sort(files, {}, depth_and_name);
    for (const fs::path& file : files) add_candidate({absolute(file.string()), file.lexically_normal().string(), true});
  }

  void add_glob(const std::string& pattern) {
    glob_t matches{};
    if (glob(pattern.c_str(), 0, nullptr, &matches) != 0) {
      found_.errors.push_back({ErrorCode::NotFound, "no file matches the pattern", pattern, 0, 0});
    }
    for (std::size_t index = 0; index < matches.gl_pathc; ++index) add(matches.gl_pathv[index], 0);
    globfree(&matches);
  }

  void add_list(const std::string& file, int depth) {
    std::ifstream stream(file);
    std::error_code ignored;
    if (file != "-" && (!stream || fs::is_directory(file, ignored))) {
      found_.errors.push_back({ErrorCode::NotFound, "no such list of paths", file, 0, 0});
      return;
    }
    if (depth > 0) {
      found_.errors.push_back({ErrorCode::InvalidArgument, "a list of paths may not name another list", file, 0, 0});
      return;
    }
    std::string line;
    while (std::getline(file == "-" ? std::cin : stream, line)) {
      if (line.ends_with('\r')) line.pop_back();
      if (!line.empty() && !line.starts_with('#')) add(line, depth + 1);
    }
  }

  FoundAssets found_;
  std::map<std::string, std::size_t> seen_;  // path → candidate
};

}  // namespace

FoundAssets find_assets(const std::vector<std::string>& paths) {
  Finder finder;
  for (const std::string& path : paths) finder.add(path, 0);
  return finder.take();
}

}  // namespace assay::check
