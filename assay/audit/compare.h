#pragma once

#include "assay/audit/difference.h"
#include "assay/model/model.h"
#include "assay/model/physics.h"

#include <vector>

namespace assay::audit {

/// Compares an asset with its manifest: first what the manifest states, in its order, then what it leaves out, in stage
/// order. None where the asset is what the manifest says. `size` is the length that tolerances are parts of [m].
std::vector<Difference> compare(const Manifest& manifest, double size, const model::Model& model,
                                const model::Physics& physics);

/// How the body of a joint's side is called in manifests: its path, `world`, or the target that does not exist.
std::string body_name(const model::JointSide& side, const model::Model& model, const model::Physics& physics);

/// How a body moves, seen from its flags.
Motion motion_of(const model::Body& body);

/// Least and most distance of the joint's frames [m]; none where it has neither.
std::optional<std::array<double, 2>> distance_of(const model::Joint& joint);

}  // namespace assay::audit
