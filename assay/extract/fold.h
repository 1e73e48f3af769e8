#pragma once

#include "assay/schema/runtime.h"
#include "assay/stage/composed.h"

#include <atomic>
#include <cstdint>
#include <utility>
#include <vector>

namespace assay::extract {

/// Which of the selections that one walk records keep something, by the bit of their index.
using SelectionMask = std::uint8_t;

/// Whether a runtime's layer has classes or variants: then no fold would be exact, and the classes of several runtimes
/// together can take Pcp far longer than each runtime alone.
bool has_classes_or_variants(const pxr::SdfLayer& layer);

/// Reads several selections out of one composition that has every runtime Enabled: the neutral base and each runtime
/// keep what no other runtime's Enabled option brings. Design D3; the cases in which this is exact stand in fold.cpp.
class Fold {
 public:
  /// `default_prim` is the prim whose runtime sets are selected.
  explicit Fold(pxr::SdfPath default_prim);

  static constexpr SelectionMask all = 0x0F;  // a bit for each target

  static constexpr SelectionMask bit_of(Target target) {
    return static_cast<SelectionMask>(1U << static_cast<unsigned>(target));
  }

  /// The selections that keep what a node of the index brings.
  SelectionMask kept_by(const pxr::PcpNodeRef& node, const pxr::SdfPath& prim) const;

  /// Looks at one composed prim; afterwards `is_exact` is false when dropping nodes cannot give what a composition of
  /// its own would. Safe to call from several threads.
  void inspect(const pxr::PcpPrimIndex& index, const std::vector<stage::SpecSite>& sites) const;

  bool is_exact() const { return is_exact_; }

 private:
  /// A runtime's Enabled option on the default prim, as the root layer has it, and the runtime's bit.
  using Option = std::pair<pxr::SdfPath, SelectionMask>;

  bool is_class_of_runtime(const pxr::PcpNodeRef& node, const pxr::SdfPath& prim) const;
  SelectionMask kept_by_arc(const pxr::PcpNodeRef& node, const pxr::SdfPath& prim) const;
  bool is_on_default_prim(const pxr::PcpNodeRef& node, const pxr::SdfPath& prim) const;

  pxr::SdfPath default_prim_;
  int default_depth_ = 0;
  std::vector<Option> options_;
  mutable std::atomic<bool> is_exact_ = true;
};

}  // namespace assay::extract
