#pragma once

#include "assay/extract/physics/reading.h"

// The steps of the extraction of physics, in their order. Each fills one part of Reading::physics and never stops at
// odd content.

namespace assay::extract {

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

/// PointInstancers with their prototypes.
void read_instancers(Reading& reading);

/// Prims that an image shows.
void read_drawn(Reading& reading);

/// Mass properties of the bodies, out of what they and their colliders say.
void read_masses(Reading& reading);

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

}  // namespace assay::extract
