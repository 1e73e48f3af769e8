#include "assay/audit/names.h"

namespace assay::audit {

using model::JointKind;
using model::ShapeKind;

std::span<const Word<Role>> role_words() {
  static constexpr Word<Role> words[] = {{"physical", Role::Physical}, {"visual-only", Role::VisualOnly}};
  return words;
}

std::span<const Word<Motion>> motion_words() {
  static constexpr Word<Motion> words[] = {{"dynamic", Motion::Dynamic},
                                           {"kinematic", Motion::Kinematic},
                                           {"disabled", Motion::Disabled},
                                           {"static", Motion::Static}};
  return words;
}

std::span<const Word<ShapeKind>> shape_words() {
  static constexpr Word<ShapeKind> words[] = {{"sphere", ShapeKind::Sphere},
                                              {"box", ShapeKind::Box},
                                              {"capsule", ShapeKind::Capsule},
                                              {"cylinder", ShapeKind::Cylinder},
                                              {"cone", ShapeKind::Cone},
                                              {"tapered-capsule", ShapeKind::TaperedCapsule},
                                              {"tapered-cylinder", ShapeKind::TaperedCylinder},
                                              {"plane", ShapeKind::Plane},
                                              {"mesh", ShapeKind::Mesh},
                                              {"points", ShapeKind::Points},
                                              {"other", ShapeKind::Other}};
  return words;
}

std::span<const Word<JointKind>> joint_kind_words() {
  static constexpr Word<JointKind> words[] = {{"fixed", JointKind::Fixed},         {"revolute", JointKind::Revolute},
                                              {"prismatic", JointKind::Prismatic}, {"spherical", JointKind::Spherical},
                                              {"distance", JointKind::Distance},   {"generic", JointKind::Generic},
                                              {"other", JointKind::Other}};
  return words;
}

std::span<const std::string_view> axis_words() {
  static constexpr std::string_view words[] = {"transX", "transY", "transZ", "rotX", "rotY", "rotZ"};
  return words;
}

bool has_main_axis(JointKind kind) {
  return kind == JointKind::Revolute || kind == JointKind::Prismatic || kind == JointKind::Spherical;
}

}  // namespace assay::audit
