#include "assay/stage/resolve_value.h"

#include "assay/stage/interpolation.h"
#include "assay/stage/stage_value.h"

#include <pxr/ts/spline.h>
#include <pxr/vt/valueComposeOver.h>

#include <algorithm>
#include <array>
#include <utility>

namespace assay::stage {
namespace {

using namespace pxr;

bool has_samples(const SpecSite& site, const SdfPath& path) { return site.layer->GetNumTimeSamplesForPath(path) > 0; }

bool has_spline(const SpecSite& site, const SdfPath& path) {
  VtValue value;
  if (!site.layer->HasField(path, SdfFieldKeys->Spline, &value)) return false;
  return value.IsHolding<TsSpline>() && !value.UncheckedGet<TsSpline>().IsEmpty();
}

/// Marks the known types that an index stands for.
template <class... Types>
std::array<bool, VtGetNumKnownValueTypes()> marks_of() {
  std::array<bool, VtGetNumKnownValueTypes()> marks{};
  ((marks.at(static_cast<std::size_t>(VtGetKnownValueTypeIndex<Types>())) = true), ...);
  return marks;
}

/// Whether a value is of a type, common in physics, that is no block and no edit and means the same in each layer. Told
/// by OpenUSD's numbers of types: the names that other types are told by take as long as the rest of a look.
bool is_plain(const VtValue& value) {
  static const auto plain =
      marks_of<bool, int, float, double, TfToken, GfVec3f, GfVec3d, GfQuatf, GfQuatd, GfMatrix4d, VtArray<int>,
               VtArray<float>, VtArray<double>, VtArray<TfToken>, VtArray<GfVec3f>>();
  const int index = value.GetKnownValueTypeIndex();
  return index >= 0 && plain.at(static_cast<std::size_t>(index));
}

/// What one spec says at a stage time, or at no time; nothing when it says nothing.
struct Statement {
  ValueOrigin origin = ValueOrigin::None;
  VtValue value;
};

Statement animated_statement(const SpecSite& site, const SdfPath& path, double time) {
  const SdfLayerOffset layer_from_stage = stage_from_layer(site).GetInverse();
  if (has_samples(site, path)) {
    return {ValueOrigin::TimeSamples, sampled_value(*site.layer, path, layer_from_stage * time)};
  }
  if (!has_spline(site, path)) return {};
  Statement statement{ValueOrigin::Spline, VtValue()};
  const auto spline = site.layer->GetFieldAs<TsSpline>(path, SdfFieldKeys->Spline);
  if (!spline.Eval(layer_from_stage * time, &statement.value)) statement.value = VtValue();
  if (statement.value.IsHolding<double>() && spline.IsTimeValued()) {
    statement.value = stage_from_layer(site) * statement.value.UncheckedGet<double>();
  }
  if (statement.value.IsEmpty()) statement.value = SdfValueBlock();
  return statement;
}

Statement statement_of(const SpecSite& site, const SdfPath& path, std::optional<double> time, bool& is_animation_over) {
  Statement statement;
  if (time && !is_animation_over) statement = animated_statement(site, path, *time);
  if (statement.origin != ValueOrigin::None) return statement;
  if (!site.layer->HasField(path, SdfFieldKeys->Default, &statement.value)) return {};
  if (!is_plain(statement.value) && statement.value.IsHolding<SdfAnimationBlock>()) {
    is_animation_over = true;
    return {};
  }
  statement.origin = ValueOrigin::Default;
  return statement;
}

/// An opinion over a weaker one: an edit of an array applied to it, any other value as it is.
VtValue composed_over(const VtValue& strong, const VtValue& weak) {
  if (strong.IsEmpty()) return weak;
  // OpenUSD 26.8 registers no composition for edits of arrays of asset paths
  if (strong.IsHolding<VtArrayEdit<SdfAssetPath>>()) {
    const auto& edit = strong.UncheckedGet<VtArrayEdit<SdfAssetPath>>();
    if (weak.IsHolding<VtArray<SdfAssetPath>>())
      return VtValue(edit.ComposeOver(weak.UncheckedGet<VtArray<SdfAssetPath>>()));
    if (weak.IsHolding<VtArrayEdit<SdfAssetPath>>())
      return VtValue(edit.ComposeOver(weak.UncheckedGet<VtArrayEdit<SdfAssetPath>>()));
    return weak.IsHolding<VtBackgroundType>() ? VtValue(edit.ComposeOver(VtArray<SdfAssetPath>())) : strong;
  }
  return VtValueComposeOver(strong, weak);
}

bool is_edit(const VtValue& value) {
  return !value.IsEmpty() && (value.IsHolding<VtArrayEdit<SdfAssetPath>>() || VtValueCanComposeOver(value));
}

/// The value of an edit with no weaker opinion left to edit.
VtValue finished(const VtValue& value, const VtValue& fallback) {
  const VtValue over_fallback = fallback.IsEmpty() ? value : composed_over(value, fallback);
  return is_edit(over_fallback) ? composed_over(over_fallback, VtValue(VtBackground)) : over_fallback;
}

/// Whether queries with a time see samples or a spline, found out from the strongest spec down.
class AnimationLook {
 public:
  /// Looks at the next spec, unless a stronger one settled it.
  void look_at(const SpecSite& site, const SdfPath& path, bool has_default) {
    if (is_settled_) return;
    is_animated_ = has_samples(site, path) || has_spline(site, path);
    is_settled_ = is_animated_ || has_default;
  }
  bool is_animated() const { return is_animated_; }

 private:
  bool is_animated_ = false;
  bool is_settled_ = false;
};

ResolvedValue resolve(std::span<const SpecSite> sites, const TfToken& name, std::optional<double> time,
                      const VtValue& fallback, AnimationLook* animation = nullptr) {
  ResolvedValue resolved;
  bool is_animation_over = false;
  for (const SpecSite& site : sites) {
    const SdfPath path = site.path->AppendProperty(name);
    Statement statement = statement_of(site, path, time, is_animation_over);
    if (animation != nullptr) {
      animation->look_at(site, path, is_animation_over || statement.origin == ValueOrigin::Default);
    }
    if (statement.origin == ValueOrigin::None) continue;
    const bool is_first = resolved.source == nullptr;
    if (is_first) resolved = {statement.origin, VtValue(), &site};
    if (is_first && is_plain(statement.value)) {
      resolved.value = std::move(statement.value);
      return resolved;
    }
    if (statement.value.IsHolding<SdfValueBlock>()) {
      if (is_first) resolved.origin = ValueOrigin::Blocked;
      break;
    }
    bring_to_stage(site, statement.value);
    resolved.value = composed_over(resolved.value, statement.value);
    if (!is_edit(resolved.value)) return resolved;
  }
  if (!resolved.value.IsEmpty()) resolved.value = finished(resolved.value, fallback);
  return resolved;
}

}  // namespace

ResolvedValue resolve_default(std::span<const SpecSite> sites, const TfToken& name, const VtValue& fallback) {
  return resolve(sites, name, std::nullopt, fallback);
}

DefaultValue look_at_default(std::span<const SpecSite> sites, const TfToken& name, const VtValue& fallback) {
  AnimationLook animation;
  DefaultValue look{resolve(sites, name, std::nullopt, fallback, &animation)};
  look.is_animated = animation.is_animated();
  return look;
}

ResolvedValue resolve_at(const std::vector<SpecSite>& sites, const TfToken& name, double time,
                         const VtValue& fallback) {
  return resolve(sites, name, time, fallback);
}

const SpecSite* animation_source(std::span<const SpecSite> sites, const TfToken& name) {
  for (const SpecSite& site : sites) {
    const SdfPath path = site.path->AppendProperty(name);
    if (has_samples(site, path) || has_spline(site, path)) return &site;
    if (site.layer->HasField(path, SdfFieldKeys->Default)) return nullptr;
  }
  return nullptr;
}

std::vector<TimeSample> time_samples(const SpecSite& site, const TfToken& name) {
  const SdfPath path = site.path->AppendProperty(name);
  const SdfLayerOffset offset = stage_from_layer(site);
  std::vector<TimeSample> samples;
  for (const double time : site.layer->ListTimeSamplesForPath(path)) {
    TimeSample sample{offset * time, VtValue()};
    site.layer->QueryTimeSample(path, time, &sample.value);
    bring_to_stage(site, sample.value);
    samples.push_back(std::move(sample));
  }
  std::ranges::sort(samples, {}, &TimeSample::time);
  return samples;
}

std::vector<TimeSample> time_samples(const std::vector<SpecSite>& sites, const TfToken& name) {
  const SpecSite* source = animation_source(sites, name);
  if (source == nullptr) return {};
  std::vector<TimeSample> samples = time_samples(*source, name);
  for (TimeSample& sample : samples) {
    if (is_edit(sample.value)) sample.value = resolve_at(sites, name, sample.time).value;
  }
  return samples;
}

bool has_value_clips(const std::vector<SpecSite>& sites) {
  static const TfToken clips("clips");
  return std::ranges::any_of(sites, [](const SpecSite& site) { return site.layer->HasField(*site.path, clips); });
}

}  // namespace assay::stage
