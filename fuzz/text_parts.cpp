// Fuzzes the reading of a text in parts. Whatever is had from the parts of a text is what OpenUSD reads from the whole.
// The first byte of an input chooses how large the parts are, the rest is the text.

#include "assay/stage/layer_contents.h"
#include "assay/stage/text_format.h"
#include "fuzz/require.h"

#include <string>

namespace assay::stage {
namespace {

using namespace pxr;

void require_parts_equal_whole(const std::string& text, std::size_t part_size) {
  const TfErrorMark mark;
  const TfRefPtr<TextLayerData> joined = parse_in_parts(text, part_size);
  require(mark.IsClean(), "reading in parts posts nothing");
  if (!joined) return;
  const TfRefPtr<TextLayerData> whole = parse_text(text);
  require(static_cast<bool>(whole), "what is read in parts can be read");
  require(LayerContents(*joined) == LayerContents(*whole), "the parts hold what the whole holds", text);
  require(joined->might_have_relocates() == whole->might_have_relocates(), "the parts have the whole's relocates");
}

}  // namespace
}  // namespace assay::stage

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string text(reinterpret_cast<const char*>(data) + 1, size - 1);
  assay::stage::require_parts_equal_whole(text, std::size_t{8} + data[0]);
  return 0;
}
