#include "assay/extract/physics/extract_physics.h"

#include "assay/extract/extract_structure.h"
#include "assay/extract/locate.h"
#include "assay/extract/physics/read_physics.h"
#include "assay/extract/runtime_choices.h"

namespace assay::extract {

using namespace pxr;

void read_all(Reading& reading) {
  read_units(reading);
  read_prims(reading);
  read_role(reading);
  read_scenes(reading);
  read_materials(reading);
  read_bodies(reading);
  read_colliders(reading);
  read_instancers(reading);
  read_drawn(reading);
  read_masses(reading);
  read_joints(reading);
  read_mimics(reading);
  read_actuators(reading);
  read_wheels(reading);
  read_joint_graph(reading);
  read_filters(reading);
  read_vendor_values(reading);
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
                  .mesh_solids = mesh_solids,
                  .material_bindings = stage::MaterialBindings(sources.composed)};
  read_all(reading);
  if (options.wants_circumstances) read_circumstances(reading);
  sources.layers = recorder.layers();
  return extraction;
}

Site PhysicsExtraction::locate(const model::Place& place) const {
  return extract::locate(model, sources_->layers, sources_->texts, place);
}

}  // namespace assay::extract
