#pragma once

#include "assay/schema/profile.h"
#include "assay/stage/composed.h"

#include <pxr/gf/matrix4d.h>

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace assay::stage {

/// What the transform ops of one prim make.
struct LocalTransform {
  pxr::GfMatrix4d parent_from_prim{1.0};  // stage units, for row vectors: point_parent = point_prim * parent_from_prim
  bool resets_stack = false;              // the parent is the world
  std::vector<std::string> skipped;       // entries of xformOpOrder that name no op or no attribute
};

/// The ops in xformOpOrder, multiplied in double precision. `time` is stage time [time codes]; without one the defaults
/// count. Source: UsdGeomXformable.
LocalTransform local_transform(const std::vector<SpecSite>& sites, std::optional<double> time);

/// Whether an op in xformOpOrder has time samples or a spline; those before a reset of the stack do not count.
bool has_animated_ops(const std::vector<SpecSite>& sites);

/// What a prim takes over from the prims above it, with what it says itself.
struct InheritedValues {
  pxr::GfMatrix4d world_from_prim{1.0};  // stage units, for row vectors
  pxr::TfToken authored_purpose;         // of the nearest Imageable prim that authors one; empty for none
  bool is_visible = true;
  bool resets_stack = false;  // the prim itself

  pxr::TfToken purpose() const;  // `default` when none is authored
};

/// What a prim of these specs has below a prim that has `above`. Only Xformable prims have transforms, only Imageable
/// ones purpose and visibility.
InheritedValues inherited_below(const InheritedValues& above, const std::vector<SpecSite>& sites, bool is_xformable,
                                bool is_imageable, std::optional<double> time);

/// The same where what the specs say below nothing is known.
InheritedValues placed_below(const InheritedValues& above, const InheritedValues& own);

/// Computes what prims take over from the prims above them; each prim is computed once.
class InheritedState {
 public:
  InheritedState(const Composed& composed, const schema::Profile& profile, std::optional<double> time)
      : composed_(composed), profile_(profile), time_(time) {}

  /// The transform to the world of a prim [stage units], for row vectors. A prim that is not Xformable has its
  /// parent's.
  pxr::GfMatrix4d world_from_prim(const pxr::SdfPath& prim);

  /// The purpose that the nearest Imageable prim from here up authors, `default` when none does.
  pxr::TfToken purpose(const pxr::SdfPath& prim);

  /// Whether no Imageable prim from here up is invisible.
  bool is_visible(const pxr::SdfPath& prim);

 private:
  const InheritedValues& values_of(const pxr::SdfPath& prim);

  const Composed& composed_;
  const schema::Profile& profile_;
  std::optional<double> time_;
  std::map<pxr::SdfPath, InheritedValues> values_;
};

}  // namespace assay::stage
