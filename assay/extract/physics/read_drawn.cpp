#include "assay/extract/physics/read_each.h"
#include "assay/extract/physics/read_extent.h"
#include "assay/extract/physics/read_physics.h"
#include "assay/extract/physics/read_shape.h"

namespace assay::extract {
namespace {

/// Which prims have no bounds of their own: those below a Boundable, whose extent holds for all below it, and those
/// below a typed prim that is no Imageable. Source: UsdGeomBBoxCache.
class Enclosed {
 public:
  explicit Enclosed(const Reading& reading)
      : reading_(reading),
        is_typed_(type_question(reading, "Typed")),
        is_imageable_(type_question(reading, "Imageable")),
        is_boundable_(type_question(reading, "Boundable")),
        is_closed_(reading.prims.size(), false) {}

  /// Whether the prim has none; parents are asked about first.
  bool holds(std::size_t index) {
    const PhysicsPrim& prim = reading_.prims[index];
    const bool is_enclosed = prim.parent && is_closed_[*prim.parent];
    const bool is_no_place = is_typed_(prim) && !is_imageable_(prim);
    is_closed_[index] = is_enclosed || is_no_place || is_boundable_(prim);
    return is_enclosed;
  }

 private:
  const Reading& reading_;
  AskedOfClasses is_typed_;
  AskedOfClasses is_imageable_;
  AskedOfClasses is_boundable_;
  std::vector<bool> is_closed_;  // for what is below
};

geometry::Bounds drawn_bounds(Reading& reading, const PhysicsPrim& prim) {
  return geometry::transformed(read_extent(reading, prim), world_from_coordinates(reading, prim));
}

}  // namespace

void read_drawn(Reading& reading) {
  Enclosed enclosed(reading);
  auto is_shape = type_question(reading, "Gprim");
  auto is_instancer = type_question(reading, "PointInstancer");
  std::vector<const PhysicsPrim*> prims;
  std::vector<bool> are_enclosed;
  for (std::size_t i = 0; i < reading.prims.size(); ++i) {
    const PhysicsPrim& prim = reading.prims[i];
    const bool is_enclosed = enclosed.holds(i);
    if (!is_drawn(prim)) continue;
    if (!is_shape(prim) && !is_instancer(prim)) continue;
    prims.push_back(&prim);
    are_enclosed.push_back(is_enclosed);
  }
  std::vector<model::DrawnPrim>& drawn = reading.physics.drawn;
  drawn.resize(prims.size());
  read_each(reading, prims, [&](std::size_t i) {
    const PhysicsPrim& prim = *prims[i];
    drawn[i] = {.path = prim.name,
                .type = reading.recorder.name(prim.type),
                .purpose = reading.recorder.name(prim.inherited.purpose()),
                .is_in_instance = prim.is_in_instance,
                .bounds = are_enclosed[i] ? geometry::Bounds() : drawn_bounds(reading, prim)};
    if (prim.collider) reading.physics.colliders[*prim.collider].drawn_bounds = drawn[i].bounds;
  });
}

}  // namespace assay::extract
