#pragma once

#include "assay/base/result.h"
#include "assay/model/model.h"
#include "assay/schema/profile.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace assay::extract {

/// Makes this process ready for extraction with `threads` threads. To be called once, after the last fork.
Result<bool> start(int threads);

/// When further variant options are composed: where the asset declares runtimes, always, or never.
enum class NestedOptions : std::uint8_t { WhereDeclared, Always, Never };

/// What extraction is asked for.
struct Options {
  const schema::Profile* profile = nullptr;
  int nested_options = 0;  // other variant sets' options composed one at a time, at most
  bool wants_dependencies = false;
  NestedOptions isolation = NestedOptions::WhereDeclared;
  bool composes_each = false;  // every selection by a composition of its own, also where one can serve several
};

/// A model and the way from its places back to the text of the layers.
class Extraction {
 public:
  Extraction();
  ~Extraction();
  Extraction(Extraction&&) noexcept;
  Extraction& operator=(Extraction&&) noexcept;

  model::Model model;
  int layer_count = 0;                    // layers that were parsed
  int composition_count = 0;              // compositions that were made
  std::vector<std::string> loaded_files;  // of the layers, absolute; filled in when dependencies are wanted
  std::vector<std::string> dependencies;  // files that the loaded layers name in arcs of any option, absolute

  /// The site of a place, with its line, column and excerpt where the layer is text.
  Site locate(const model::Place& place) const;

  /// Edits that move what a runtime's section holds into its only payload; nothing when part of it cannot move.
  std::optional<std::vector<Edit>> edits_to_payload(const model::VariantSection& section) const;

 private:
  friend Result<Extraction> extract(const std::string& path, const Options& options);
  struct Sources;
  std::unique_ptr<Sources> sources_;
};

/// Opens an asset, composes it for the neutral base, each runtime set it has, the selection it opens with, and further
/// options that can carry vendor data, and records what rules ask about. Odd content never stops it. `path` is
/// absolute.
Result<Extraction> extract(const std::string& path, const Options& options);

}  // namespace assay::extract
