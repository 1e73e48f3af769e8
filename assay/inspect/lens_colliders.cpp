#include "assay/inspect/lens_features.h"
#include "assay/model/effective_shape.h"

#include <array>
#include <cmath>

namespace assay::inspect {
namespace {

using model::ShapeKind;

// approximations of UsdPhysics and those of the PhysX schema
constexpr std::array<std::string_view, 8> known_approximations = {
    "none",         "convexDecomposition", "convexHull", "boundingSphere",
    "boundingCube", "meshSimplification",  "sdf",        "sphereFill"};

/// The paths of the colliders for which `IsUsed` holds.
template <bool IsUsed(const Seen& seen, const model::Collider& collider)>
Prims colliders(const Seen& seen) {
  return paths_where(seen.physics.colliders, [&](const model::Collider& collider) { return IsUsed(seen, collider); });
}

template <ShapeKind Kind>
bool is_kind(const Seen&, const model::Collider& collider) {
  return collider.shape.kind == Kind;
}

bool is_turned_cylinder(const Seen&, const model::Collider& collider) {
  return collider.shape.kind == ShapeKind::Cylinder && collider.shape.axis != "Z";
}
bool is_tapered(const Seen&, const model::Collider& collider) {
  const model::Shape& shape = collider.shape;
  return (shape.kind == ShapeKind::TaperedCapsule || shape.kind == ShapeKind::TaperedCylinder) &&
         shape.radius != shape.bottom_radius;
}
bool is_turned_plane(const Seen&, const model::Collider& collider) {
  return collider.shape.kind == ShapeKind::Plane && collider.shape.axis != "Z";
}
bool is_plane_on_dynamic(const Seen& seen, const model::Collider& collider) {
  return collider.shape.kind == ShapeKind::Plane && is_on_dynamic(seen, collider);
}
bool is_distorted(const Seen&, const model::Collider& collider) {
  return model::effective_shape(collider.shape, collider.world_scale).is_distorted;
}
bool is_hidden(const Seen&, const model::Collider& collider) { return !collider.is_visible; }
bool is_instanced(const Seen&, const model::Collider& collider) { return collider.is_in_instance; }
bool has_no_material(const Seen&, const model::Collider& collider) { return !collider.material; }

bool is_approximated(const Seen& seen, const model::Collider& collider, std::initializer_list<std::string_view> by) {
  if (collider.shape.kind != ShapeKind::Mesh) return false;
  return std::ranges::find(by, seen.text(collider.approximation.value)) != by.end();
}

bool is_trigger_mesh(const Seen& seen, const model::Collider& collider) {
  return is_approximated(seen, collider, {"none", "meshSimplification"}) &&
         has_schema(seen, collider.path, "PhysxTriggerAPI");
}
bool is_dynamic_triangles(const Seen& seen, const model::Collider& collider) {
  return is_approximated(seen, collider, {"none", "meshSimplification"}) && is_on_dynamic(seen, collider);
}
bool is_static_triangles(const Seen& seen, const model::Collider& collider) {
  return is_approximated(seen, collider, {"none"}) && !is_on_dynamic(seen, collider);
}
bool is_decomposed(const Seen& seen, const model::Collider& collider) {
  return is_approximated(seen, collider, {"convexDecomposition"});
}
bool is_bounded(const Seen& seen, const model::Collider& collider) {
  return is_approximated(seen, collider, {"boundingSphere", "boundingCube"});
}
bool is_sdf(const Seen& seen, const model::Collider& collider) {
  return is_approximated(seen, collider, {"sdf"}) || has_schema(seen, collider.path, "PhysxSDFMeshCollisionAPI");
}
bool is_sphere_fill(const Seen& seen, const model::Collider& collider) {
  return is_approximated(seen, collider, {"sphereFill"});
}
bool is_unknown_approximation(const Seen& seen, const model::Collider& collider) {
  return collider.shape.kind == ShapeKind::Mesh &&
         std::ranges::find(known_approximations, seen.text(collider.approximation.value)) == known_approximations.end();
}
bool states_principal_axes(const Seen&, const model::Collider& collider) {
  const model::Field<Eigen::Vector4d>& axes = collider.authored_mass.principal_axes;
  return axes.is_authored() && !axes.value.isZero(0);
}

/// The prims with one of the values that MuJoCo gave another meaning.
Prims with_margin(const Seen& seen) {
  Prims prims;
  for (const model::VendorValue& value : seen.physics.vendor_values) {
    const std::string& property = seen.text(value.property);
    if (property == "mjc:margin" || property == "mjc:gap") prims.push_back(value.prim);
  }
  return prims;
}

/// Materials whose frictions differ by more than 1 %.
Prims with_static_friction(const Seen& seen) {
  return paths_where(seen.physics.materials, [](const model::Material& material) {
    const double stuck = material.static_friction.value;
    const double sliding = material.dynamic_friction.value;
    return std::abs(stuck - sliding) > 0.01 * std::max(std::abs(stuck), std::abs(sliding));
  });
}

Prims with_restitution(const Seen& seen) {
  return paths_where(seen.physics.materials,
                     [](const model::Material& material) { return material.restitution.value > 0; });
}

Prims with_combine_mode(const Seen& seen) {
  Prims prims;
  for (const model::VendorValue& value : seen.physics.vendor_values) {
    if (seen.text(value.property).ends_with("CombineMode")) prims.push_back(value.prim);
  }
  return prims;
}

bool has_subset_material(const Seen& /*seen*/, const model::Collider& collider) { return !collider.subsets.empty(); }

constexpr Decision decisions[] = {
    {"shape-cone", colliders<is_kind<ShapeKind::Cone>>},
    {"shape-cylinder-axis", colliders<is_turned_cylinder>},
    {"shape-cylinder-exact", colliders<is_kind<ShapeKind::Cylinder>>},
    {"shape-tapered", colliders<is_tapered>},
    {"shape-points", colliders<is_kind<ShapeKind::Points>>},
    {"shape-plane-axis", colliders<is_turned_plane>},
    {"plane-on-dynamic", colliders<is_plane_on_dynamic>},
    {"round-nonuniform-scale", colliders<is_distorted>},
    {"trigger-mesh", colliders<is_trigger_mesh>},
    {"contact-margin-split", with_margin},
    {"visibility-hidden", colliders<is_hidden>},
    {"instanced-collider", colliders<is_instanced>},
    {"default-friction", colliders<has_no_material>},
    {"mesh-triangles-dynamic", colliders<is_dynamic_triangles>},
    {"mesh-triangles-static", colliders<is_static_triangles>},
    {"mesh-decomposition", colliders<is_decomposed>},
    {"mesh-bounding", colliders<is_bounded>},
    {"mesh-sdf", colliders<is_sdf>},
    {"mesh-sphere-fill", colliders<is_sphere_fill>},
    {"approximation-unknown", colliders<is_unknown_approximation>},
    {"collider-principal-axes", colliders<states_principal_axes>},
    {"subset-material", colliders<has_subset_material>},
    {"static-friction", with_static_friction},
    {"restitution", with_restitution},
    {"friction-combine", with_combine_mode},
};

}  // namespace

std::span<const Decision> collider_decisions() { return decisions; }

}  // namespace assay::inspect
