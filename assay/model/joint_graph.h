#pragma once

#include "assay/model/field.h"

#include <optional>
#include <vector>

namespace assay::model {

/// Bodies that enabled joints connect.
struct Mechanism {
  std::vector<BodyIndex> bodies;          // ascending
  std::vector<JointIndex> joints;         // ascending, also those to the world
  std::vector<JointIndex> loop_joints;    // that close a ring and are not excluded from the articulation
  std::vector<JointIndex> world_joints;   // that tie a body to the world
  std::optional<NameIndex> articulation;  // the prim with PhysicsArticulationRootAPI that covers it
  std::optional<NameIndex> root;          // prim that UsdPhysics takes as the root of the articulation
};

/// A prim with PhysicsArticulationRootAPI.
struct ArticulationRoot {
  NameIndex prim = 0;
  OpinionIndex opinion = 0;
  std::vector<NameIndex> roots;  // as UsdPhysics finds them; empty where it finds none
};

struct JointGraph {
  std::vector<Mechanism> mechanisms;
  std::vector<ArticulationRoot> articulation_roots;
};

}  // namespace assay::model
