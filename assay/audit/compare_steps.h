#pragma once

#include "assay/audit/cover.h"
#include "assay/audit/difference.h"
#include "assay/model/model.h"
#include "assay/model/physics.h"

#include <cmath>
#include <unordered_map>
#include <unordered_set>

namespace assay::audit {

/// An asset with what is looked up by path.
struct Audited {
  const model::Model& model;
  const model::Physics& physics;
  std::unordered_map<std::string_view, const model::Body*> bodies = {};
  std::unordered_map<std::string_view, const model::Collider*> colliders = {};
  std::unordered_map<std::string_view, const model::Joint*> joints = {};
  std::unordered_set<std::string_view> occupied = {};  // bodies, colliders, drawn prims, and all above them

  const std::string& text(model::NameIndex name) const { return model.names[name]; }
};

/// What the manifest says of parts and their colliders.
void compare_parts(Comparison& comparison, const Audited& audited, const Cover& cover);

/// What the manifest says of the drives of a joint, and those that it leaves out.
void compare_drives(Comparison& comparison, const ExpectedJoint& expected, const model::Joint& found);

/// How far two numbers are apart; equal infinities are not.
inline double gap(double expected, double found) { return expected == found ? 0 : std::abs(found - expected); }

/// What the manifest says of joints, and joints that it leaves out.
void compare_joints(Comparison& comparison, const Audited& audited);

}  // namespace assay::audit
