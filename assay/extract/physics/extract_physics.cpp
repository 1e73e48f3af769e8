#include "assay/extract/physics/extract_physics.h"

#include "assay/extract/recorder.h"
#include "assay/stage/start.h"

namespace assay::extract {

Result<PhysicsExtraction> extract_physics(const std::string& path, const PhysicsOptions& options) {
  const Result<stage::Asset> asset = stage::open_asset(path);
  if (!asset) return asset.error();
  PhysicsExtraction extraction;
  const Recorder recorder(asset.value(), schema::policy_of(*options.profile), extraction.model);
  extraction.physics.selection = options.selection;
  return extraction;
}

}  // namespace assay::extract
