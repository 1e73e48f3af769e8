#pragma once

#include "assay/stage/composed.h"

#include <optional>
#include <span>
#include <vector>

namespace assay::stage {

/// What a resolved value comes from.
enum class ValueOrigin {
  None,         // no spec states a value
  Blocked,      // the strongest statement is a value block
  Default,      // a default value
  TimeSamples,  // time samples, interpolated
  Spline,       // a spline
};

/// The value of an attribute after composition, in stage terms: times in stage time, asset paths resolved.
struct ResolvedValue {
  ValueOrigin origin = ValueOrigin::None;
  pxr::VtValue value;                // empty without a value
  const SpecSite* source = nullptr;  // the winning opinion, a block too; null for none
};

/// The value that a query without a time sees: the strongest default, array edits composed over what is weaker and,
/// with nothing weaker, over `fallback`. The asset's resolver context must be bound.
ResolvedValue resolve_default(std::span<const SpecSite> sites, const pxr::TfToken& name,
                              const pxr::VtValue& fallback = {});

/// The same, and whether queries with a time see time samples or a spline in its place.
struct DefaultValue {
  ResolvedValue resolved;
  bool is_animated = false;
};
DefaultValue look_at_default(std::span<const SpecSite> sites, const pxr::TfToken& name,
                             const pxr::VtValue& fallback = {});

/// The value at a stage time [time codes]: in the strongest spec that states something, time samples before a spline
/// before the default. The asset's resolver context must be bound.
ResolvedValue resolve_at(const std::vector<SpecSite>& sites, const pxr::TfToken& name, double time,
                         const pxr::VtValue& fallback = {});

/// The spec whose time samples or spline queries with a time see; null when they see a default or nothing.
const SpecSite* animation_source(std::span<const SpecSite> sites, const pxr::TfToken& name);

/// One time sample in stage terms; the value is a block where the sample is blocked.
struct TimeSample {
  double time = 0;  // stage time [time codes]
  pxr::VtValue value;
};

/// The time samples of a spec's attribute, in the order of stage time. The asset's resolver context must be bound.
std::vector<TimeSample> time_samples(const SpecSite& site, const pxr::TfToken& name);

/// The time samples of queries with a time; empty when they see a default, a spline or nothing.
std::vector<TimeSample> time_samples(const std::vector<SpecSite>& sites, const pxr::TfToken& name);

/// Whether specs of the prim declare value clips. They are not evaluated here: values at a time that clips would give,
/// on the prim and below it, are what is authored without them.
bool has_value_clips(const std::vector<SpecSite>& sites);

}  // namespace assay::stage
