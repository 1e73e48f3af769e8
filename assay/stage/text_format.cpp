#include "assay/stage/text_format.h"

#include "assay/stage/join_parts.h"
#include "assay/stage/text_parts.h"

#include <pxr/sdf/usdaFileFormat.h>
#include <pxr/work/withScopedParallelism.h>

#include <algorithm>

SDF_NAMESPACE_OPEN_SCOPE

/// OpenUSD's parser of text layers. Exported, but in no public header, so that its form is bound to the release that
/// start.cpp asks for. Reading into a layer instead would enter it into OpenUSD's registry, which `NewLayer` leaves
/// unlocked.
// NOLINTNEXTLINE(readability-identifier-naming): the name that it is exported by
bool Sdf_ParseLayerFromString(const std::string& text, const std::string& magic_id, const std::string& version,
                              TfRefPtr<SdfUsdaData> data, SdfLayerHints* hints);

SDF_NAMESPACE_CLOSE_SCOPE

namespace assay::stage {

using namespace pxr;

namespace {

TfRefPtr<TextLayerData> new_data() {
  const TfRefPtr<TextLayerData> data = TfCreateRefPtr(new TextLayerData);
  data->CreateSpec(SdfPath::AbsoluteRootPath(), SdfSpecTypePseudoRoot);
  return data;
}

}  // namespace

/// OpenUSD's own text format, save for where it keeps what it reads. Its name stands in cmake/openusd_text_format.json.
class TextFormat : public SdfUsdaFileFormat {
 public:
  SdfAbstractDataRefPtr InitData(const FileFormatArguments&) const override { return new_data(); }

  bool Read(SdfLayer* layer, const std::string& resolved_path, bool metadata_only) const override {
    const std::shared_ptr<ArAsset> asset = ArGetResolver().OpenAsset(ArResolvedPath(resolved_path));
    if (!asset) return false;
    if (!metadata_only && WorkGetConcurrencyLimit() > 1 && read_in_parts(*layer, *asset)) return true;
    return _ReadFromAsset(layer, resolved_path, asset, metadata_only);
  }

 private:
  bool read_in_parts(SdfLayer& layer, const ArAsset& asset) const {
    constexpr std::size_t part_size = std::size_t{1} << 20;
    const std::size_t size = asset.GetSize();
    const std::shared_ptr<const char> buffer = size < 2 * part_size ? nullptr : asset.GetBuffer();
    if (!buffer) return false;
    const TfRefPtr<TextLayerData> parsed = parse_in_parts(std::string_view(buffer.get(), size), part_size);
    if (!parsed) return false;
    SdfAbstractDataRefPtr data = parsed;
    _SetLayerData(&layer, data, SdfLayerHints(parsed->might_have_relocates()));
    return true;
  }
};

namespace {

/// Parses each part in a task. Nothing else runs on a thread that waits here: another task might wait for this layer.
std::vector<TfRefPtr<TextLayerData>> parse_each(std::string_view text, const std::vector<TextCut>& cuts) {
  std::vector<TfRefPtr<TextLayerData>> parts(cuts.size() + 1);
  const auto parse = [text, &cuts, &parts](std::size_t begin, std::size_t end) {
    TfErrorMark mark;
    for (std::size_t index = begin; index < end; ++index) {
      parts[index] = parse_text(part_text(text, cuts, index));
      if (mark.Clear()) parts[index] = nullptr;  // whatever it was, it is to be said of the whole text
    }
  };
  WorkWithScopedParallelism([&parts, &parse] { WorkParallelForN(parts.size(), parse, 1); });
  return parts;
}

}  // namespace

void define_text_format() {
  static const bool is_defined = [] {
    SdfDefineFileFormat<TextFormat, SdfUsdaFileFormat>();
    return true;
  }();
  static_cast<void>(is_defined);
}

TfRefPtr<TextLayerData> parse_text(const std::string& text) {
  TfRefPtr<TextLayerData> data = new_data();
  SdfLayerHints hints;
  const std::string& magic_id = SdfUsdaFileFormatTokens->Id.GetString();
  const std::string& version = SdfUsdaFileFormatTokens->Version.GetString();
  return Sdf_ParseLayerFromString(text, magic_id, version, data, &hints) ? data : nullptr;
}

TfRefPtr<TextLayerData> parse_in_parts(std::string_view text, std::size_t part_size) {
  const std::vector<TextCut> cuts = find_cuts(text, part_size);
  if (cuts.empty()) return nullptr;
  const std::vector<TfRefPtr<TextLayerData>> parts = parse_each(text, cuts);
  const bool are_parsed = std::ranges::all_of(parts, [](const auto& part) { return static_cast<bool>(part); });
  return are_parsed ? join_parts(parts, cuts) : nullptr;
}

}  // namespace assay::stage
