#include "assay/extract/physics/extract_physics.h"

#include "assay/extract/extract_structure.h"
#include "assay/extract/locate.h"
#include "assay/extract/physics/read_physics.h"
#include "assay/extract/runtime_choices.h"

#include <array>

namespace assay::extract {

using namespace pxr;

void read_all(Reading& reading) {
  constexpr std::array<void (*)(Reading&), 16> steps = {
      read_units,      read_role,        read_scenes,  read_materials,    read_bodies, read_colliders,
      read_instancers, read_drawn,       read_masses,  read_joints,       read_mimics, read_actuators,
      read_wheels,     read_joint_graph, read_filters, read_vendor_values};
  read_prims(reading);
  for (const auto& step : steps) {
    step(reading);
    settle_oddities(reading);
  }
}

struct PhysicsExtraction::Sources {
  stage::Asset asset;
  stage::Composed composed;
  std::vector<SdfLayerRefPtr> layers;
  stage::TextIndex texts;
};

PhysicsExtraction::PhysicsExtraction() = default;
PhysicsExtraction::~PhysicsExtraction() = default;
PhysicsExtraction::PhysicsExtraction(PhysicsExtraction&&) noexcept = default;
PhysicsExtraction& PhysicsExtraction::operator=(PhysicsExtraction&&) noexcept = default;

Result<PhysicsExtraction> extract_physics(const std::string& path, const PhysicsOptions& options) {
  Result<stage::Asset> asset = stage::open_asset(path);
  if (!asset) return asset.error();
  PhysicsExtraction extraction;
  extraction.sources_ = std::make_unique<PhysicsExtraction::Sources>();
  PhysicsExtraction::Sources& sources = *extraction.sources_;
  sources.asset = std::move(asset.value());

  const ArResolverContextBinder binder(sources.asset.context);
  Recorder recorder(sources.asset, schema::policy_of(*options.profile), extraction.model);
  extract_root_layer(recorder);
  std::vector<stage::ChosenVariant> chosen = runtime_choices(options.selection, extraction.model.default_prim);
  chosen.insert(chosen.end(), options.chosen.begin(), options.chosen.end());
  sources.composed = stage::compose(sources.asset, chosen);

  extraction.physics.selection = options.selection;
  extraction.physics.variants = runtime_options(sources.composed, extraction.model.default_prim);
  MeshSolids mesh_solids;
  Reading reading{.recorder = recorder,
                  .composed = sources.composed,
                  .profile = *options.profile,
                  .physics = extraction.physics,
                  .mesh_solids = mesh_solids};
  read_all(reading);
  if (options.wants_circumstances) read_circumstances(reading);
  settle_oddities(reading);
  sources.layers = recorder.layers();
  return extraction;
}

Site PhysicsExtraction::locate(const model::Place& place) const {
  return extract::locate(model, sources_->layers, sources_->texts, place);
}

}  // namespace assay::extract
