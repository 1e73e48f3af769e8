// What OpenUSD itself costs in a process of its own, without Python: the measure that `assay check` is held against.
//   bare_open compose FILE     opens the root layer and composes all prims once, payloads included, as authored
//   bare_open parse FILE...    opens each layer, one after the other

#include "assay/stage/openusd.h"

#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <unistd.h>
#include <vector>

namespace {

using namespace pxr;

bool compose(const SdfLayerRefPtr& root) {
  PcpCache cache(PcpLayerStackIdentifier(root), "usd", true);
  PcpErrorVector errors;
  const auto descend = [](const PcpPrimIndex&, TfTokenVector*) { return true; };
  const auto load = [](const SdfPath&) { return true; };
  cache.ComputePrimIndexesInParallel(SdfPath::AbsoluteRootPath(), &errors, descend, load);
  if (!errors.empty()) return false;
  _exit(0);  // as assay's workers do: what is held goes with the process
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string_view> arguments(argv + 1, argv + argc);
  if (arguments.size() < 2 || (arguments[0] != "compose" && arguments[0] != "parse")) {
    std::fputs("usage: bare_open compose FILE | bare_open parse FILE...\n", stderr);
    return 2;
  }
  std::vector<SdfLayerRefPtr> layers;
  for (std::size_t index = 1; index < arguments.size(); ++index) {
    layers.push_back(SdfLayer::FindOrOpen(std::string(arguments[index]), {{"target", "usd"}}));
    if (!layers.back()) return 2;
  }
  if (arguments[0] == "compose") return compose(layers.front()) ? 0 : 2;
  _exit(0);
}
