// What the extraction of physics costs beside composing: the milliseconds of each phase as one line of JSON.
//   physics_phases FILE THREADS

#include "assay/extract/extract.h"
#include "assay/extract/overlays.h"
#include "assay/extract/physics/extract_physics.h"
#include "assay/extract/runtime_choices.h"
#include "assay/stage/composed.h"

#include <fmt/format.h>

#include <unistd.h>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <string_view>
#include <vector>

namespace {

using namespace assay;
using namespace pxr;
using Clock = std::chrono::steady_clock;

double milliseconds_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

/// Composes each selection by itself, as if nothing were shared, and returns the time that it takes.
double compose_each(const stage::Asset& asset, const std::vector<std::string>& selections,
                    const std::string& default_prim) {
  std::vector<stage::Composed> compositions;  // so that none is taken down while the clock runs
  compositions.reserve(selections.size());
  const Clock::time_point start = Clock::now();
  for (const std::string& selection : selections) {
    compositions.push_back(stage::compose(asset, extract::runtime_choices(selection, default_prim)));
  }
  return milliseconds_since(start);
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string_view> arguments(argv + 1, argv + argc);
  int threads = 0;
  if (arguments.size() == 2) std::from_chars(arguments[1].data(), arguments[1].data() + arguments[1].size(), threads);
  if (threads < 1 || !extract::start(threads)) {
    std::fputs("usage: physics_phases FILE THREADS\n", stderr);
    return 2;
  }
  const std::string file(arguments[0]);
  const schema::Profile& profile = *schema::find_profile("simready");

  Clock::time_point start = Clock::now();
  const Result<stage::Asset> asset = stage::open_asset(file);
  if (!asset) return 2;
  std::vector<const SdfLayer*> plain;
  const std::string default_prim = asset.value().root->GetDefaultPrimAsPath().GetString();
  const std::vector<SdfLayerRefPtr> layers = extract::open_runtime_layers(asset.value(), default_prim, plain);
  const double open = milliseconds_since(start);

  // the names of the selections; what this makes is gone when the clock runs
  std::vector<std::string> selections;
  const auto name = [&selections](const model::Model&, const model::Physics& physics) {
    selections.push_back(physics.selection);
  };
  if (!extract::extract_physics_selections(file, profile, name)) return 2;

  const double composed = compose_each(asset.value(), selections, default_prim);
  start = Clock::now();
  const auto look = [](const model::Model&, const model::Physics&) {};
  const Result<extract::PhysicsSelections> extracted = extract::extract_physics_selections(file, profile, look);
  const double whole = milliseconds_since(start);
  if (!extracted) return 2;
  const double shared = 1000 * extracted.value().composition_time;
  fmt::print(
      "{{\"selections\": {}, \"open\": {:.1f}, \"compose\": {:.1f}, \"shared_compose\": {:.1f}, \"extract\": "
      "{:.1f}}}\n",
      selections.size(), open, composed, shared, whole - shared);
  std::fflush(stdout);
  _exit(0);  // what is held goes with the process
}
