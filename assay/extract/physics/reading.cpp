#include "assay/extract/physics/reading.h"

#include "assay/stage/fallbacks.h"
#include "assay/stage/targets.h"
#include "assay/stage/walk.h"

#include <pxr/gf/transform.h>
#include <pxr/gf/vec4d.h>
#include <pxr/work/loops.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <iterator>

namespace assay::extract {
namespace {

using namespace pxr;

std::optional<double> number_in(const VtValue& value) {
  if (value.IsHolding<float>()) return value.UncheckedGet<float>();
  if (value.IsHolding<double>()) return value.UncheckedGet<double>();
  if (value.IsHolding<GfHalf>()) return static_cast<float>(value.UncheckedGet<GfHalf>());
  if (value.IsHolding<int>()) return value.UncheckedGet<int>();
  if (value.IsHolding<std::int64_t>()) return static_cast<double>(value.UncheckedGet<std::int64_t>());
  return std::nullopt;
}

std::optional<Eigen::Vector3d> vector_in(const VtValue& value) {
  const auto eigen = [](const auto& vector) { return Eigen::Vector3d(vector[0], vector[1], vector[2]); };
  if (value.IsHolding<GfVec3f>()) return eigen(value.UncheckedGet<GfVec3f>());
  if (value.IsHolding<GfVec3d>()) return eigen(value.UncheckedGet<GfVec3d>());
  if (value.IsHolding<GfVec3h>()) return eigen(GfVec3f(value.UncheckedGet<GfVec3h>()));
  return std::nullopt;
}

std::optional<Eigen::Vector4d> quaternion_in(const VtValue& value) {
  const auto eigen = [](const auto& quaternion) {
    const auto& imaginary = quaternion.GetImaginary();
    return Eigen::Vector4d(quaternion.GetReal(), imaginary[0], imaginary[1], imaginary[2]);
  };
  if (value.IsHolding<GfQuatf>()) return eigen(value.UncheckedGet<GfQuatf>());
  if (value.IsHolding<GfQuatd>()) return eigen(value.UncheckedGet<GfQuatd>());
  if (value.IsHolding<GfQuath>()) return eigen(GfQuatf(value.UncheckedGet<GfQuath>()));
  return std::nullopt;
}

std::optional<bool> flag_in(const VtValue& value) {
  if (value.IsHolding<bool>()) return value.UncheckedGet<bool>();
  return std::nullopt;
}

std::optional<std::string> token_in(const VtValue& value) {
  if (value.IsHolding<TfToken>()) return value.UncheckedGet<TfToken>().GetString();
  if (value.IsHolding<std::string>()) return value.UncheckedGet<std::string>();
  return std::nullopt;
}

/// The field of a value that `convert` understands, else of the fallback.
template <class T, class Convert>
model::Field<T> converted(Reading& reading, const PhysicsPrim& prim, std::string_view name, const T& fallback,
                          const Convert& convert) {
  const model::Field<VtValue> read = read_value(reading, prim, name);
  model::Field<T> field{fallback, read.origin, read.opinion, read.sampled};
  if (read.value.IsEmpty()) return field;
  if (const auto value = convert(read.value)) {
    field.value = *value;
    return field;
  }
  note_oddity(reading, prim, name,
              "has a value of type " + read.value.GetTypeName() + ", which is not what the schema says");
  field.origin = model::Origin::Fallback;
  return field;
}

/// The value in `known`, found out by `find` when it is not there yet.
template <class T, class Find>
const T& remembered(ByText<T>& known, std::string_view name, const Find& find) {
  const auto entry = known.find(name);
  return entry != known.end() ? entry->second : known.emplace(std::string(name), find()).first->second;
}

/// The value that a class's type or schemas give a property.
VtValue fallback_in(const Reading& reading, const PrimClass& prim_class, const TfToken& name) {
  return stage::fallback_value(stage::find_definition(reading.profile, prim_class.type, prim_class.applied, name));
}

/// What this thread was asked of a class.
Asked& asked_of(const Reading& reading, std::size_t prim_class) {
  std::vector<Asked>& asked = reading.notes.local().asked;
  if (prim_class >= asked.size()) asked.resize(reading.classes.size());
  return asked[prim_class];
}

bool brings_schema(const Reading& reading, const PrimClass& prim_class, std::string_view schema) {
  const auto brings = [&](const stage::AppliedSchema& applied) {
    const std::string& name = applied.name.GetString();
    const std::string_view base = std::string_view(name).substr(0, name.find(':'));
    return base == schema || name == schema || schema::builds_in(reading.profile, base, schema);
  };
  if (std::ranges::any_of(prim_class.applied, brings)) return true;
  return !prim_class.type.IsEmpty() && schema::builds_in(reading.profile, prim_class.type.GetString(), schema);
}

}  // namespace

const AskedProperty& asked_property(const Reading& reading, const PhysicsPrim& prim, std::string_view name) {
  return remembered(asked_of(reading, prim.prim_class).properties, name, [&] {
    const TfToken token{std::string(name)};
    return AskedProperty{token, fallback_in(reading, reading.classes[prim.prim_class], token)};
  });
}

bool has_property(const PhysicsPrim& prim, const TfToken& name) {
  return std::ranges::find(prim.properties, name, &PropertySpec::name) != prim.properties.end();
}

const PhysicsPrim* Reading::prim_at(const SdfPath& path) const {
  const auto found = prim_indices.find(path);
  if (found != prim_indices.end()) return &prims[found->second];
  notes.local().missed.insert(path);
  return nullptr;
}

stage::MaterialBindings& material_bindings(const Reading& reading) {
  std::optional<stage::MaterialBindings>& bindings = reading.notes.local().material_bindings;
  if (!bindings) bindings.emplace(reading.composed);
  return *bindings;
}

void gather_asked(Reading& reading) {
  for (const Notes& notes : reading.notes) {
    reading.missed.insert(notes.missed.begin(), notes.missed.end());
    for (std::size_t i = 0; i < notes.asked.size(); ++i) {
      const Asked& own = notes.asked[i];
      Asked& asked = reading.classes[i].asked;
      asked.schemas.insert(own.schemas.begin(), own.schemas.end());
      asked.types.insert(own.types.begin(), own.types.end());
      asked.properties.insert(own.properties.begin(), own.properties.end());
    }
  }
}

void settle_oddities(Reading& reading) {
  for (Notes& notes : reading.notes) {
    std::ranges::move(notes.oddities, std::back_inserter(reading.oddities));
    notes.oddities.clear();
  }
  std::ranges::stable_sort(reading.oddities, {}, &NotedOddity::position);
  for (NotedOddity& noted : reading.oddities) reading.physics.oddities.push_back(std::move(noted.oddity));
  reading.oddities.clear();
}

std::size_t ClassIndices::index_of(std::vector<PrimClass>& classes, const PhysicsPrim& prim) {
  key_ = prim.type.GetString();
  for (const stage::AppliedSchema& applied : prim.applied) key_.append(1, ' ').append(applied.name.GetString());
  const auto [entry, added] = indices_.try_emplace(key_, classes.size());
  if (added) classes.push_back({prim.type, prim.applied});
  return entry->second;
}

model::NameIndex path_name(Reading& reading, const SdfPath& path) {
  const auto found = reading.prim_indices.find(path);
  return found == reading.prim_indices.end() ? reading.recorder.path(path) : reading.prims[found->second].name;
}

bool answers_alike(const Reading& reading, std::size_t asked, std::size_t other) {
  const PrimClass& first = reading.classes[asked];
  const PrimClass& second = reading.classes[other];
  const auto has_same_schema = [&](const auto& schema) {
    return brings_schema(reading, second, schema.first) == schema.second;
  };
  const auto has_same_fallback = [&](const auto& property) {
    return fallback_in(reading, second, property.second.name) == property.second.fallback;
  };
  return first.type == second.type && std::ranges::all_of(first.asked.schemas, has_same_schema) &&
         std::ranges::all_of(first.asked.properties, has_same_fallback);
}

bool has_no_part(const Reading& reading, std::size_t prim_class) {
  const PrimClass& own = reading.classes[prim_class];
  const auto is_one = [&](std::string_view type) { return stage::is_derived_from(reading.profile, own.type, type); };
  if (is_one("Gprim") || is_one("PointInstancer")) return false;
  return std::ranges::none_of(reading.classes, [&](const PrimClass& each) {
    // these matter to prims below that have a part, and there is none below
    constexpr std::array<std::string_view, 3> of_places = {"Typed", "Imageable", "Xformable"};
    const auto is_type = [&](const auto& type) {
      return std::ranges::find(of_places, type.first) == of_places.end() && is_one(type.first);
    };
    const auto has = [&](const auto& schema) { return brings_schema(reading, own, schema.first); };
    return std::ranges::any_of(each.asked.types, is_type) || std::ranges::any_of(each.asked.schemas, has);
  });
}

namespace {

/// Fills in the properties of a prim's specs.
void collect_properties(PhysicsPrim& prim) {
  for (std::size_t site = 0; site < prim.sites.size(); ++site) {
    VtValue listed;
    const stage::SpecSite& spec = prim.sites[site];
    if (!spec.layer->HasField(*spec.path, SdfChildrenKeys->PropertyChildren, &listed)) continue;
    if (!listed.IsHolding<TfTokenVector>()) continue;
    for (const TfToken& name : listed.UncheckedGet<TfTokenVector>()) {
      prim.properties.push_back({name, static_cast<std::uint32_t>(site)});
    }
  }
}

/// What a prim's specs say of it alone, without a look at other prims.
void read_specs(PhysicsPrim& prim, bool is_imageable) {
  prim.only_prepends = stage::collect_applied_schemas(prim.sites, prim.applied);
  collect_properties(prim);
  // most prims state none of these
  static const TfToken order("xformOpOrder");
  static const TfToken purpose("purpose");
  static const TfToken visibility("visibility");
  prim.inherited = stage::inherited_below(
      {}, prim.sites, prim.is_xformable && has_property(prim, order),
      is_imageable && (has_property(prim, purpose) || has_property(prim, visibility)), std::nullopt);
}

/// Whether types of prims are Xformable, Imageable or instancers.
struct TypeFacts {
  bool is_xformable = false;
  bool is_imageable = false;
  bool is_instancer = false;
};

/// Finds out the facts of types, each once.
class TypeTable {
 public:
  explicit TypeTable(const schema::Profile& profile) : profile_(profile) {}

  const TypeFacts& facts_of(const TfToken& type) {
    const auto [entry, added] = facts_.try_emplace(type);
    const auto is = [&](std::string_view base) { return stage::is_derived_from(profile_, type, base); };
    if (added) entry->second = {is("Xformable"), is("Imageable"), is("PointInstancer")};
    return entry->second;
  }

 private:
  const schema::Profile& profile_;
  std::unordered_map<TfToken, TypeFacts, TfToken::HashFunctor> facts_;
};

/// Fills in the prims that runtimes see, with their places and types.
void find_prims(Reading& reading, const SdfPath& root, TypeTable& types) {
  const auto add = [&](const stage::PrimVisit& visit) {
    if (!visit.is_active || !visit.is_defined || visit.is_abstract) return;
    const auto parent = reading.prim_indices.find(visit.path.GetParentPath());
    // of a prim below a PointInstancer the parent is not there either
    const bool is_root = visit.path == root;
    if (parent == reading.prim_indices.end() && visit.path.GetPathElementCount() > 1 && !is_root) return;
    if (parent != reading.prim_indices.end() && types.facts_of(reading.prims[parent->second].type).is_instancer) return;
    PhysicsPrim prim;
    prim.path = visit.path;
    prim.index = visit.index;
    prim.sites = visit.sites;
    prim.is_in_instance = visit.is_instance_proxy;
    prim.type = stage::type_name(prim.sites, nullptr);
    if (parent != reading.prim_indices.end()) prim.parent = parent->second;
    prim.is_xformable = types.facts_of(prim.type).is_xformable && !is_root;
    reading.prim_indices.emplace(visit.path, reading.prims.size());
    reading.prims.push_back(std::move(prim));
  };
  stage::walk_prims(reading.composed, add, root);
}

}  // namespace

namespace {

/// Whether a node came with the parent of its prim.
bool is_due_to_parent(PcpNodeRef node) {
  while (!node.IsRootNode() && node.IsDueToAncestor()) node = node.GetParentNode();
  return node.IsRootNode();
}

/// Whether a site is that of the parent's, one step down.
bool is_below(const stage::SpecSite& site, const stage::SpecSite& parent) {
  return site.layer == parent.layer && site.path->GetParentPath() == *parent.path && is_due_to_parent(site.node);
}

}  // namespace

void record_opinions(Reading& reading, PhysicsPrim& prim) {
  prim.first_opinion = reading.opinions.size();
  const PhysicsPrim* parent = prim.parent ? &reading.prims[*prim.parent] : nullptr;
  const bool is_like_parent = parent != nullptr && parent->sites.size() == prim.sites.size();
  for (std::size_t i = 0; i < prim.sites.size(); ++i) {
    const stage::SpecSite& site = prim.sites[i];
    const model::NameIndex path = *site.path == prim.path ? prim.name : reading.recorder.path(*site.path);
    // the arcs of the parent's spec brought this one
    const bool is_beside = is_like_parent && is_below(site, parent->sites[i]);
    reading.opinions.push_back(is_beside
                                   ? reading.recorder.opinion_beside(reading.opinions[parent->first_opinion + i], path)
                                   : reading.recorder.opinion(site, path));
  }
}

void read_prims(Reading& reading, const SdfPath& root) {
  TypeTable types(reading.profile);
  find_prims(reading, root, types);
  std::vector<bool> are_imageable;
  for (const PhysicsPrim& prim : reading.prims) are_imageable.push_back(types.facts_of(prim.type).is_imageable);
  constexpr std::size_t grain = 64;
  WorkParallelForN(
      reading.prims.size(),
      [&](std::size_t begin, std::size_t end) {
        const ArResolverContextBinder binder(reading.recorder.asset().context);
        for (std::size_t i = begin; i < end; ++i) read_specs(reading.prims[i], are_imageable[i]);
      },
      grain);
  reading.in_order.reserve(reading.prims.size());
  for (PhysicsPrim& prim : reading.prims) {
    prim.name = prim.parent ? reading.recorder.path_below(reading.prims[*prim.parent].name, prim.path)
                            : reading.recorder.path(prim.path);
    prim.prim_class = reading.class_indices.index_of(reading.classes, prim);
    if (prim.parent) prim.inherited = stage::placed_below(reading.prims[*prim.parent].inherited, prim.inherited);
    if (prim.path == root) prim.inherited.is_visible = true;
    prim.is_xformable = is_a(reading, prim, "Xformable");
    record_opinions(reading, prim);
    reading.in_order.push_back(&prim);
  }
}

bool has_schema(const Reading& reading, const PhysicsPrim& prim, std::string_view schema) {
  return remembered(asked_of(reading, prim.prim_class).schemas, schema,
                    [&] { return brings_schema(reading, reading.classes[prim.prim_class], schema); });
}

std::vector<std::string> instances_of(const PhysicsPrim& prim, std::string_view schema) {
  std::vector<std::string> instances;
  for (const stage::AppliedSchema& applied : prim.applied) {
    const std::string& name = applied.name.GetString();
    if (name.size() > schema.size() && name.starts_with(schema) && name[schema.size()] == ':') {
      instances.push_back(name.substr(schema.size() + 1));
    }
  }
  return instances;
}

bool is_a(const Reading& reading, const PhysicsPrim& prim, std::string_view type) {
  return remembered(asked_of(reading, prim.prim_class).types, type,
                    [&] { return stage::is_derived_from(reading.profile, prim.type, type); });
}

bool is_drawn(const PhysicsPrim& prim) {
  const TfToken purpose = prim.inherited.purpose();
  return prim.inherited.is_visible && (purpose == "default" || purpose == "render" || purpose == "proxy");
}

model::OpinionIndex opinion_of(const Reading& reading, const PhysicsPrim& prim, const stage::SpecSite& site) {
  const auto known = std::ranges::find_if(prim.sites, [&site](const stage::SpecSite& each) {
    return each.layer == site.layer && each.path == site.path && each.node == site.node;
  });
  return reading.opinions[prim.first_opinion + static_cast<std::size_t>(known - prim.sites.begin())];
}

void collect_property_specs(const PhysicsPrim& prim, const TfToken& name, std::vector<stage::SpecSite>& specs) {
  specs.clear();
  for (const PropertySpec& property : prim.properties) {
    if (property.name == name) specs.push_back(prim.sites[property.site]);
  }
}

model::Field<VtValue> read_value(Reading& reading, const PhysicsPrim& prim, std::string_view name) {
  const auto& [token, fallback] = asked_property(reading, prim, name);
  model::Field<VtValue> field;
  std::vector<stage::SpecSite>& specs = reading.notes.local().specs;
  collect_property_specs(prim, token, specs);
  if (specs.empty()) {
    field.value = fallback;
    return field;
  }
  stage::DefaultValue look = stage::look_at_default(specs, token, fallback);
  const stage::ResolvedValue& resolved = look.resolved;
  if (resolved.source != nullptr) field.opinion = opinion_of(reading, prim, *resolved.source);
  field.sampled = look.is_animated;
  if (resolved.origin == stage::ValueOrigin::Default) {
    field.origin = model::Origin::Authored;
    field.value = std::move(look.resolved.value);
    return field;
  }
  field.origin = resolved.origin == stage::ValueOrigin::Blocked ? model::Origin::Blocked : model::Origin::Fallback;
  field.value = fallback;
  return field;
}

model::Field<double> read_number(Reading& reading, const PhysicsPrim& prim, std::string_view name, double fallback) {
  return converted(reading, prim, name, fallback, number_in);
}

model::Field<bool> read_flag(Reading& reading, const PhysicsPrim& prim, std::string_view name, bool fallback) {
  return converted(reading, prim, name, fallback, flag_in);
}

model::Field<model::NameIndex> read_token(Reading& reading, const PhysicsPrim& prim, std::string_view name,
                                          std::string_view fallback) {
  const model::Field<std::string> read = converted(reading, prim, name, std::string(fallback), token_in);
  return {reading.recorder.name(TfToken(read.value)), read.origin, read.opinion, read.sampled};
}

model::Field<Eigen::Vector3d> read_vector(Reading& reading, const PhysicsPrim& prim, std::string_view name,
                                          const Eigen::Vector3d& fallback) {
  return converted(reading, prim, name, fallback, vector_in);
}

model::Field<Eigen::Vector4d> read_quaternion(Reading& reading, const PhysicsPrim& prim, std::string_view name,
                                              const Eigen::Vector4d& fallback_wxyz) {
  return converted(reading, prim, name, fallback_wxyz, quaternion_in);
}

SdfPathVector read_targets(const Reading& reading, const PhysicsPrim& prim, std::string_view name) {
  return property_targets(reading, prim, asked_property(reading, prim, name).name);
}

SdfPathVector property_targets(const Reading& reading, const PhysicsPrim& prim, const TfToken& name) {
  std::vector<stage::SpecSite> specs;
  collect_property_specs(prim, name, specs);
  if (specs.empty()) return {};
  return stage::relationship_targets(reading.composed, *prim.index, prim.path.AppendProperty(name), specs).paths;
}

WorldParts world_parts(const Reading& reading, const GfMatrix4d& world_from_prim) {
  const GfTransform transform(world_from_prim);
  const GfQuatd rotation = transform.GetRotation().GetQuat();
  const GfVec3d translation = world_from_prim.ExtractTranslation() * reading.meters_per_unit();
  const GfVec3d scale = transform.GetScale();
  WorldParts parts;
  parts.world_from_prim.position = {translation[0], translation[1], translation[2]};
  parts.world_from_prim.rotation = Eigen::Quaterniond(rotation.GetReal(), rotation.GetImaginary()[0],
                                                      rotation.GetImaginary()[1], rotation.GetImaginary()[2])
                                       .normalized();
  parts.scale = {scale[0], scale[1], scale[2]};
  // source: OpenUSD, physics validators, ScaleOrientation
  constexpr double equal_scales = 1e-5;
  const Eigen::Vector3d sizes = parts.scale.cwiseAbs();
  const bool is_uniform = sizes.maxCoeff() - sizes.minCoeff() <= equal_scales * sizes.maxCoeff();
  const GfQuatd orientation = transform.GetPivotOrientation().GetQuat();
  parts.is_skewed = !is_uniform && std::abs(orientation.GetReal()) < 1 - equal_scales;
  return parts;
}

Eigen::Matrix3d linear_part(const GfMatrix4d& matrix) {
  Eigen::Matrix3d linear;
  for (int row = 0; row < 3; ++row) {
    for (int column = 0; column < 3; ++column) linear(column, row) = matrix[row][column];
  }
  return linear;
}

void note_oddity(Reading& reading, const PhysicsPrim& prim, std::string_view property, std::string text) {
  const std::less<const PhysicsPrim*> before;
  const PhysicsPrim* first = reading.prims.data();
  const bool is_listed = !before(&prim, first) && before(&prim, first + reading.prims.size());
  const std::size_t position = is_listed ? static_cast<std::size_t>(&prim - first) : reading.prims.size();
  reading.notes.local().oddities.push_back({position, {prim.name, std::string(property), std::move(text)}});
}

}  // namespace assay::extract
