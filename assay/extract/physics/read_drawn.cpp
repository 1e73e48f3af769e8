#include "assay/extract/physics/read_extent.h"
#include "assay/extract/physics/read_physics.h"
#include "assay/extract/physics/read_shape.h"

namespace assay::extract {
namespace {

/// Which prims have no bounds of their own: those below a Boundable, whose extent holds for all below it, and those
/// below a typed prim that is no Imageable. Source: UsdGeomBBoxCache.
class Enclosed {
 public:
  explicit Enclosed(const Reading& reading) : reading_(reading), is_closed_(reading.prims.size(), false) {}

  /// Whether the prim has none; parents are asked about first.
  bool holds(std::size_t index) {
    const PhysicsPrim& prim = reading_.prims[index];
    const bool is_enclosed = prim.parent && is_closed_[*prim.parent];
    const bool is_no_place = is_a(reading_, prim, "Typed") && !is_a(reading_, prim, "Imageable");
    is_closed_[index] = is_enclosed || is_no_place || is_a(reading_, prim, "Boundable");
    return is_enclosed;
  }

 private:
  const Reading& reading_;
  std::vector<bool> is_closed_;  // for what is below
};

geometry::Bounds drawn_bounds(Reading& reading, const PhysicsPrim& prim) {
  return geometry::transformed(read_extent(reading, prim), world_from_coordinates(reading, prim));
}

}  // namespace

void read_drawn(Reading& reading) {
  Enclosed enclosed(reading);
  for (std::size_t i = 0; i < reading.prims.size(); ++i) {
    const PhysicsPrim& prim = reading.prims[i];
    const bool is_enclosed = enclosed.holds(i);
    if (!is_drawn(prim)) continue;
    if (!is_a(reading, prim, "Gprim") && !is_a(reading, prim, "PointInstancer")) continue;
    const model::DrawnPrim drawn{.path = reading.recorder.path(prim.path),
                                 .type = reading.recorder.name(prim.type),
                                 .purpose = reading.recorder.name(prim.inherited.purpose()),
                                 .is_in_instance = prim.is_in_instance,
                                 .bounds = is_enclosed ? geometry::Bounds() : drawn_bounds(reading, prim)};
    const auto collider = reading.colliders.find(prim.path);
    if (collider != reading.colliders.end()) reading.physics.colliders[collider->second].drawn_bounds = drawn.bounds;
    reading.physics.drawn.push_back(drawn);
  }
}

}  // namespace assay::extract
