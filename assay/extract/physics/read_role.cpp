#include "assay/extract/extract_structure.h"
#include "assay/extract/physics/read_physics.h"
#include "assay/schema/runtime.h"

#include <algorithm>
#include <set>

namespace assay::extract {
namespace {

using namespace pxr;

/// The names of the type and the applied schemas of a class of prims, without instance names.
std::set<std::string_view> names_of(const PrimClass& prim_class) {
  std::set<std::string_view> names = {prim_class.type.GetString()};
  for (const stage::AppliedSchema& applied : prim_class.applied) {
    const std::string_view name = applied.name.GetString();
    names.insert(name.substr(0, name.find(':')));
  }
  return names;
}

}  // namespace

void read_role(Reading& reading) {
  const std::string& default_prim = reading.recorder.model().default_prim;
  reading.physics.default_prim_exists = !default_prim.empty() && has_prim(reading.composed, SdfPath(default_prim));
  std::vector<std::size_t> prim_counts(reading.classes.size());
  for (const PhysicsPrim* prim : reading.in_order) ++prim_counts[prim->prim_class];
  const auto commands = schema::joint_commands();
  for (std::size_t i = 0; i < prim_counts.size(); ++i) {
    for (const std::string_view name : names_of(reading.classes[i])) {
      if (std::ranges::find(commands, name) == commands.end()) continue;
      reading.physics.commands[std::string(name)] += prim_counts[i];
    }
  }
}

}  // namespace assay::extract
