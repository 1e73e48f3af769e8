#include "assay/extract/physics/payload_changes.h"

#include <pxr/work/loops.h>

#include <algorithm>
#include <array>
#include <map>
#include <span>
#include <tuple>

namespace assay::extract {
namespace {

using namespace pxr;

/// What a class of the payload's specs does to prims of the base.
struct Fit {
  bool fits = false;
  bool is_reshaped = false;
  std::size_t prim_class = 0;  // of the prims under the payload
};

/// What specs of the payload make by themselves.
struct Alone {
  std::size_t prim_class = 0;
  bool has_no_part = false;
};

/// A prim of the base that the payload gives children.
struct Parent {
  bool has_later_children = false;  // than the payload's
  std::size_t end = 0;              // the first prim of the base that is not below it
};

/// One look through a payload.
struct Look {
  Reading& base;
  const Payload& payload;
  Changes changes = {};
  // by class of the base, class of the payload, and how many schemas of the prim are stronger than the payload's
  std::map<std::tuple<std::size_t, std::size_t, std::size_t>, Fit> fits = {};
  std::map<std::size_t, Alone> alone = {};     // by class of the payload
  std::map<std::size_t, Parent> parents = {};  // prims of the base that the payload gives children
};

/// Whether a class of the payload's specs only puts vendors' schemas in front.
bool applies_vendor_schemas(Look& look, const PayloadClass& payload_class) {
  return payload_class.only_prepends && std::ranges::all_of(payload_class.schemas, [&look](const TfToken& name) {
           return look.base.recorder.class_of_schema(name).name == NameClass::Vendor;
         });
}

/// Whether a property steers what other prims or later steps see of the prim.
bool steers(const std::string& name) {
  return name.starts_with("xformOp") || name.starts_with("material:") || name.starts_with("collection:") ||
         name == "purpose" || name == "visibility";
}

/// Whether the prim is a collider and nothing else that has a record.
bool is_collider_alone(const PrimClass& prim_class) {
  constexpr std::array<std::string_view, 3> of_colliders = {"PhysicsCollisionAPI", "PhysicsMeshCollisionAPI",
                                                            "PhysicsMassAPI"};
  constexpr std::array<std::string_view, 4> records = {"PhysicsScene", "PhysicsJoint", "PhysicsCollisionGroup",
                                                       "PointInstancer"};
  const auto collides = prim_class.asked.schemas.find(of_colliders.front());
  if (collides == prim_class.asked.schemas.end() || !collides->second) return false;
  const bool has_others = std::ranges::any_of(prim_class.asked.schemas, [&](const auto& asked) {
    return asked.second && std::ranges::find(of_colliders, asked.first) == of_colliders.end();
  });
  return !has_others && std::ranges::none_of(prim_class.asked.types, [&](const auto& asked) {
    return asked.second && std::ranges::find(records, asked.first) != records.end();
  });
}

/// Whether what the payload says of prims of a class leaves all that was read of them as it is, but for their shape.
bool properties_fit(const PrimClass& prim_class, const PayloadClass& payload_class, bool& is_reshaped) {
  for (const TfToken& name : payload_class.properties) {
    const std::string& text = name.GetString();
    if (text == "physics:approximation" && is_collider_alone(prim_class)) {
      is_reshaped = true;
    } else if (steers(text) || prim_class.asked.properties.contains(text)) {
      return false;
    }
  }
  return true;
}

/// Where among a prim's specs that of the payload stands: behind those of the root layer stack.
std::uint32_t place_of(const PhysicsPrim& prim) {
  const auto weaker = std::ranges::find_if(prim.sites, [](const auto& site) { return !site.node.IsRootNode(); });
  return static_cast<std::uint32_t>(weaker - prim.sites.begin());
}

/// How many of a prim's schemas come from specs that are stronger than the payload's.
std::size_t strong_schema_count(const PhysicsPrim& prim) {
  return static_cast<std::size_t>(
      std::ranges::count_if(prim.applied, [](const auto& each) { return each.source->node.IsRootNode(); }));
}

/// The schemas of a prim of the base, all of whose specs only prepend, with the payload's spec at `place` among them.
void apply_schemas(const PhysicsPrim& prim, const PayloadClass& payload_class, std::uint32_t place,
                   PhysicsPrim& overlaid) {
  const std::span strong = std::span(prim.applied).first(strong_schema_count(prim));
  overlaid.applied.reserve(prim.applied.size() + payload_class.schemas.size());
  overlaid.applied.assign(strong.begin(), strong.end());
  for (const TfToken& name : payload_class.schemas) {
    const bool is_stated = std::ranges::find(strong, name, &stage::AppliedSchema::name) != strong.end();
    if (!is_stated) overlaid.applied.push_back({name, &overlaid.sites[place]});
  }
  for (const stage::AppliedSchema& each : std::span(prim.applied).subspan(strong.size())) {
    const bool is_replaced = std::ranges::find(payload_class.schemas, each.name) != payload_class.schemas.end();
    if (!is_replaced) overlaid.applied.push_back(each);
  }
}

/// A prim without what its specs say.
PhysicsPrim without_specs(const PhysicsPrim& prim) {
  PhysicsPrim bare;
  bare.path = prim.path;
  bare.name = prim.name;
  bare.index = prim.index;
  bare.parent = prim.parent;
  bare.type = prim.type;
  bare.inherited = prim.inherited;
  bare.is_xformable = prim.is_xformable;
  bare.is_in_instance = prim.is_in_instance;
  bare.body = prim.body;
  bare.collider = prim.collider;
  bare.joint = prim.joint;
  return bare;
}

/// A prim of the base with the payload's spec among its own and what that says; its class stays that of the base, and
/// its opinions are not recorded yet.
PhysicsPrim overlaid_prim(const Look& look, const PayloadPrim& payload, const PhysicsPrim& prim) {
  const PayloadClass& payload_class = look.payload.classes[payload.payload_class];
  PhysicsPrim overlaid = without_specs(prim);
  const std::uint32_t place = place_of(prim);
  overlaid.sites.reserve(prim.sites.size() + 1);
  overlaid.sites.assign(prim.sites.begin(), prim.sites.begin() + place);
  overlaid.sites.push_back({look.payload.overlay.node, look.payload.overlay.layer, &payload.spec});
  overlaid.sites.insert(overlaid.sites.end(), prim.sites.begin() + place, prim.sites.end());
  overlaid.properties.reserve(prim.properties.size() + payload_class.properties.size());
  const auto weaker =
      std::ranges::find_if(prim.properties, [place](const PropertySpec& each) { return each.site >= place; });
  overlaid.properties.assign(prim.properties.begin(), weaker);
  for (const TfToken& name : payload_class.properties) overlaid.properties.push_back({name, place});
  for (auto each = weaker; each != prim.properties.end(); ++each)
    overlaid.properties.push_back({each->name, each->site + 1});
  if (prim.only_prepends && payload_class.only_prepends) {
    apply_schemas(prim, payload_class, place, overlaid);
  } else {
    overlaid.only_prepends = stage::collect_applied_schemas(overlaid.sites, overlaid.applied);
  }
  return overlaid;
}

/// What the payload's class does to a prim's, whose schemas come out as those of `overlaid`.
Fit fit_of(Look& look, const PayloadClass& payload_class, const PhysicsPrim& prim, const PhysicsPrim& overlaid) {
  Fit fit;
  if (!applies_vendor_schemas(look, payload_class)) return fit;
  if (!payload_class.type.IsEmpty() && payload_class.type != prim.type) return fit;
  if (!properties_fit(look.base.classes[prim.prim_class], payload_class, fit.is_reshaped)) return fit;
  fit.prim_class = look.base.class_indices.index_of(look.base.classes, overlaid);
  fit.fits = answers_alike(look.base, prim.prim_class, fit.prim_class);
  return fit;
}

/// Notes a prim of the base that the payload touches; false where it changes more than is read again.
bool touch(Look& look, const PayloadPrim& payload, std::size_t index) {
  const PhysicsPrim& prim = look.base.prims[index];
  if (payload.specifier == SdfSpecifierClass) return false;
  const auto fit_with = [&] {
    const PayloadClass& payload_class = look.payload.classes[payload.payload_class];
    return fit_of(look, payload_class, prim, overlaid_prim(look, payload, prim));
  };
  Fit fit;
  if (prim.only_prepends) {
    const std::tuple key(prim.prim_class, payload.payload_class, strong_schema_count(prim));
    const auto [known, is_new] = look.fits.try_emplace(key);
    if (is_new) known->second = fit_with();
    fit = known->second;
  } else {
    fit = fit_with();
  }
  if (fit.fits) look.changes.touched.push_back({index, &payload, fit.prim_class, fit.is_reshaped, {}});
  return fit.fits;
}

/// Makes the touched prims as they are under the payload.
void overlay_prims(Look& look) {
  std::vector<Touched>& touched = look.changes.touched;
  constexpr std::size_t grain = 64;
  WorkParallelForN(
      touched.size(),
      [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
          Touched& each = touched[i];
          each.overlaid = overlaid_prim(look, *each.payload, look.base.prims[each.prim]);
          each.overlaid.prim_class = each.prim_class;
        }
      },
      grain);
}

/// Records the opinions of the touched prims: their own, and the payload's.
void record_touched(Look& look) {
  std::vector<model::OpinionIndex>& opinions = look.base.opinions;
  std::optional<model::OpinionIndex> payloads;
  for (Touched& touched : look.changes.touched) {
    PhysicsPrim& overlaid = touched.overlaid;
    const std::size_t first = look.base.prims[touched.prim].first_opinion;
    const std::size_t place = place_of(look.base.prims[touched.prim]);
    overlaid.first_opinion = opinions.size();
    for (std::size_t site = 0; site < overlaid.sites.size(); ++site) {
      if (site != place) {
        opinions.push_back(model::OpinionIndex(opinions[first + (site < place ? site : site - 1)]));
        continue;
      }
      const SdfPath& spec = *overlaid.sites[site].path;
      const model::NameIndex path = spec == overlaid.path ? overlaid.name : look.base.recorder.path(spec);
      payloads = payloads ? look.base.recorder.opinion_beside(*payloads, path)
                          : look.base.recorder.opinion(overlaid.sites[site], path);
      opinions.push_back(*payloads);
    }
  }
}

/// The first prim of the base that is not below a prim.
std::size_t end_of(const Reading& base, std::size_t prim) {
  const SdfPath& path = base.prims[prim].path;
  std::size_t end = prim + 1;
  while (end < base.prims.size() && base.prims[end].path.HasPrefix(path)) ++end;
  return end;
}

/// Whether the children that the root layer stack gives a prim, or an order of them, come after the payload's.
bool has_later_children(const PhysicsPrim& prim) {
  return std::ranges::any_of(prim.sites, [](const stage::SpecSite& site) {
    const bool is_root = site.node.IsRootNode();
    return site.layer->HasField(*site.path, SdfFieldKeys->PrimOrder) ||
           (is_root && !names_at(*site.layer, *site.path, SdfChildrenKeys->PrimChildren).empty());
  });
}

/// What a spec of the payload makes by itself. Specs with other lists of schemas than plain ones are looked at each.
Alone alone_of(Look& look, std::size_t payload_class, const PhysicsPrim& prim) {
  const auto find_out = [&look, &prim] {
    const std::size_t prim_class = look.base.class_indices.index_of(look.base.classes, prim);
    return Alone{prim_class, has_no_part(look.base, prim_class)};
  };
  if (!look.payload.classes[payload_class].only_prepends) return find_out();
  const auto [known, is_new] = look.alone.try_emplace(payload_class);
  if (is_new) known->second = find_out();
  return known->second;
}

/// Notes a prim that only the payload has, below a prim of the base or one that was added before; false where it may
/// have physics.
bool add(Look& look, const PayloadPrim& payload, std::optional<std::size_t> parent, const Added* above) {
  const PayloadClass& payload_class = look.payload.classes[payload.payload_class];
  Added added;
  PhysicsPrim& prim = added.prim;
  prim.path = payload.path;
  prim.name = look.base.recorder.path(payload.path);
  prim.sites = {{look.payload.overlay.node, look.payload.overlay.layer, &payload.spec}};
  prim.type = payload_class.type;
  for (const TfToken& name : payload_class.properties) prim.properties.push_back({name, 0});
  if (payload_class.only_prepends) {
    for (const TfToken& name : payload_class.schemas) prim.applied.push_back({name, &prim.sites.front()});
  } else {
    prim.only_prepends = stage::collect_applied_schemas(prim.sites, prim.applied);
  }
  const Alone alone = alone_of(look, payload.payload_class, prim);
  if (look.base.missed.contains(payload.path) || !alone.has_no_part) return false;
  prim.prim_class = alone.prim_class;
  record_opinions(look.base, prim);
  if (parent) {
    const auto [known, is_new] = look.parents.try_emplace(*parent);
    if (is_new) known->second = {has_later_children(look.base.prims[*parent]), end_of(look.base, *parent)};
    if (known->second.has_later_children) return false;
    added.position = known->second.end;
    added.depth = payload.path.GetPathElementCount();
  } else {
    added.position = above->position;
    added.depth = above->depth;
  }
  look.changes.added.push_back(std::move(added));
  return true;
}

/// What became of a prim of the payload.
struct Seen {
  bool is_hidden = false;            // it and what is below it are not there for physics
  std::optional<std::size_t> added;  // index into Changes::added
};

/// Looks at one prim of the payload; false where it does more to the base than can be read over it.
bool look_at(Look& look, const PayloadPrim& payload, const Seen* above, Seen& seen) {
  seen.is_hidden = above != nullptr && above->is_hidden;
  if (seen.is_hidden) return true;
  const auto known = look.base.prim_indices.find(payload.path);
  if (known != look.base.prim_indices.end()) return touch(look, payload, known->second);
  // such as one below a PointInstancer, which the reading of prototypes saw
  if (look.base.composed.prim_index(payload.path) != nullptr) return false;
  if (payload.specifier == SdfSpecifierOver) {
    seen.is_hidden = true;
    return true;
  }
  if (payload.specifier == SdfSpecifierClass) return false;
  const Added* above_added = above != nullptr && above->added ? &look.changes.added[*above->added] : nullptr;
  const auto parent = look.base.prim_indices.find(payload.path.GetParentPath());
  const bool is_in_base = parent != look.base.prim_indices.end();
  if (is_in_base && is_a(look.base, look.base.prims[parent->second], "PointInstancer")) return false;
  if (!is_in_base && above_added == nullptr) return false;
  seen.added = look.changes.added.size();
  return add(look, payload, is_in_base ? std::optional(parent->second) : std::nullopt, above_added);
}

/// Goes through the payload; false where it does more to the base than can be read over it.
bool look_through(Look& look) {
  look.changes.touched.reserve(look.payload.prims.size());
  std::vector<Seen> seen(look.payload.prims.size());
  for (std::size_t index = 0; index < look.payload.prims.size(); ++index) {
    const PayloadPrim& prim = look.payload.prims[index];
    if (!look_at(look, prim, prim.parent ? &seen[*prim.parent] : nullptr, seen[index])) return false;
  }
  // deeper parents end first
  std::ranges::stable_sort(look.changes.added, {}, [](const Added& added) {
    return std::tuple(added.position, -static_cast<std::ptrdiff_t>(added.depth));
  });
  std::ranges::sort(look.changes.touched, {}, &Touched::prim);
  return true;
}

}  // namespace

std::optional<Changes> find_changes(Reading& base, const Payload& payload) {
  gather_asked(base);
  Look look{.base = base, .payload = payload};
  if (!look_through(look)) return std::nullopt;
  overlay_prims(look);
  record_touched(look);
  return std::move(look.changes);
}

}  // namespace assay::extract
