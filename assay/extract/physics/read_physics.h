#pragma once

#include "assay/extract/physics/reading.h"

// The steps of the extraction of physics, in their order. Each fills one part of Reading::physics and never stops at
// odd content.

namespace assay::extract {

/// All steps.
void read_all(Reading& reading);

/// Units of the stage. Source: metadata of the session and root layers.
void read_units(Reading& reading);

/// What shows the role of the asset: whether there is a default prim, and what commands joints.
void read_role(Reading& reading);

void read_scenes(Reading& reading);

void read_materials(Reading& reading);

/// Bodies with all but their mass and colliders.
void read_bodies(Reading& reading);

/// Colliders with their shapes, owners and materials; tells each body which colliders it owns.
void read_colliders(Reading& reading);

/// What a collider's approximation decides; all that changes with it belongs here.
struct Approximated {
  model::Field<model::NameIndex> approximation;
  model::VolumeMethod volume_method = model::VolumeMethod::None;  // this and what follows of a mesh alone
  geometry::ShapeIntegrals solid;
};

/// Reads that of a collider whose owner and mesh are known; `mesh` is null for other shapes.
Approximated read_approximated(Reading& reading, const PhysicsPrim& prim, const model::Collider& collider,
                               MeshSolid* mesh);

/// Puts what the approximation decides and what the collider has in each other's place.
void exchange(model::Collider& collider, const MeshSolid* mesh, Approximated& approximated);

/// PointInstancers with their prototypes.
void read_instancers(Reading& reading);

/// Prims that an image shows.
void read_drawn(Reading& reading);

/// Mass properties of the bodies, out of what they and their colliders say.
void read_masses(Reading& reading);

/// That of one body, whose own statements have been read.
void read_mass(const Reading& reading, model::Body& body);

void read_joints(Reading& reading);

/// Joints that follow others.
void read_mimics(Reading& reading);

/// Actuators, tendons and sites.
void read_actuators(Reading& reading);

/// Wheels of vehicles.
void read_wheels(Reading& reading);

/// Which bodies joints connect, and the roots of articulations.
void read_joint_graph(Reading& reading);

/// Collision groups with their members, and filtered pairs.
void read_filters(Reading& reading);

/// Applied schemas, types and properties of vendors.
void read_vendor_values(Reading& reading);

/// What beside the physics some runtime reacts to; looks at every prim once more.
void read_circumstances(Reading& reading);

/// The vendors' data of some prims, one after the other.
struct VendorLists {
  std::vector<model::VendorSchema> schemas;
  std::vector<model::VendorValue> values;
  std::vector<VendorStart> starts;  // of each prim
};

/// The vendors' data of prims, on all threads; each list holds those of as many prims as it can, in their order.
inline constexpr std::size_t prims_in_list = 128;
std::vector<VendorLists> read_vendor_lists(Reading& reading, const std::vector<const PhysicsPrim*>& prims);

/// Appends to the physics what lists hold of one of their prims.
void append_vendor_data(const VendorLists& lists, std::size_t prim, model::Physics& physics);

/// Reads the vendors' data prim by prim.
class VendorReader {
 public:
  VendorReader(Reading& reading, VendorLists& lists) : reading_(reading), lists_(lists) {}

  void read(const PhysicsPrim& prim);

 private:
  /// What a property says, and the spec that says it.
  struct Statement {
    const stage::SpecSite* source = nullptr;
    std::string text;
    bool is_animated = false;
  };

  const std::string& text_of(const pxr::TfToken& property, const pxr::VtValue& value);
  std::optional<Statement> statement_of(const PhysicsPrim& prim, const pxr::TfToken& name);
  void add_schemas(const PhysicsPrim& prim);
  void add_value(const PhysicsPrim& prim, const pxr::TfToken& name);
  void collect_names(const PhysicsPrim& prim);

  Reading& reading_;
  VendorLists& lists_;
  std::vector<stage::SpecSite> specs_;  // of the property at hand
  std::vector<pxr::TfToken> names_;     // of the prim at hand, in the order of its properties
  // what each property said last: prims often say the same
  struct Last {
    pxr::VtValue value;
    std::string text;  // the value as JSON
    bool was_relationship = false;
  };
  std::unordered_map<pxr::TfToken, Last, pxr::TfToken::HashFunctor> last_;
};

}  // namespace assay::extract
