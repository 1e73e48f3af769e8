#include "assay/geometry/surface_facts.h"

#include "assay/geometry/disjoint_sets.h"

#include <algorithm>

namespace assay::geometry {
namespace {

// one way of one face through an edge; the edge's lower point is known by where this is kept
struct HalfEdge {
  std::uint32_t high = 0;         // the edge's higher point
  std::uint32_t face : 31 = 0;    // position in the list of faces
  std::uint32_t forward : 1 = 0;  // from the lower point to the higher
};

// the corners of one face by their points, without those that repeat the one before
class Ring {
 public:
  void read(const MeshView& mesh, const MeshFace& face, std::span<const std::uint32_t> point_of_index) {
    corners_.clear();
    for (const int index : mesh.face_vertex_indices.subspan(face.first_corner, face.corner_count)) {
      const std::uint32_t point = point_of_index[static_cast<std::size_t>(index)];
      if (corners_.empty() || corners_.back() != point) corners_.push_back(point);
    }
    while (corners_.size() > 1 && corners_.back() == corners_.front()) corners_.pop_back();
  }

  bool is_collapsed() const { return corners_.size() < 3; }

  template <class Visit>
  void for_each_side(Visit visit) const {
    for (std::size_t i = 0; i < corners_.size(); ++i)
      visit(corners_[i], corners_[i + 1 == corners_.size() ? 0 : i + 1]);
  }

 private:
  std::vector<std::uint32_t> corners_;
};

// all half-edges, those with the same lower point together
struct HalfEdges {
  std::vector<std::size_t> starts;  // for each point, and the end
  std::vector<HalfEdge> entries;
  std::vector<bool> face_collapsed;
};

HalfEdges collect_half_edges(const MeshView& mesh, std::span<const MeshFace> faces,
                             std::span<const std::uint32_t> point_of_index) {
  HalfEdges edges{.starts = std::vector<std::size_t>(point_of_index.size() + 2), .entries = {}, .face_collapsed = {}};
  edges.face_collapsed.resize(faces.size());
  Ring ring;
  // how many start at each point, two places on; after the sums, one place on is where the next one goes
  for (std::size_t face = 0; face < faces.size(); ++face) {
    ring.read(mesh, faces[face], point_of_index);
    edges.face_collapsed[face] = ring.is_collapsed();
    if (ring.is_collapsed()) continue;
    ring.for_each_side([&](std::uint32_t from, std::uint32_t to) { ++edges.starts[std::min(from, to) + 2]; });
  }
  for (std::size_t i = 1; i < edges.starts.size(); ++i) edges.starts[i] += edges.starts[i - 1];
  edges.entries.resize(edges.starts.back());
  for (std::size_t face = 0; face < faces.size(); ++face) {
    if (edges.face_collapsed[face]) continue;
    ring.read(mesh, faces[face], point_of_index);
    ring.for_each_side([&](std::uint32_t from, std::uint32_t to) {
      HalfEdge& entry = edges.entries[edges.starts[std::min(from, to) + 1]++];
      entry.high = std::max(from, to);
      entry.face = static_cast<std::uint32_t>(face) & 0x7fffffffU;
      entry.forward = from < to ? 1 : 0;
    });
  }
  return edges;
}

// calls `visit` with the half-edges of each edge, by points and then by face
template <class Visit>
void for_each_edge(HalfEdges& edges, Visit visit) {
  for (std::size_t point = 0; point + 2 < edges.starts.size(); ++point) {
    const std::span<HalfEdge> at_point(edges.entries.data() + edges.starts[point],
                                       edges.starts[point + 1] - edges.starts[point]);
    std::ranges::sort(at_point, [](const HalfEdge& a, const HalfEdge& b) {
      return a.high != b.high ? a.high < b.high : a.face < b.face;
    });
    for (std::size_t first = 0; first < at_point.size();) {
      std::size_t end = first + 1;
      while (end < at_point.size() && at_point[end].high == at_point[first].high) ++end;
      visit(std::span<const HalfEdge>(at_point.subspan(first, end - first)));
      first = end;
    }
  }
}

bool is_misoriented(std::span<const HalfEdge> edge) {
  const auto forward = std::ranges::count_if(edge, [](const HalfEdge& half) { return half.forward != 0; });
  return edge.size() % 2 == 0 && 2 * static_cast<std::size_t>(forward) != edge.size();
}

// faces by component, and faces by what is joined two by two with the side that each is wound to
struct Joined {
  DisjointSets components;
  DisjointSets windings;
};

void count_edge(std::span<const HalfEdge> edge, std::span<const MeshFace> faces, SurfaceFacts& facts, Joined& joined) {
  ++facts.edge_count;
  const std::uint32_t face = edge[0].face;
  if (edge.size() == 1) {
    ++facts.boundary_edge_count;
    if (!facts.first_boundary_face) facts.first_boundary_face = faces[face].index;
  }
  if (edge.size() > 2) {
    ++facts.nonmanifold_edge_count;
    if (!facts.first_nonmanifold_face) facts.first_nonmanifold_face = faces[face].index;
  }
  if (is_misoriented(edge)) ++facts.misoriented_edge_count;
  for (const HalfEdge& other : edge.subspan(1)) joined.components.join(face, other.face);
  if (edge.size() == 2 && !joined.windings.join(face, edge[1].face, edge[0].forward == edge[1].forward)) {
    facts.is_orientable = false;
  }
}

// the faces on the smaller side of what is joined; of sides as large, the one without the first face
void find_flipped_faces(std::span<const MeshFace> faces, const HalfEdges& edges, DisjointSets& windings,
                        SurfaceFacts& facts) {
  std::vector<std::array<std::uint32_t, 2>> side_sizes(faces.size());
  for (std::uint32_t face = 0; face < faces.size(); ++face) {
    const DisjointSets::Place place = windings.find(face);
    if (!edges.face_collapsed[face]) ++side_sizes[place.set][place.side ? 1 : 0];
  }
  for (std::uint32_t face = 0; face < faces.size(); ++face) {
    if (edges.face_collapsed[face]) continue;
    const DisjointSets::Place place = windings.find(face);
    const std::array<std::uint32_t, 2>& sizes = side_sizes[place.set];
    // the first face of a set is on side false, since it names the set
    const bool flipped_side = sizes[1] <= sizes[0];
    if (place.side != flipped_side) continue;
    ++facts.flipped_face_count;
    if (!facts.first_flipped_face) facts.first_flipped_face = faces[face].index;
  }
}

constexpr std::uint32_t no_component = 0xffffffffU;

// position of each face's component; those of collapsed faces are none
std::vector<std::uint32_t> list_components(std::span<const MeshFace> faces, const HalfEdges& edges, DisjointSets& sets,
                                           std::span<const double> face_volumes, SurfaceFacts& facts) {
  std::vector<std::uint32_t> positions(faces.size(), no_component);
  for (std::uint32_t face = 0; face < faces.size(); ++face) {
    if (edges.face_collapsed[face]) continue;
    // the set's name is its first face, which comes first
    const std::uint32_t first = sets.find(face).set;
    if (positions[first] == no_component) {
      positions[first] = static_cast<std::uint32_t>(facts.components.size());
      facts.components.push_back({.first_face = faces[first].index});
    }
    positions[face] = positions[first];
    SurfaceComponent& component = facts.components[positions[face]];
    ++component.face_count;
    component.signed_volume += face_volumes[face];
  }
  return positions;
}

}  // namespace

SurfaceFacts surface_facts(const MeshView& mesh, std::span<const MeshFace> faces,
                           std::span<const std::uint32_t> point_of_index, std::span<const double> face_volumes) {
  SurfaceFacts facts;
  HalfEdges edges = collect_half_edges(mesh, faces, point_of_index);
  Joined joined{DisjointSets(faces.size()), DisjointSets(faces.size())};
  for_each_edge(edges, [&](std::span<const HalfEdge> edge) { count_edge(edge, faces, facts, joined); });
  facts.collapsed_face_count = static_cast<std::size_t>(std::ranges::count(edges.face_collapsed, true));
  find_flipped_faces(faces, edges, joined.windings, facts);

  const std::vector<std::uint32_t> positions = list_components(faces, edges, joined.components, face_volumes, facts);
  for_each_edge(edges, [&](std::span<const HalfEdge> edge) {
    SurfaceComponent& component = facts.components[positions[edge[0].face]];
    if (edge.size() % 2 != 0) component.is_closed = false;
    if (is_misoriented(edge)) component.is_consistently_wound = false;
  });
  facts.closed_component_count =
      static_cast<std::size_t>(std::ranges::count(facts.components, true, &SurfaceComponent::is_closed));
  facts.is_closed = !facts.components.empty() && facts.closed_component_count == facts.components.size();
  facts.is_consistently_wound = facts.misoriented_edge_count == 0;
  return facts;
}

}  // namespace assay::geometry
