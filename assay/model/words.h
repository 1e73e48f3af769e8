#pragma once

#include "assay/model/collider.h"
#include "assay/model/joint.h"

#include <span>
#include <string_view>

// The words that documents and manifests have for kinds of shapes and joints, and for what a joint allows and drives.

namespace assay::model {

/// The words of an enumeration, in the order of its values.
template <class Enumeration>
std::span<const std::string_view> words_of();

template <>
std::span<const std::string_view> words_of<ShapeKind>();
template <>
std::span<const std::string_view> words_of<JointKind>();
template <>
std::span<const std::string_view> words_of<JointAxis>();
template <>
std::span<const std::string_view> words_of<AxisState>();
template <>
std::span<const std::string_view> words_of<DriveType>();

std::string_view name_of(ShapeKind kind);
std::string_view name_of(JointKind kind);
std::string_view name_of(JointAxis axis);
std::string_view name_of(AxisState state);
std::string_view name_of(DriveType type);

}  // namespace assay::model
