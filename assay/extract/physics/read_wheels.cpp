#include "assay/extract/physics/owner_of.h"
#include "assay/extract/physics/read_physics.h"

namespace assay::extract {
namespace {

using namespace pxr;

/// The prim with the sizes of a wheel: what the attachment names, else itself. Source: PhysxVehicleWheelAttachmentAPI.
const PhysicsPrim* wheel_of(const Reading& reading, const PhysicsPrim& attachment) {
  const SdfPathVector targets = read_targets(reading, attachment, "physxVehicleWheelAttachment:wheel");
  if (!targets.empty()) return reading.prim_at(targets.front());
  return has_schema(reading, attachment, "PhysxVehicleWheelAPI") ? &attachment : nullptr;
}

/// Sizes in stage units. Source: PhysxVehicleWheelAPI.
void read_sizes(Reading& reading, const PhysicsPrim& prim, model::Wheel& wheel) {
  const double meters = reading.meters_per_unit();
  const double kilograms = reading.kilograms_per_unit();
  wheel.radius = scaled(read_number(reading, prim, "physxVehicleWheel:radius", 0), meters);
  wheel.width = scaled(read_number(reading, prim, "physxVehicleWheel:width", 0), meters);
  wheel.mass = scaled(read_number(reading, prim, "physxVehicleWheel:mass", 0), kilograms);
  wheel.moment = scaled(read_number(reading, prim, "physxVehicleWheel:moi", 0), kilograms * meters * meters);
}

model::Wheel read_wheel(Reading& reading, const PhysicsPrim& attachment) {
  model::Wheel wheel;
  wheel.path = attachment.name;
  wheel.index = read_number(reading, attachment, "physxVehicleWheelAttachment:index", -1);
  wheel.body = owner_of(reading, attachment);
  const PhysicsPrim* vehicle = nearest(reading, &attachment, [&reading](const PhysicsPrim& prim) {
    return has_schema(reading, prim, "PhysxVehicleAPI");
  });
  if (vehicle != nullptr) wheel.vehicle = vehicle->name;
  if (const PhysicsPrim* sizes = wheel_of(reading, attachment)) {
    wheel.wheel = sizes->name;
    read_sizes(reading, *sizes, wheel);
  }
  return wheel;
}

}  // namespace

void read_wheels(Reading& reading) {
  auto is_attachment = schema_question(reading, "PhysxVehicleWheelAttachmentAPI");
  for (const PhysicsPrim* each : reading.in_order) {
    const PhysicsPrim& prim = *each;
    if (is_attachment(prim)) reading.physics.wheels.push_back(read_wheel(reading, prim));
  }
}

}  // namespace assay::extract
