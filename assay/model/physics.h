#pragma once

#include "assay/geometry/bounds.h"
#include "assay/model/body.h"
#include "assay/model/circumstance.h"
#include "assay/model/collider.h"
#include "assay/model/coupling.h"
#include "assay/model/filter.h"
#include "assay/model/instancer.h"
#include "assay/model/joint.h"
#include "assay/model/joint_graph.h"
#include "assay/model/material.h"
#include "assay/model/scene.h"

#include <map>
#include <string>
#include <vector>

namespace assay::model {

/// A property of a vendor's schema, as composed.
struct VendorValue {
  NameIndex prim = 0;
  NameIndex property = 0;
  OpinionIndex opinion = 0;
  std::string value;  // as JSON; targets of relationships as a list of paths
  bool sampled = false;
};

/// An applied schema or prim type of a vendor.
struct VendorSchema {
  NameIndex prim = 0;
  NameIndex schema = 0;
  OpinionIndex opinion = 0;
};

/// A prim that an image shows: a Gprim or a PointInstancer that is visible and whose purpose is default, render or
/// proxy.
struct DrawnPrim {
  NameIndex path = 0;
  NameIndex type = 0;
  NameIndex purpose = 0;
  bool is_in_instance = false;
  geometry::Bounds bounds;  // in the world [m]; empty where the extent of a prim above holds for it as well
};

/// Something odd that extraction met and went on from.
struct Oddity {
  NameIndex prim = 0;
  std::string property;
  std::string text;  // a sentence
};

/// What the physics of an asset is under one selection: SI units, radians, the default time.
struct Physics {
  std::string selection;                        // standard, physx, newton, mujoco or authored
  std::map<std::string, std::string> variants;  // runtime set → option
  StageUnits units;
  bool default_prim_exists = false;
  std::map<std::string, std::size_t> commands;  // schemas that command joints → how many prims have them
  std::vector<Scene> scenes;
  std::vector<Body> bodies;  // in stage order, as all lists
  std::vector<Collider> colliders;
  std::vector<Joint> joints;
  std::vector<Instancer> instancers;
  std::vector<Mimic> mimics;
  std::vector<Actuator> actuators;
  std::vector<Tendon> tendons;
  std::vector<Site> sites;
  std::vector<Wheel> wheels;
  std::vector<DrawnPrim> drawn;  // also those that collide
  std::vector<Material> materials;
  Filters filters;
  JointGraph graph;
  std::vector<VendorSchema> vendor_schemas;
  std::vector<VendorValue> vendor_values;
  std::vector<Oddity> oddities;
  std::vector<Circumstance> circumstances;  // only where they were asked for
};

}  // namespace assay::model
