#pragma once

#include "assay/geometry/shape_integrals.h"
#include "assay/geometry/surface_facts.h"

#include <optional>

namespace assay::geometry {

/// What tells whether the integrals of a mesh mean what they say.
struct MeshFacts {
  FaceFaults faults;  // what could not be read; the facts below are of the other faces
  std::size_t readable_face_count = 0;
  std::size_t degenerate_face_count = 0;  // without an area, to a part in 1e12 of its longest diagonal squared
  std::optional<std::uint32_t> first_degenerate_face;
  double area = 0;                     // of the faces, each by its vector area [m^2]
  double signed_volume = 0;            // below 0 when the faces look inwards [m^3]
  SurfaceFacts surface;                // corners meet where they have one index
  std::optional<SurfaceFacts> welded;  // corners meet where they have one position; absent where that changes nothing

  bool closed_after_weld() const { return welded ? welded->is_closed : surface.is_closed; }
  bool bounds_volume_after_weld() const { return welded ? welded->bounds_volume() : surface.bounds_volume(); }
};

/// Integrals of a mesh with the facts that justify them.
struct MeshIntegrals {
  ShapeIntegrals solid;  // exact where `bounds_volume_after_weld`; else they depend on where they are measured from
  MeshFacts facts;
};

/// Integrals over what a mesh encloses, by the divergence theorem. A face of more than three corners is the fan from
/// its first one, as Hydra triangulates it. Linear in time and memory; nothing that a mesh may hold stops it.
MeshIntegrals integrals_of(const MeshView& mesh);

/// Integrals over what closed triangles enclose.
ShapeIntegrals integrals_of(std::span<const Eigen::Vector3d> points, const Triangles& triangles);

}  // namespace assay::geometry
