#pragma once

#include "assay/extract/overlays.h"
#include "assay/extract/physics/reading.h"

#include <deque>
#include <functional>
#include <optional>

namespace assay::extract {

/// What prim specs of a payload have in common.
struct PayloadClass {
  pxr::TfToken type;
  bool only_prepends = true;   // what it says of schemas
  pxr::TfTokenVector schemas;  // that it puts in front
  pxr::TfTokenVector properties;
  bool operator==(const PayloadClass&) const = default;
};

/// One prim spec of a runtime's payload.
struct PayloadPrim {
  pxr::SdfPath spec;
  pxr::SdfPath path;                  // of the prim on the stage
  std::optional<std::size_t> parent;  // index into Payload::prims
  pxr::SdfSpecifier specifier = pxr::SdfSpecifierOver;
  std::size_t payload_class = 0;  // index into Payload::classes
};

/// What a payload that lies over the neutral base says.
struct Payload {
  Overlay overlay;
  std::vector<PayloadClass> classes;
  std::deque<PayloadPrim> prims;  // parents first; they stay where they are, since sites point into them
};

/// Reads the prim specs of a payload. Touches nothing but its layer.
Payload read_payload(const Overlay& overlay, const pxr::SdfPath& default_prim);

/// Makes the physics of a runtime out of that of the neutral base, over which the runtime's payload lies, and calls
/// `visit` while `reading.physics` is that; then it is the base's again, as before. Of the prims that the payload
/// touches only what it may change is read again. False, without a visit, where the payload says more than can be read
/// so; the cases in which this is exact stand in overlaid_physics.cpp. The payload must live as long as the reading.
bool visit_overlaid(Reading& reading, const Payload& payload, const std::function<void()>& visit);

}  // namespace assay::extract
