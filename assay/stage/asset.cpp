#include "assay/stage/asset.h"

#include "assay/stage/text_positions.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <system_error>

#include <unistd.h>

namespace assay::stage {
namespace {

namespace fs = std::filesystem;
using namespace pxr;

/// The text with paths below a folder made relative to it, so that results hold no absolute path.
std::string without_folder(std::string text, const std::string& folder) {
  const std::string prefix = folder + "/";
  for (std::size_t found = text.find(prefix); found != std::string::npos; found = text.find(prefix, found)) {
    text.erase(found, prefix.size());
  }
  return text;
}

/// The start of a text, not ending inside a character.
std::string shortened(const std::string& text, std::size_t size) {
  if (text.size() <= size) return text;
  while (size > 0 && (text[size] & 0xC0) == 0x80) --size;
  return text.substr(0, size);
}

/// The messages that OpenUSD posted since a mark, without repetition, and with files relative to a folder.
std::string messages_since(const TfErrorMark& mark, const std::string& folder) {
  constexpr std::size_t longest = 4000;
  std::string text;
  for (const TfError& error : mark) {
    // the folder goes first: a text that is cut must not end inside of it
    const std::string message = shortened(without_folder(error.GetCommentary(), folder), longest);
    if (text.size() > longest || text.find(message) != std::string::npos) continue;
    text += (text.empty() ? "" : "; ") + message;
  }
  return text;
}

/// Takes the place out of a parser message such as `file.usda:12:5: …` or `… on line 12`, and with it the file's name.
void read_place(Error& error) {
  std::string& message = error.message;
  const std::string file = fs::path(error.file).filename().string() + ":";
  static const std::regex line_column(R"(^(\d{1,9}):(\d{1,9}):\s*)");
  static const std::regex on_line(R"(line (\d{1,9}))");
  std::smatch match;
  const std::size_t place = message.find(file);
  const std::string rest = place == std::string::npos ? "" : message.substr(place + file.size());
  if (std::regex_search(rest, match, line_column)) {
    error.line = std::stoi(match[1]);
    error.column = std::stoi(match[2]);
    message.erase(0, place + file.size() + static_cast<std::size_t>(match.length(0)));
  } else if (std::regex_search(message, match, on_line)) {
    error.line = std::stoi(match[1]);
  }
}

/// Says where OpenUSD does not that it cannot read a text because of its first three bytes.
void name_byte_order_mark(Error& error) {
  std::error_code ignored;
  if (!fs::is_regular_file(error.file, ignored)) return;  // a pipe would be waited for
  std::string start(8, '\0');
  std::ifstream(error.file, std::ios::binary).read(start.data(), static_cast<std::streamsize>(start.size()));
  if (!is_text_layer(start) || start.starts_with('#')) return;
  error.message = "begins with a byte order mark, which OpenUSD cannot read; save it as UTF-8 without one";
}

/// Whether the path names a regular file that can be read; the error says why not.
Result<bool> check_readable(const std::string& path) {
  const auto is_refused = [](unsigned char letter) { return letter < 0x20 || letter == 0x7F || letter == '\\'; };
  if (std::ranges::any_of(path, is_refused)) {
    return Error{ErrorCode::Unreadable,
                 "OpenUSD cannot follow arcs from a path with a control character or a backslash", path, 0, 0};
  }
  std::error_code problem;
  const fs::file_status status = fs::status(path, problem);
  const bool is_absent = problem == std::errc::no_such_file_or_directory || problem == std::errc::not_a_directory;
  if (problem && !is_absent) return Error{ErrorCode::Unreadable, problem.message(), path, 0, 0};
  if (!fs::exists(status)) return Error{ErrorCode::NotFound, "no such file", path, 0, 0};
  if (fs::is_directory(status)) return Error{ErrorCode::Unreadable, "is a directory, not a layer", path, 0, 0};
  if (!fs::is_regular_file(status)) return Error{ErrorCode::Unreadable, "is not a regular file", path, 0, 0};
  if (access(path.c_str(), R_OK) != 0) return Error{ErrorCode::Unreadable, "permission to read is denied", path, 0, 0};
  return true;
}

/// Adds the files that a list op of arcs brings.
template <class ListOp>
void add_arc_files(const SdfLayer& layer, const SdfPath& prim, const TfToken& field, std::vector<std::string>& files) {
  ListOp list;
  if (!layer.HasField(prim, field, &list)) return;
  std::vector<typename ListOp::ItemType> items;
  list.ApplyOperations(&items);
  const SdfLayerHandle handle(const_cast<SdfLayer*>(&layer));
  for (const auto& item : items) {
    if (item.GetAssetPath().empty()) continue;
    files.push_back(SdfComputeAssetPathRelativeToLayer(handle, item.GetAssetPath()));
  }
}

}  // namespace

std::string readable(std::string message) {
  constexpr std::size_t longest = 500;
  constexpr std::size_t longest_type = 2000;  // std::regex takes stack for each character
  if (message.size() > longest_type) message = shortened(message, longest_type);
  static const std::regex parser_type(R"(parse error matching (\S+|pxr\S*<.*>) at )");
  message = std::regex_replace(message, parser_type, "cannot be parsed from ");
  if (message.size() > longest) message = shortened(message, longest) + "…";
  while (message.ends_with('\n')) message.pop_back();
  return message;
}

Error parse_error(const Asset& asset, const std::string& resolved_path) {
  Error error{ErrorCode::Unreadable, "", resolved_path, 0, 0};
  const TfErrorMark mark;
  const SdfLayerRefPtr layer = SdfLayer::OpenAsAnonymous(resolved_path);
  error.message = messages_since(mark, asset.folder);
  mark.Clear();
  read_place(error);
  error.message = readable(std::move(error.message));
  if (error.message.empty()) error.message = "the file is not a valid USD layer";
  name_byte_order_mark(error);
  return error;
}

Result<Asset> open_asset(const std::string& path) {
  const Result<bool> checked = check_readable(path);
  if (!checked) return checked.error();

  Asset asset;
  asset.path = path;
  asset.folder = fs::path(path).parent_path().string();
  asset.context = ArGetResolver().CreateDefaultContextForAsset(path);
  const ArResolverContextBinder binder(asset.context);
  const TfErrorMark mark;
  asset.root = SdfLayer::FindOrOpen(path, {{"target", "usd"}});
  if (asset.root) {
    mark.Clear();
    return asset;
  }
  Error error{ErrorCode::Unreadable, messages_since(mark, asset.folder), path, 0, 0};
  mark.Clear();
  if (path.ends_with(".usdz") && error.message.empty()) {
    error.message = "the file is no valid package: it must be an uncompressed zip whose first member is a layer";
  }
  if (error.message.empty()) error.message = "the file is not a USD layer (.usd, .usda, .usdc or .usdz)";
  read_place(error);
  error.message = readable(std::move(error.message));
  name_byte_order_mark(error);
  return error;
}

std::vector<SdfLayerRefPtr> open_arcs(const Asset& asset, const SdfPath& prim,
                                      const std::vector<std::string>& variant_sets, const std::string& option,
                                      const std::function<void(const SdfLayer& layer)>& look) {
  std::vector<std::string> paths;
  add_arc_files<SdfReferenceListOp>(*asset.root, prim, SdfFieldKeys->References, paths);
  add_arc_files<SdfPayloadListOp>(*asset.root, prim, SdfFieldKeys->Payload, paths);
  const std::size_t own = paths.size();
  for (const std::string& variant_set : variant_sets) {
    const SdfPath variant = prim.AppendVariantSelection(variant_set, option);
    add_arc_files<SdfReferenceListOp>(*asset.root, variant, SdfFieldKeys->References, paths);
    add_arc_files<SdfPayloadListOp>(*asset.root, variant, SdfFieldKeys->Payload, paths);
  }
  std::vector<SdfLayerRefPtr> layers(paths.size());
  WorkDispatcher dispatcher;
  for (std::size_t index = 0; index < paths.size(); ++index) {
    dispatcher.Run([&asset, &layers, &paths, &look, own, index] {
      const ArResolverContextBinder binder(asset.context);
      const TfErrorMark mark;
      layers[index] = SdfLayer::FindOrOpen(paths[index], {{"target", "usd"}});
      mark.Clear();
      if (layers[index] && index >= own) look(*layers[index]);
    });
  }
  dispatcher.Wait();
  std::erase(layers, nullptr);
  return layers;
}

std::string resolved_name(const Asset& asset, const std::string& resolved_path) {
  const auto [file, member] = ArSplitPackageRelativePathOuter(resolved_path);
  const std::string name = fs::path(file).lexically_relative(asset.folder).generic_string();
  return member.empty() ? name : name + "[" + member + "]";
}

std::string content_path(const SdfLayer& layer) {
  std::string resolved = layer.GetResolvedPath().GetPathString();
  const SdfFileFormatConstPtr& format = layer.GetFileFormat();
  if (!format->IsPackage()) return resolved;
  return ArJoinPackageRelativePath(resolved, format->GetPackageRootLayerPath(resolved));
}

std::string layer_name(const Asset& asset, const SdfLayer& layer) {
  if (layer.IsAnonymous()) return layer.GetDisplayName();
  return resolved_name(asset, content_path(layer));
}

}  // namespace assay::stage
