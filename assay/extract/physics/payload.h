#pragma once

#include "assay/extract/overlays.h"

#include <deque>
#include <optional>
#include <vector>

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

/// The names that a field such as the children of a spec lists.
pxr::TfTokenVector names_at(const pxr::SdfLayer& layer, const pxr::SdfPath& spec, const pxr::TfToken& field);

}  // namespace assay::extract
