#pragma once

#include "assay/stage/edit_layer.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

namespace assay::stage {

/// The layer that a text says when it is read from a file, as assets are; the file goes with the process.
inline pxr::SdfLayerRefPtr layer_in_file(const std::string& text) {
  static const struct Folder {
    std::string path = (std::filesystem::temp_directory_path() / "assay-fuzz-XXXXXX").string();
    Folder() { path = mkdtemp(path.data()); }
    ~Folder() { std::filesystem::remove_all(path); }
  } folder;
  const std::string file = folder.path + "/layer.usda";
  std::ofstream(file, std::ios::binary) << text;
  const pxr::TfErrorMark mark;
  pxr::SdfLayerRefPtr layer = pxr::SdfLayer::FindOrOpen(file);
  mark.Clear();
  return layer;
}

}  // namespace assay::stage
