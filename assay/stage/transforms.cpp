#include "assay/stage/transforms.h"

#include "assay/stage/fallbacks.h"
#include "assay/stage/resolve_value.h"

#include <pxr/gf/rotation.h>
#include <pxr/tf/stringUtils.h>

#include <algorithm>
#include <array>

namespace assay::stage {
namespace {

using namespace pxr;

constexpr std::string_view reset_entry = "!resetXformStack!";
constexpr std::string_view invert_prefix = "!invert!";
constexpr std::string_view op_prefix = "xformOp:";
constexpr std::string_view axes = "XYZ";

VtValue value_of(const std::vector<SpecSite>& sites, const TfToken& name, std::optional<double> time) {
  const ResolvedValue resolved = time ? resolve_at(sites, name, *time) : resolve_default(sites, name);
  return resolved.origin == ValueOrigin::Blocked ? VtValue() : resolved.value;
}

/// The number that a value of half, float or double holds.
std::optional<double> number_of(const VtValue& value) {
  if (value.IsHolding<double>()) return value.UncheckedGet<double>();
  if (value.IsHolding<float>()) return value.UncheckedGet<float>();
  if (value.IsHolding<GfHalf>()) return static_cast<float>(value.UncheckedGet<GfHalf>());
  return std::nullopt;
}

std::optional<GfVec3d> vector_of(const VtValue& value) {
  if (value.IsHolding<GfVec3d>()) return value.UncheckedGet<GfVec3d>();
  if (value.IsHolding<GfVec3f>()) return GfVec3d(value.UncheckedGet<GfVec3f>());
  if (value.IsHolding<GfVec3h>()) return GfVec3d(value.UncheckedGet<GfVec3h>());
  return std::nullopt;
}

std::optional<GfQuatd> quaternion_of(const VtValue& value) {
  if (value.IsHolding<GfQuatd>()) return value.UncheckedGet<GfQuatd>();
  if (value.IsHolding<GfQuatf>()) return GfQuatd(value.UncheckedGet<GfQuatf>());
  if (value.IsHolding<GfQuath>()) return GfQuatd(value.UncheckedGet<GfQuath>());
  return std::nullopt;
}

GfMatrix4d rotation_about(std::size_t axis, double angle_deg) {
  GfVec3d direction(0);
  direction[axis] = 1;
  return GfMatrix4d(1.0).SetRotate(GfRotation(direction, angle_deg));
}

/// Rotations about the axes that a name such as XYZ lists, the first applied first; about one axis for a number.
std::optional<GfMatrix4d> rotation(std::string_view order, const VtValue& value) {
  if (order.empty() || !std::ranges::all_of(order, [](char axis) { return axes.find(axis) != axes.npos; })) return {};
  const std::optional<double> angle_deg = number_of(value);
  if (order.size() == 1 && angle_deg) return rotation_about(axes.find(order.front()), *angle_deg);
  const std::optional<GfVec3d> angles_deg = vector_of(value);
  if (order.size() != 3 || !angles_deg) return {};
  GfMatrix4d result(1.0);
  for (const char axis : order) result *= rotation_about(axes.find(axis), (*angles_deg)[axes.find(axis)]);
  return result;
}

/// A vector of a value with three components, or of one with a component along one axis and `rest` along the others.
std::optional<GfVec3d> vector_along(std::string_view axis, const VtValue& value, double rest) {
  if (axis.empty()) return vector_of(value);
  const std::optional<double> number = number_of(value);
  if (axis.size() != 1 || axes.find(axis.front()) == axes.npos || !number) return {};
  GfVec3d vector(rest);
  vector[axes.find(axis.front())] = *number;
  return vector;
}

/// The matrix of an op of that type, such as rotateXYZ; nothing when the value does not fit the type.
std::optional<GfMatrix4d> op_matrix(std::string_view type, const VtValue& value) {
  if (type == "transform") {
    if (!value.IsHolding<GfMatrix4d>()) return {};
    return value.UncheckedGet<GfMatrix4d>();
  }
  if (type == "orient") {
    const std::optional<GfQuatd> quaternion = quaternion_of(value);
    if (!quaternion) return {};
    return GfMatrix4d(GfRotation(*quaternion), GfVec3d(0));
  }
  if (type.starts_with("translate")) {
    const std::optional<GfVec3d> offset = vector_along(type.substr(9), value, 0);
    if (offset) return GfMatrix4d(1.0).SetTranslate(*offset);
  } else if (type.starts_with("scale")) {
    const std::optional<GfVec3d> factors = vector_along(type.substr(5), value, 1);
    if (factors) return GfMatrix4d(1.0).SetScale(*factors);
  } else if (type.starts_with("rotate")) {
    return rotation(type.substr(6), value);
  }
  return {};
}

bool has_property(const std::vector<SpecSite>& sites, const TfToken& name) {
  return std::ranges::any_of(
      sites, [&name](const SpecSite& site) { return site.layer->HasSpec(site.path->AppendProperty(name)); });
}

VtTokenArray op_order(const std::vector<SpecSite>& sites) {
  static const TfToken name("xformOpOrder");
  const VtValue order = value_of(sites, name, std::nullopt);
  return order.IsHolding<VtTokenArray>() ? order.UncheckedGet<VtTokenArray>() : VtTokenArray();
}

}  // namespace

LocalTransform local_transform(const std::vector<SpecSite>& sites, std::optional<double> time) {
  LocalTransform local;
  for (const TfToken& entry : op_order(sites)) {
    std::string_view name = entry.GetString();
    if (name == reset_entry) {
      local = {GfMatrix4d(1.0), true, {}};
      continue;
    }
    const bool is_inverse = name.starts_with(invert_prefix);
    if (is_inverse) name.remove_prefix(invert_prefix.size());
    const TfToken attribute{std::string(name)};
    if (!name.starts_with(op_prefix) || !has_property(sites, attribute)) {
      local.skipped.push_back(entry.GetString());
      continue;
    }
    name.remove_prefix(op_prefix.size());
    const std::optional<GfMatrix4d> matrix =
        op_matrix(name.substr(0, name.find(':')), value_of(sites, attribute, time));
    if (!matrix) continue;
    // the first op in the order is the outermost
    local.parent_from_prim = (is_inverse ? matrix->GetInverse() : *matrix) * local.parent_from_prim;
  }
  return local;
}

bool has_animated_ops(const std::vector<SpecSite>& sites) {
  bool is_animated = false;
  for (const TfToken& entry : op_order(sites)) {
    std::string_view name = entry.GetString();
    if (name.starts_with(invert_prefix)) name.remove_prefix(invert_prefix.size());
    if (name == reset_entry) {
      is_animated = false;
    } else if (name.starts_with(op_prefix)) {
      is_animated |= animation_source(sites, TfToken(std::string(name))) != nullptr;
    }
  }
  return is_animated;
}

TfToken InheritedValues::purpose() const {
  static const TfToken fallback("default");
  return authored_purpose.IsEmpty() ? fallback : authored_purpose;
}

InheritedValues placed_below(const InheritedValues& above, const InheritedValues& own) {
  static const GfMatrix4d identity(1.0);
  InheritedValues values = own;
  if (!own.resets_stack) {
    const bool stays = own.world_from_prim == identity;
    values.world_from_prim = stays ? above.world_from_prim : own.world_from_prim * above.world_from_prim;
  }
  if (own.authored_purpose.IsEmpty()) values.authored_purpose = above.authored_purpose;
  values.is_visible &= above.is_visible;
  return values;
}

InheritedValues inherited_below(const InheritedValues& above, const std::vector<SpecSite>& sites, bool is_xformable,
                                bool is_imageable, std::optional<double> time) {
  static const TfToken purpose_name("purpose");
  static const TfToken visibility_name("visibility");
  static const TfToken invisible("invisible");
  InheritedValues own;
  if (is_xformable) {
    const LocalTransform local = local_transform(sites, time);
    own.resets_stack = local.resets_stack;
    own.world_from_prim = local.parent_from_prim;
  }
  if (is_imageable) {
    const VtValue purpose = value_of(sites, purpose_name, std::nullopt);
    if (purpose.IsHolding<TfToken>()) own.authored_purpose = purpose.UncheckedGet<TfToken>();
    const VtValue visibility = value_of(sites, visibility_name, time);
    own.is_visible = !visibility.IsHolding<TfToken>() || visibility.UncheckedGet<TfToken>() != invisible;
  }
  return placed_below(above, own);
}

const InheritedValues& InheritedState::values_of(const SdfPath& prim) {
  const auto known = values_.find(prim);
  if (known != values_.end()) return known->second;
  InheritedValues values;
  if (!prim.IsAbsoluteRootPath()) values = values_of(prim.GetParentPath());
  const PcpPrimIndex* index = composed_.prim_index(prim);
  if (index != nullptr && !prim.IsAbsoluteRootPath()) {
    std::vector<SpecSite> sites;
    collect_spec_sites(*index, sites);
    const TfToken type = type_name(sites, nullptr);
    values = inherited_below(values, sites, is_derived_from(profile_, type, "Xformable"),
                             is_derived_from(profile_, type, "Imageable"), time_);
  }
  return values_.emplace(prim, values).first->second;
}

GfMatrix4d InheritedState::world_from_prim(const SdfPath& prim) { return values_of(prim).world_from_prim; }

TfToken InheritedState::purpose(const SdfPath& prim) { return values_of(prim).purpose(); }

bool InheritedState::is_visible(const SdfPath& prim) { return values_of(prim).is_visible; }

}  // namespace assay::stage
