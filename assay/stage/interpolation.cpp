#include "assay/stage/interpolation.h"

#include <pxr/gf/math.h>

#include <type_traits>

namespace assay::stage {
namespace {

using namespace pxr;

// samples closer than this are one [time codes]. Source: UsdStage's interpolation.
constexpr double same_time = 1e-6;

template <class T>
T between(const T& lower, const T& upper, double alpha) {
  if constexpr (GfIsGfQuat<T>::value) {
    return GfSlerp(alpha, lower, upper);
  } else if constexpr (std::is_same_v<T, GfHalf>) {
    return GfHalf(GfLerp(alpha, static_cast<float>(lower), static_cast<float>(upper)));
  } else if constexpr (std::is_same_v<T, GfTimeCode>) {
    return GfTimeCode(GfLerp(alpha, lower.GetValue(), upper.GetValue()));
  } else {
    return GfLerp(alpha, lower, upper);
  }
}

/// Interpolates between two values that hold a T or an array of T; false for others.
template <class T>
bool interpolate_as(const VtValue& lower, const VtValue& upper, double alpha, VtValue& result) {
  if (lower.IsHolding<T>()) {
    result = between(lower.UncheckedGet<T>(), upper.UncheckedGet<T>(), alpha);
    return true;
  }
  if (!lower.IsHolding<VtArray<T>>()) return false;
  const auto& values = lower.UncheckedGet<VtArray<T>>();
  const auto& others = upper.UncheckedGet<VtArray<T>>();
  if (values.size() != others.size()) return true;
  VtArray<T> items(values.size());
  for (std::size_t index = 0; index < values.size(); ++index) {
    items[index] = between(values[index], others[index], alpha);
  }
  result = items;
  return true;
}

template <class... T>
VtValue interpolate_as_any(const VtValue& lower, const VtValue& upper, double alpha) {
  VtValue result = lower;
  (interpolate_as<T>(lower, upper, alpha, result) || ...);
  return result;
}

}  // namespace

VtValue interpolated(const VtValue& lower, const VtValue& upper, double alpha) {
  if (lower.GetTypeid() != upper.GetTypeid()) return lower;
  return interpolate_as_any<GfHalf, float, double, GfTimeCode, GfVec2h, GfVec3h, GfVec4h, GfVec2f, GfVec3f, GfVec4f,
                            GfVec2d, GfVec3d, GfVec4d, GfMatrix2d, GfMatrix3d, GfMatrix4d, GfQuath, GfQuatf, GfQuatd>(
      lower, upper, alpha);
}

VtValue sampled_value(const SdfLayer& layer, const SdfPath& path, double time) {
  double lower = 0;
  double upper = 0;
  if (!const_cast<SdfLayer&>(layer).GetBracketingTimeSamplesForPath(path, time, &lower, &upper)) return VtValue();
  VtValue lower_value;
  layer.QueryTimeSample(path, lower, &lower_value);
  if (GfIsClose(lower, upper, same_time) || lower_value.IsHolding<SdfValueBlock>()) return lower_value;
  VtValue upper_value;
  layer.QueryTimeSample(path, upper, &upper_value);
  return interpolated(lower_value, upper_value, (time - lower) / (upper - lower));
}

}  // namespace assay::stage
