#include "assay/audit/compare.h"

#include "assay/audit/compare_steps.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay::audit {
namespace {

void occupy(Audited& audited, std::string_view path) {
  while (!path.empty() && audited.occupied.insert(path).second) path = parent_path(path);
}

Audited audited_of(const model::Model& model, const model::Physics& physics) {
  Audited audited{model, physics};
  for (const model::Body& body : physics.bodies) {
    audited.bodies.try_emplace(audited.text(body.path), &body);
    occupy(audited, audited.text(body.path));
  }
  for (const model::Collider& collider : physics.colliders) {
    audited.colliders.try_emplace(audited.text(collider.path), &collider);
    occupy(audited, audited.text(collider.path));
  }
  for (const model::DrawnPrim& drawn : physics.drawn) occupy(audited, audited.text(drawn.path));
  for (const model::Joint& joint : physics.joints) audited.joints.try_emplace(audited.text(joint.path), &joint);
  return audited;
}

Subject undeclared(const std::string& path) { return {path, "", {}}; }

/// Bodies that are no part of their own.
void find_undeclared_bodies(Comparison& comparison, const Audited& audited, const Cover& cover) {
  for (const model::Body& body : audited.physics.bodies) {
    const std::string& path = audited.text(body.path);
    const Part* part = cover.part_of(path);
    if (part != nullptr && (part->path == path || part->role == Role::VisualOnly)) continue;
    const std::string where = part == nullptr ? "no part covers it" : fmt::format("it lies in part {}", part->path);
    add_prim(comparison, undeclared(path), Code::BodyUndeclared,
             fmt::format("is a body that the manifest does not name: {}", where));
  }
}

/// What collides or is drawn and no part covers. Of a prim that does both, once.
void find_uncovered(Comparison& comparison, const Audited& audited, const Cover& cover) {
  for (const model::Collider& collider : audited.physics.colliders) {
    const std::string& path = audited.text(collider.path);
    if (cover.part_of(path) == nullptr)
      add_prim(comparison, undeclared(path), Code::PrimUncovered, "is a collider that no part covers");
  }
  for (const model::DrawnPrim& drawn : audited.physics.drawn) {
    const std::string& path = audited.text(drawn.path);
    if (cover.part_of(path) == nullptr && !audited.colliders.contains(path))
      add_prim(comparison, undeclared(path), Code::PrimUncovered, "is drawn, and no part covers it");
  }
}

}  // namespace

std::vector<Difference> compare(const Manifest& manifest, double size, const model::Model& model,
                                const model::Physics& physics) {
  Comparison comparison{manifest, size};
  const Audited audited = audited_of(model, physics);
  const Cover cover(manifest.parts);
  compare_parts(comparison, audited, cover);
  compare_joints(comparison, audited);
  find_undeclared_bodies(comparison, audited, cover);
  find_uncovered(comparison, audited, cover);
  return std::move(comparison.differences);
}

std::string body_name(const model::JointSide& side, const model::Model& model, const model::Physics& physics) {
  if (!side.target_exists) return model.names[*side.prim];
  return side.body ? model.names[physics.bodies[*side.body].path] : "world";
}

Motion motion_of(const model::Body& body) {
  if (!body.enabled.value) return Motion::Disabled;
  return body.kinematic.value ? Motion::Kinematic : Motion::Dynamic;
}

std::optional<std::array<double, 2>> distance_of(const model::Joint& joint) {
  const bool has_least = joint.min_distance.value >= 0;
  const bool has_most = joint.max_distance.value >= 0;
  if (!has_least && !has_most) return std::nullopt;
  return std::array<double, 2>{has_least ? joint.min_distance.value : 0,
                               has_most ? joint.max_distance.value : std::numeric_limits<double>::infinity()};
}

}  // namespace assay::audit
