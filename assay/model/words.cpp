#include "assay/model/words.h"

#include <array>

namespace assay::model {
namespace {

constexpr std::array<std::string_view, 11> shape_kinds = {
    "sphere",           "box",   "capsule", "cylinder", "cone", "tapered_capsule",
    "tapered_cylinder", "plane", "mesh",    "points",   "other"};
constexpr std::array<std::string_view, 7> joint_kinds = {"fixed",    "revolute", "prismatic", "spherical",
                                                         "distance", "generic",  "other"};
constexpr std::array<std::string_view, joint_axis_count> joint_axes = {"transX", "transY", "transZ",
                                                                       "rotX",   "rotY",   "rotZ"};
constexpr std::array<std::string_view, 3> axis_states = {"free", "limited", "locked"};
constexpr std::array<std::string_view, 2> drive_types = {"force", "acceleration"};

static_assert(shape_kinds.size() == static_cast<std::size_t>(ShapeKind::Other) + 1);
static_assert(joint_kinds.size() == static_cast<std::size_t>(JointKind::Other) + 1);
static_assert(axis_states.size() == static_cast<std::size_t>(AxisState::Locked) + 1);
static_assert(drive_types.size() == static_cast<std::size_t>(DriveType::Acceleration) + 1);

template <class Enumeration>
std::string_view word_of(Enumeration value) {
  return words_of<Enumeration>()[static_cast<std::size_t>(value)];
}

}  // namespace

template <>
std::span<const std::string_view> words_of<ShapeKind>() {
  return shape_kinds;
}

template <>
std::span<const std::string_view> words_of<JointKind>() {
  return joint_kinds;
}

template <>
std::span<const std::string_view> words_of<JointAxis>() {
  return joint_axes;
}

template <>
std::span<const std::string_view> words_of<AxisState>() {
  return axis_states;
}

template <>
std::span<const std::string_view> words_of<DriveType>() {
  return drive_types;
}

std::string_view name_of(ShapeKind kind) { return word_of(kind); }
std::string_view name_of(JointKind kind) { return word_of(kind); }
std::string_view name_of(JointAxis axis) { return word_of(axis); }
std::string_view name_of(AxisState state) { return word_of(state); }
std::string_view name_of(DriveType type) { return word_of(type); }

}  // namespace assay::model
