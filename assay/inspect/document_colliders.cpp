#include "assay/geometry/mass_properties.h"
#include "assay/inspect/document_parts.h"
#include "assay/model/effective_shape.h"

namespace assay::inspect {
namespace {

Json mesh_json(const model::Shape& shape) {
  const geometry::MeshFacts& facts = shape.mesh;
  const geometry::SurfaceFacts& surface = facts.welded ? *facts.welded : facts.surface;
  return {{"points", shape.point_count},
          {"faces", shape.face_count},
          {"readable_faces", facts.readable_face_count},
          {"degenerate_faces", facts.degenerate_face_count},
          {"area", number_json(facts.area)},
          {"signed_volume", number_json(facts.signed_volume)},
          {"closed", facts.surface.is_closed},
          {"closed_after_weld", facts.closed_after_weld()},
          {"bounds_volume", facts.bounds_volume_after_weld()},
          {"consistently_wound", surface.is_consistently_wound},
          {"boundary_edges", surface.boundary_edge_count},
          {"nonmanifold_edges", surface.nonmanifold_edge_count},
          {"misoriented_edges", surface.misoriented_edge_count},
          {"flipped_faces", surface.flipped_face_count},
          {"components", surface.components.size()}};
}

Json shape_json(const model::Collider& collider) {
  const model::Shape& shape = collider.shape;
  const model::EffectiveShape effective = model::effective_shape(shape, collider.world_scale);
  const model::EffectiveShape drawn{shape.half_extents, shape.radius, shape.bottom_radius, shape.half_height, false};
  Json object = {{"kind", name_of(shape.kind)}};
  if (has_axis(shape.kind)) object["axis"] = shape.axis;
  object["drawn"] = dimensions_json(shape, drawn);
  object["effective"] = dimensions_json(shape, effective);
  object["distorted"] = effective.is_distorted;
  if (shape.kind == model::ShapeKind::Mesh) object["mesh"] = mesh_json(shape);
  if (shape.kind == model::ShapeKind::Points) object["points"] = shape.point_count;
  return object;
}

Json subsets_json(const model::Model& model, const model::Physics& physics, const model::Collider& collider) {
  Json list = Json::array();
  for (const model::MaterialSubset& subset : collider.subsets) {
    list.push_back({{"path", model.text(subset.path)},
                    {"faces", subset.face_count},
                    {"material", model.text(physics.materials.at(subset.material).path)}});
  }
  return list;
}

}  // namespace

Json dimensions_json(const model::Shape& shape, const model::EffectiveShape& dimensions) {
  using enum model::ShapeKind;
  Json object = Json::object();
  switch (shape.kind) {
    case Box:
      object["half_extents"] = vector_json(dimensions.half_extents);
      break;
    case Sphere:
      object["radius"] = number_json(dimensions.radius);
      break;
    case TaperedCapsule:
    case TaperedCylinder:
      object["bottom_radius"] = number_json(dimensions.bottom_radius);
      [[fallthrough]];
    case Capsule:
    case Cylinder:
    case Cone:
      object["radius"] = number_json(dimensions.radius);
      object["half_height"] = number_json(dimensions.half_height);
      break;
    default:
      break;
  }
  return object;
}

bool has_axis(model::ShapeKind kind) {
  using enum model::ShapeKind;
  return kind == Capsule || kind == Cylinder || kind == Cone || kind == TaperedCapsule || kind == TaperedCylinder ||
         kind == Plane;
}

Json collider_json(const model::Model& model, const model::Physics& physics, const model::Collider& collider) {
  Record record(model);
  record.set("path", model.text(collider.path));
  record.set("type", model.text(collider.type));
  record.set("body", path_json(model, physics.bodies, collider.body));
  record.set("static", !collider.body);
  record.set("shape", shape_json(collider));
  record.set("scale", vector_json(collider.world_scale));
  if (collider.shape.kind == model::ShapeKind::Mesh) record.set_field("approximation", collider.approximation);
  record.set("pose", pose_json(collider.world_from_shape));
  record.set("bounds", {{"drawn", box_json(collider.drawn_bounds)}, {"collision", box_json(collider.bounds)}});
  record.set_field("enabled", collider.enabled);
  record.set("material", path_json(model, physics.materials, collider.material));
  record.set("subsets", subsets_json(model, physics, collider));
  record.set("purpose", model.text(collider.purpose));
  record.set("visible", collider.is_visible);
  record.set("drawn", collider.is_drawn);
  record.set("in_instance", collider.is_in_instance);
  record.set("volume", number_json(collider.solid.volume));
  record.set("volume_method", name_of(collider.volume_method));
  record.set("centroid", vector_json(collider.solid.centroid));
  record.set("unit_density_inertia", matrix_json(geometry::with_density(collider.solid, 1).inertia));
  record.set("authored_mass", authored_mass_json(model, collider.authored_mass));
  return record.take();
}

Json material_json(const model::Model& model, const model::Material& material) {
  Record record(model);
  record.set("path", model.text(material.path));
  record.set_field("static_friction", material.static_friction);
  record.set_field("dynamic_friction", material.dynamic_friction);
  record.set_field("restitution", material.restitution);
  record.set_field("density", material.density);
  return record.take();
}

}  // namespace assay::inspect
