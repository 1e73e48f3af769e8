#include "assay/audit/compare.h"
#include "assay/audit/compare_steps.h"
#include "assay/audit/names.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace assay::audit {
namespace {

Subject subject_of(const Part& part) { return {part.path, part.path, part.mark}; }

/// Row by row.
std::vector<double> numbers_of(const Eigen::Matrix3d& matrix) {
  std::vector<double> numbers;
  for (int row = 0; row < 3; ++row) {
    for (int column = 0; column < 3; ++column) numbers.push_back(matrix(row, column));
  }
  return numbers;
}

void compare_mass(Comparison& comparison, const Part& part, const model::Body& body) {
  const Subject subject = subject_of(part);
  const Tolerances& tolerances = comparison.manifest.tolerances;
  compare_numbers(comparison, subject, Code::Mass,
                  {"mass", "kg", std::abs(body.mass.mass - part.mass), tolerances.mass * part.mass}, part.mass,
                  body.mass.mass);
  compare_position(comparison, subject, Code::CenterOfMass, "centre of mass", part.center_of_mass,
                   body.mass.center_of_mass);
  compare_numbers(
      comparison, subject, Code::Inertia,
      {"inertia", "kg m²", (body.mass.inertia - part.inertia).norm(), tolerances.inertia * part.inertia.norm()},
      numbers_of(part.inertia), numbers_of(body.mass.inertia));
}

void compare_body(Comparison& comparison, const Audited& audited, const Part& part) {
  const auto found = audited.bodies.find(part.path);
  const model::Body* body = found == audited.bodies.end() ? nullptr : found->second;
  const Motion motion = body == nullptr ? Motion::Static : motion_of(*body);
  if (motion != part.motion) {
    add_word(comparison, subject_of(part), Code::PartMotion, "motion", name_of(part.motion), name_of(motion));
  }
  if (body == nullptr || part.motion == Motion::Static) return;
  compare_mass(comparison, part, *body);
  if (!part.world_from_body) return;
  compare_position(comparison, subject_of(part), Code::Pose, "position in the world", part.world_from_body->position,
                   body->world_from_body.position);
  compare_rotation(comparison, subject_of(part), Code::Pose, "rotation in the world", part.world_from_body->rotation,
                   body->world_from_body.rotation);
}

/// Which body owns a collider, in the words of the report.
std::string owner_name(const Audited& audited, const model::Collider& collider) {
  return collider.body ? audited.text(audited.physics.bodies[*collider.body].path) : "none";
}

void compare_collider(Comparison& comparison, const Audited& audited, const Part& part,
                      const ExpectedCollider& expected) {
  const Subject subject{expected.path, part.path, expected.mark};
  const auto entry = audited.colliders.find(expected.path);
  if (entry == audited.colliders.end()) {
    return add_prim(comparison, subject, Code::ColliderMissing, "has no collider; the manifest names one there");
  }
  const model::Collider& found = *entry->second;
  // what owns the colliders of a body that is switched off is not for the part to say
  const std::string owner = part.motion == Motion::Static ? "none" : part.path;
  if (part.motion != Motion::Disabled && owner_name(audited, found) != owner)
    add_word(comparison, subject, Code::ColliderOwner, "owner", owner, owner_name(audited, found));
  if (found.enabled.value != expected.enabled)
    add_word(comparison, subject, Code::ColliderEnabled, "enabled", expected.enabled ? "true" : "false",
             found.enabled.value ? "true" : "false");
  if (found.shape.kind != expected.shape)
    add_word(comparison, subject, Code::ColliderShape, "shape", name_of(expected.shape), name_of(found.shape.kind));
  const std::string& approximation = audited.text(found.approximation.value);
  if (expected.approximation && *expected.approximation != approximation)
    add_word(comparison, subject, Code::ColliderShape, "approximation", *expected.approximation, approximation);
  if (expected.volume) {
    const double tolerance = comparison.manifest.tolerances.volume * std::abs(*expected.volume);
    compare_numbers(comparison, subject, Code::ColliderVolume,
                    {"volume", "m³", std::abs(found.solid.volume - *expected.volume), tolerance}, *expected.volume,
                    found.solid.volume);
  }
  if (expected.center)
    compare_position(comparison, subject, Code::ColliderCenter, "centre", *expected.center, found.solid.centroid);
}

/// Colliders that a part covers and does not name; a visual-only part names none.
void find_undeclared_colliders(Comparison& comparison, const Audited& audited, const Cover& cover) {
  for (const model::Collider& collider : audited.physics.colliders) {
    const std::string& path = audited.text(collider.path);
    const Part* part = cover.part_of(path);
    if (part == nullptr) continue;
    const Subject subject{path, part->path, part->mark};
    if (part->role == Role::VisualOnly) {
      add_prim(comparison, subject, Code::ColliderInVisualPart,
               fmt::format("is a collider in {}, which the manifest calls visual-only", part->path));
    } else if (std::ranges::find(part->colliders, path, &ExpectedCollider::path) == part->colliders.end()) {
      add_prim(comparison, subject, Code::ColliderUndeclared,
               fmt::format("is a collider that part {} does not name", part->path));
    }
  }
}

void find_bodies_in_visual_parts(Comparison& comparison, const Audited& audited, const Cover& cover) {
  for (const model::Body& body : audited.physics.bodies) {
    const std::string& path = audited.text(body.path);
    const Part* part = cover.part_of(path);
    if (part == nullptr || part->role != Role::VisualOnly) continue;
    add_prim(comparison, {path, part->path, part->mark}, Code::BodyInVisualPart,
             fmt::format("is a body in {}, which the manifest calls visual-only", part->path));
  }
}

}  // namespace

void compare_parts(Comparison& comparison, const Audited& audited, const Cover& cover) {
  for (const Part& part : comparison.manifest.parts) {
    if (!audited.occupied.contains(part.path)) {
      add_prim(comparison, subject_of(part), Code::PartMissing,
               "is missing: no body, collider or drawn prim is at or below it");
      continue;
    }
    if (part.role == Role::VisualOnly) continue;
    compare_body(comparison, audited, part);
    for (const ExpectedCollider& collider : part.colliders) compare_collider(comparison, audited, part, collider);
  }
  find_undeclared_colliders(comparison, audited, cover);
  find_bodies_in_visual_parts(comparison, audited, cover);
}

}  // namespace assay::audit
