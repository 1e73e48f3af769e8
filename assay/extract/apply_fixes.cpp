#include "assay/extract/apply_fixes.h"

#include "assay/stage/edit_layer.h"
#include "assay/stage/write_file.h"

#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <set>
#include <sstream>

namespace assay::extract {
namespace {

using EditsByLayer = std::map<std::string, std::vector<Edit>>;
using BytesByLayer = std::map<std::string, std::string>;

/// The edits accepted so far, and what they make of the layers.
class Workbench {
 public:
  explicit Workbench(bool rewrite) : rewrite_(rewrite) {}

  /// Carries out orders together; an error, and nothing done, when one of their edits cannot be made.
  std::optional<Error> carry_out(const std::vector<const FixOrder*>& orders) {
    EditsByLayer edits;
    std::set<Edit> known;
    for (const FixOrder* order : orders) {
      for (const Edit& edit : order->edits) {
        const auto [entry, added] = edits.try_emplace(edit.layer, accepted_[edit.layer]);
        if (added) known.insert(entry->second.begin(), entry->second.end());
        if (known.insert(edit).second) entry->second.push_back(edit);
      }
    }
    BytesByLayer bytes;
    for (const auto& [path, layer_edits] : edits) {
      std::optional<Error> error = load(path);
      if (error) return error;
      Result<std::string> edited = stage::edited_bytes(path, originals_.at(path), layer_edits, rewrite_);
      if (!edited) return named(edited.error(), path);
      bytes[path] = std::move(edited.value());
    }
    for (auto& [path, layer_edits] : edits) accepted_[path] = std::move(layer_edits);
    for (auto& [path, layer_bytes] : bytes) edited_[path] = std::move(layer_bytes);
    return std::nullopt;
  }

  std::vector<ChangedLayer> take() {
    std::vector<ChangedLayer> layers;
    for (auto& [path, bytes] : edited_) {
      if (bytes != originals_.at(path)) layers.push_back({path, std::move(originals_.at(path)), std::move(bytes)});
    }
    return layers;
  }

 private:
  static Error named(Error error, const std::string& path) {
    error.message = std::filesystem::path(path).filename().string() + ": " + error.message;
    return error;
  }

  std::optional<Error> load(const std::string& path) {
    if (originals_.contains(path)) return std::nullopt;
    std::error_code ignored;
    std::ifstream file(path, std::ios::binary);
    std::stringstream bytes;
    bytes << file.rdbuf();
    if (!std::filesystem::is_regular_file(path, ignored) || !file) {
      return named({ErrorCode::Unreadable, "it cannot be read", "", 0, 0}, path);
    }
    originals_[path] = bytes.str();
    return std::nullopt;
  }

  bool rewrite_;
  EditsByLayer accepted_;
  BytesByLayer originals_;
  BytesByLayer edited_;
};

}  // namespace

AppliedFixes apply_fixes(const std::vector<FixOrder>& orders, bool rewrite) {
  AppliedFixes applied;
  applied.refusals.resize(orders.size());
  Workbench workbench(rewrite);
  std::vector<const FixOrder*> all;
  for (const FixOrder& order : orders) all.push_back(&order);
  if (workbench.carry_out(all)) {
    // one of them cannot be carried out: find out which
    for (std::size_t index = 0; index < orders.size(); ++index) {
      const std::optional<Error> error = workbench.carry_out({all[index]});
      if (error) applied.refusals[index] = error->message;
    }
  }
  applied.layers = workbench.take();
  return applied;
}

Result<bool> write_layers(const std::vector<ChangedLayer>& layers) {
  std::vector<stage::NewContent> contents;
  for (const ChangedLayer& layer : layers) contents.push_back({layer.path, layer.after});
  return stage::replace_files(contents);
}

}  // namespace assay::extract
