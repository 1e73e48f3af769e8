#include "assay/inspect/lens_features.h"

#include <nlohmann/json.hpp>

#include <map>

namespace assay::inspect {
namespace {

using model::JointKind;

/// A joint that follows another one.
struct Follower {
  model::NameIndex prim = 0;
  std::string leader;
};

bool names_physx_leader(std::string_view property) {
  return property.starts_with("physxMimicJoint:") && property.ends_with(":referenceJoint");
}

/// The first target of a relationship's value; empty for none.
std::string first_target(const model::VendorValue& value) {
  const nlohmann::json targets = nlohmann::json::parse(value.value, nullptr, false);
  const bool has_target = targets.is_array() && !targets.empty() && targets.front().is_string();
  return has_target ? targets.front().get<std::string>() : "";
}

/// The joints that follow another by the schema of any vendor and are not told not to.
std::vector<Follower> followers_of(const Seen& seen) {
  std::vector<Follower> followers;
  for (const model::VendorValue& value : seen.physics.vendor_values) {
    const std::string& property = seen.text(value.property);
    const bool names_leader = names_physx_leader(property) || property == "newton:mimicJoint" ||
                              (property == "mjc:target" && has_schema(seen, value.prim, "MjcEqualityJointAPI"));
    const bool is_off = has_value_where(seen, value.prim, [](std::string_view name, const model::VendorValue& each) {
      return name == "newton:mimicEnabled" && each.value == "false";
    });
    std::string leader = names_leader && !is_off ? first_target(value) : "";
    if (!leader.empty()) followers.push_back({value.prim, std::move(leader)});
  }
  return followers;
}

Prims with_following_leader(const Seen& seen) {
  const std::vector<Follower> followers = followers_of(seen);
  std::set<std::string_view> following;
  for (const Follower& follower : followers) following.insert(seen.text(follower.prim));
  Prims prims;
  for (const Follower& follower : followers) {
    if (following.contains(follower.leader)) prims.push_back(follower.prim);
  }
  return prims;
}

bool is_fixed(const Seen& seen, std::string_view prim) {
  const auto joint = seen.joints.find(prim);
  return joint != seen.joints.end() && joint->second->kind == JointKind::Fixed;
}

Prims with_fixed_side(const Seen& seen) {
  Prims prims;
  for (const Follower& follower : followers_of(seen)) {
    if (is_fixed(seen, seen.text(follower.prim)) || is_fixed(seen, follower.leader)) prims.push_back(follower.prim);
  }
  return prims;
}

bool has_linear_mimic(const Seen& seen, const model::Joint& joint) {
  return joint.kind == JointKind::Prismatic && has_schema_like(seen, joint.path, "PhysxMimicJointAPI");
}

Prims with_newton_mimic(const Seen& seen) {
  return prims_with_schema(seen, [](const std::string& name) { return name == "NewtonMimicAPI"; });
}

Prims with_polynomial(const Seen& seen) {
  return prims_with_value(seen, [](std::string_view property, const model::VendorValue& value) {
    const bool is_higher = property == "mjc:coef2" || property == "mjc:coef3" || property == "mjc:coef4";
    return is_higher && is_number(value, [](double number) { return number != 0; });
  });
}

/// Joints that follow a leader which others follow too, by the PhysX schema.
Prims with_shared_leader(const Seen& seen) {
  std::map<std::string, Prims> followers;
  for (const model::VendorValue& value : seen.physics.vendor_values) {
    if (names_physx_leader(seen.text(value.property))) followers[value.value].push_back(value.prim);
  }
  Prims prims;
  for (const auto& [leader, each] : followers) {
    if (each.size() > 1) prims.insert(prims.end(), each.begin(), each.end());
  }
  return prims;
}

constexpr Decision decisions[] = {
    {"mimic-physx-linear", joints<has_linear_mimic>},
    {"mimic-newton", with_newton_mimic},
    {"mimic-mjc-poly", with_polynomial},
    {"mimic-fan-out", with_shared_leader},
    {"mimic-chain", with_following_leader},
    {"mimic-on-fixed", with_fixed_side},
};

}  // namespace

std::span<const Decision> mimic_decisions() { return decisions; }

}  // namespace assay::inspect
