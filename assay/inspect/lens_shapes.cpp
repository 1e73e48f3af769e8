#include "assay/base/prim_path.h"
#include "assay/inspect/document_parts.h"
#include "assay/inspect/lens_features.h"

#include <array>
#include <utility>

namespace assay::inspect {
namespace {

using model::ShapeKind;
using schema::Realisation;

// features of the shape of a collider, those that leave it out last, so that they decide
constexpr std::array<std::string_view, 16> shape_features = {
    "shape-cylinder-axis",   "round-nonuniform-scale", "shape-cylinder-exact",  "shape-cone",
    "shape-tapered",         "shape-points",           "mesh-decomposition",    "mesh-bounding",
    "mesh-sphere-fill",      "mesh-triangles-dynamic", "mesh-triangles-static", "mesh-sdf",
    "approximation-unknown", "shape-plane-axis",       "plane-on-dynamic",      "mesh-without-volume"};

// what approximations make of a mesh where they are honoured. Source: UsdPhysics, the PhysX schema
constexpr std::array<std::pair<std::string_view, std::string_view>, 8> approximations = {
    {{"none", "mesh"},
     {"convexHull", "convex_hull"},
     {"convexDecomposition", "convex_pieces"},
     {"boundingSphere", "bounding_sphere"},
     {"boundingCube", "bounding_box"},
     {"meshSimplification", "simplified_mesh"},
     {"sdf", "signed_distance_field"},
     {"sphereFill", "spheres"}}};

/// A shape as a reader has it.
struct Realised {
  std::string_view kind;  // empty where it is not known
  std::string axis;
  std::vector<std::string_view> because;  // features that make it other than what is stated, or unknown
  bool is_ellipsoid = false;
  bool is_unknown = false;  // no source says what some feature makes of it
};

std::string_view stated_kind(const Seen& seen, const model::Collider& collider) {
  if (collider.shape.kind != ShapeKind::Mesh) return name_of(collider.shape.kind);
  const std::string& approximation = seen.text(collider.approximation.value);
  for (const auto& [name, kind] : approximations) {
    if (name == approximation) return kind;
  }
  return "";
}

void realise(Realised& realised, Realisation becomes, const model::Collider& collider) {
  switch (becomes) {
    case Realisation::Hull:
      realised.kind = "convex_hull";
      return;
    case Realisation::Mesh:
      realised.kind = "mesh";
      return;
    case Realisation::Pieces:
      realised.kind = "convex_pieces";
      return;
    case Realisation::Nothing:
      realised.kind = "nothing";
      return;
    case Realisation::Ellipsoid:
      realised.is_ellipsoid = collider.shape.kind == ShapeKind::Sphere;
      realised.is_unknown |= !realised.is_ellipsoid;
      if (realised.is_ellipsoid) realised.kind = "ellipsoid";
      return;
    case Realisation::AlongZ:
      realised.axis = "Z";
      return;
    case Realisation::RawNumbers:
      return;  // of all lengths alike
  }
}

/// Works in what the reader makes of one feature that the collider uses.
void apply(Realised& realised, const Seen& seen, std::string_view feature, const model::Collider& collider) {
  const schema::Effect& effect = *schema::find_effect(feature, seen.reader.name);
  if (effect.kind == schema::EffectKind::Honoured) {
    if (feature == "mesh-sdf") realised.kind = "signed_distance_field";  // also by its schema alone
    return;
  }
  realised.because.push_back(feature);
  if (effect.becomes) {
    realise(realised, *effect.becomes, collider);
  } else {
    realised.is_unknown = true;
  }
}

/// What the colliders use of some features.
class UsedFeatures {
 public:
  explicit UsedFeatures(const Seen& seen) {
    for (const std::string_view feature : shape_features) {
      for (const model::NameIndex prim : decision_of(feature).uses(seen)) by_prim_[seen.text(prim)].push_back(feature);
    }
  }

  std::vector<std::string_view> of(std::string_view prim) const {
    const auto found = by_prim_.find(prim);
    return found == by_prim_.end() ? std::vector<std::string_view>() : found->second;
  }

 private:
  std::map<std::string_view, std::vector<std::string_view>> by_prim_;
};

/// The factor by which a reader's lengths are too large: it takes those in units of the stage as metres.
double length_factor(const Seen& seen) {
  const std::optional<Realisation> becomes = schema::find_effect("stage-units", seen.reader.name)->becomes;
  const double meters_per_unit = seen.physics.units.meters_per_unit.value;
  return becomes == Realisation::RawNumbers && meters_per_unit > 0 ? 1 / meters_per_unit : 1;
}

Json dimensions_of(const Realised& realised, const model::Collider& collider, double factor) {
  if (realised.kind.empty() || realised.kind == "nothing") return Json::object();
  if (realised.is_ellipsoid) {
    const Eigen::Vector3d axes = factor * collider.shape.radius * collider.world_scale.cwiseAbs();
    return {{"semi_axes", vector_json(axes)}};
  }
  model::EffectiveShape effective = model::effective_shape(collider.shape, collider.world_scale);
  effective.half_extents *= factor;
  effective.radius *= factor;
  effective.bottom_radius *= factor;
  effective.half_height *= factor;
  return dimensions_json(collider.shape, effective);
}

Json realised_json(const Seen& seen, const UsedFeatures& used, const model::Collider& collider) {
  Realised realised;
  realised.kind = stated_kind(seen, collider);
  realised.axis = collider.shape.axis;
  const std::vector<std::string_view> features = used.of(seen.text(collider.path));
  for (const std::string_view feature : features) apply(realised, seen, feature, collider);
  // of a static mesh no row tells what a simplified one becomes
  const bool is_told = !(features.empty() && realised.kind == "simplified_mesh");
  if ((realised.is_unknown || !is_told) && realised.kind != "nothing") realised.kind = "";
  const double factor = length_factor(seen);
  if (factor != 1) realised.because.emplace_back("stage-units");
  Json object = {{"path", seen.text(collider.path)},
                 {"kind", realised.kind.empty() ? Json() : Json(realised.kind)},
                 {"of", name_of(collider.shape.kind)}};
  if (has_axis(collider.shape.kind)) object["axis"] = realised.axis;
  object["dimensions"] = dimensions_of(realised, collider, factor);
  object["because"] = realised.because;
  return object;
}

}  // namespace

nlohmann::ordered_json realised_shapes_json(const Seen& seen, const std::string& prim) {
  const UsedFeatures used(seen);
  Json shapes = Json::array();
  for (const model::Collider& collider : seen.physics.colliders) {
    const bool is_of_prim =
        is_at_or_below(seen.text(collider.path), prim) ||
        (collider.body && is_at_or_below(seen.text(seen.physics.bodies.at(*collider.body).path), prim));
    if (is_of_prim) shapes.push_back(realised_json(seen, used, collider));
  }
  return shapes;
}

}  // namespace assay::inspect
