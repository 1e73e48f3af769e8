#pragma once

#include "assay/base/target.h"

#include <span>
#include <string_view>

namespace assay::schema {

/// How SimReady names one runtime. Source: data/runtimes.toml.
struct Runtime {
  Target target;
  std::string_view name;         // physx, newton, mujoco
  std::string_view title;        // PhysX, Newton, MuJoCo
  std::string_view variant_set;  // exact case
  std::string_view payload_stem;
  std::string_view feature;               // FET_000_PHYSX
  std::string_view set_requirement;       // RV.001, RV.004, RV.007
  std::string_view payload_requirement;   // RV.002, RV.005, RV.008
  std::string_view metadata_requirement;  // RV.003, RV.006, RV.009
};

/// The words that runtime variant sets share. Source: data/runtimes.toml.
struct VariantWords {
  std::string_view enabled;        // option that brings a runtime's payload
  std::string_view disabled;       // option that brings nothing
  std::string_view importers_set;  // set of the importers' convention, which puts all runtimes into one set
};

const VariantWords& variant_words();

/// Applied schemas and prim types that command a joint.
std::span<const std::string_view> joint_commands();

/// The three runtimes in the order PhysX, Newton, MuJoCo.
std::span<const Runtime> runtimes();

/// The runtime of that name, in any case.
const Runtime* find_runtime(std::string_view name);

/// The runtime whose variant set has exactly that name.
const Runtime* runtime_of_variant_set(std::string_view variant_set);

/// `standard`, `physx`, `newton` or `mujoco`.
std::string_view name_of(Target target);

/// `Standard`, `PhysX`, `Newton` or `MuJoCo`.
std::string_view title_of(Target target);

}  // namespace assay::schema
