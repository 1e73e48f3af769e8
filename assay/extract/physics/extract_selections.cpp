#include "assay/extract/extract_structure.h"
#include "assay/extract/locate.h"
#include "assay/extract/physics/extract_physics.h"
#include "assay/extract/physics/overlaid_physics.h"
#include "assay/extract/physics/read_physics.h"
#include "assay/extract/runtime_choices.h"

#include <algorithm>
#include <chrono>
#include <deque>
#include <map>

namespace assay::extract {
namespace {

using namespace pxr;

using Visit = std::function<void(const model::Model&, const model::Physics&)>;

/// A selection that is to be extracted; without a target it is the one that the asset opens with.
struct Wanted {
  std::string name;
  std::optional<Target> target;
  std::map<std::string, std::string> variants = {};  // runtime set → option
};

/// Adds up the time that a scope takes.
class Stopwatch {
 public:
  explicit Stopwatch(double& seconds) : seconds_(seconds) {}
  ~Stopwatch() { seconds_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;

 private:
  double& seconds_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace

struct PhysicsSelections::Sources {
  stage::Asset asset;
  std::vector<SdfLayerRefPtr> runtime_layers;  // so that compositions share them
  std::vector<const SdfLayer*> plain_layers;   // those of them that can lie over the base
  stage::Composed enabled;                     // the default prim with every runtime Enabled
  std::deque<stage::Composed> compositions;
  std::deque<Payload> payloads;  // that lie over the base
  std::vector<SdfLayerRefPtr> layers;
  stage::TextIndex texts;
};

PhysicsSelections::PhysicsSelections() = default;
PhysicsSelections::~PhysicsSelections() = default;
PhysicsSelections::PhysicsSelections(PhysicsSelections&&) noexcept = default;
PhysicsSelections& PhysicsSelections::operator=(PhysicsSelections&&) noexcept = default;

namespace {

/// One extraction of all selections. `Sources` is that of the result.
template <class Sources>
class Extracting {
 public:
  Extracting(PhysicsSelections& result, Sources& sources, const schema::Profile& profile, const Visit& visit)
      : result_(result),
        sources_(sources),
        profile_(profile),
        visit_(visit),
        recorder_(sources.asset, policy_of(profile), result.model) {}

  void run() {
    extract_root_layer(recorder_);
    if (!default_prim().empty()) {
      sources_.runtime_layers = open_runtime_layers(sources_.asset, default_prim(), sources_.plain_layers);
    }
    find_selections();
    if (!run_overlaid()) {
      for (const Wanted& wanted : wanted_) read_separately(wanted);
    }
    sources_.layers = recorder_.layers();
  }

 private:
  const std::string& default_prim() const { return result_.model.default_prim; }

  /// The option of each runtime set that a selection takes, as far as the default prim has the set.
  std::map<std::string, std::string> options_of(std::string_view selection) const {
    if (default_prim().empty()) return {};
    const SdfPath prim(default_prim());
    return runtime_options(stage::compose_prim(sources_.asset, runtime_choices(selection, default_prim()), prim),
                           default_prim());
  }

  /// Whether a spec of the default prim has a variant set of that name.
  bool has_set(std::string_view name) const {
    const PcpPrimIndex* index = sources_.enabled.prim_index(SdfPath(default_prim()));
    if (index == nullptr) return false;
    std::vector<stage::SpecSite> sites;
    stage::collect_spec_sites(*index, sites);
    return std::ranges::any_of(sites, [name](const stage::SpecSite& site) {
      VtValue sets;
      if (!site.layer->HasField(*site.path, SdfChildrenKeys->VariantSetChildren, &sets)) return false;
      if (!sets.IsHolding<TfTokenVector>()) return false;
      const auto& names = sets.UncheckedGet<TfTokenVector>();
      return std::ranges::find(names, name, &TfToken::GetString) != names.end();
    });
  }

  /// The standard selection, those of the runtimes that the asset has, and the authored one unless it is one of them.
  void find_selections() {
    wanted_ = {{std::string(schema::name_of(Target::Standard)), Target::Standard}};
    if (!default_prim().empty()) {
      sources_.enabled = stage::compose_prim(sources_.asset, all_enabled(default_prim()), SdfPath(default_prim()));
      for (const schema::Runtime& runtime : schema::runtimes()) {
        if (has_set(runtime.variant_set)) wanted_.push_back({std::string(runtime.name), runtime.target});
      }
    }
    for (Wanted& wanted : wanted_) wanted.variants = options_of(wanted.name);
    const std::map<std::string, std::string> authored = options_of("authored");
    const auto same = std::ranges::find(wanted_, authored, &Wanted::variants);
    result_.opened_as = same == wanted_.end() ? "authored" : same->name;
    if (same == wanted_.end()) wanted_.push_back({"authored", std::nullopt, authored});
  }

  Reading reading_of(const stage::Composed& composed, model::Physics& physics) {
    return {.recorder = recorder_,
            .composed = composed,
            .profile = profile_,
            .physics = physics,
            .mesh_solids = mesh_solids_};
  }

  void read_separately(const Wanted& wanted) {
    {
      const Stopwatch composing(result_.composition_time);
      sources_.compositions.push_back(stage::compose(sources_.asset, runtime_choices(wanted.name, default_prim())));
      ++result_.composition_count;
    }
    model::Physics physics;
    physics.selection = wanted.name;
    physics.variants = wanted.variants;
    Reading reading = reading_of(sources_.compositions.back(), physics);
    read_all(reading);
    visit_(result_.model, physics);
  }

  /// Composes the neutral base, where the payloads of the runtimes can lie over it.
  const stage::Composed* compose_base(const Overlays& overlays) {
    const Stopwatch composing(result_.composition_time);
    sources_.compositions.emplace_back();
    stage::Composed& base = sources_.compositions.back();
    ++result_.composition_count;
    const auto standard = runtime_choices(schema::name_of(Target::Standard), default_prim());
    return overlays.compose_base(sources_.asset, standard, base) ? &base : nullptr;
  }

  /// Reads the neutral base and what lies over it; says whether it did.
  bool run_overlaid() {
    if (sources_.plain_layers.empty()) return false;
    const SdfPath prim(default_prim());
    const std::optional<Overlays> overlays = Overlays::find(sources_.enabled, prim, sources_.plain_layers);
    const stage::Composed* base = overlays ? compose_base(*overlays) : nullptr;
    if (base == nullptr) return false;
    extract_variant_sets(recorder_, *base, prim);
    if (!is_disabled_empty(result_.model)) return false;

    read_overlaid(*overlays, *base);
    return true;
  }

  /// Reads the neutral base, and over it what the payloads say; those that say more are read by themselves.
  void read_overlaid(const Overlays& overlays, const stage::Composed& base) {
    // the payloads are read while the base is
    WorkDispatcher dispatcher;
    std::vector<const Payload*> payloads(wanted_.size());
    for (std::size_t index = 0; index < wanted_.size(); ++index) {
      const Overlay* overlay = wanted_[index].target ? overlays.overlay_of(bit_of(*wanted_[index].target)) : nullptr;
      if (overlay == nullptr) continue;
      Payload& payload = sources_.payloads.emplace_back();
      payloads[index] = &payload;
      dispatcher.Run([this, overlay, &payload] { payload = read_payload(*overlay, SdfPath(default_prim())); });
    }
    model::Physics physics;
    physics.selection = wanted_.front().name;
    physics.variants = wanted_.front().variants;
    Reading reading = reading_of(base, physics);
    read_all(reading);
    dispatcher.Wait();

    visit_(result_.model, physics);
    for (std::size_t index = 1; index < wanted_.size(); ++index) {
      physics.selection = wanted_[index].name;
      physics.variants = wanted_[index].variants;
      const auto visit = [&] { visit_(result_.model, physics); };
      if (payloads[index] == nullptr || !visit_overlaid(reading, *payloads[index], visit)) {
        read_separately(wanted_[index]);
      }
    }
  }

  PhysicsSelections& result_;
  Sources& sources_;
  const schema::Profile& profile_;
  const Visit& visit_;
  Recorder recorder_;
  MeshSolids mesh_solids_;
  std::vector<Wanted> wanted_;
};

}  // namespace

Result<PhysicsSelections> extract_physics_selections(const std::string& path, const schema::Profile& profile,
                                                     const Visit& visit) {
  Result<stage::Asset> asset = stage::open_asset(path);
  if (!asset) return asset.error();
  PhysicsSelections result;
  result.sources_ = std::make_unique<PhysicsSelections::Sources>();
  result.sources_->asset = std::move(asset.value());
  const ArResolverContextBinder binder(result.sources_->asset.context);
  Extracting(result, *result.sources_, profile, visit).run();
  return result;
}

Site PhysicsSelections::locate(const model::Place& place) const {
  return extract::locate(model, sources_->layers, sources_->texts, place);
}

}  // namespace assay::extract
