#pragma once

#include "assay/schema/catalog.h"
#include "assay/schema/isolation_policy.h"

#include <span>
#include <string_view>

namespace assay::schema {

/// The severity that a profile gives a rule in place of the rule's own.
struct ProfileSeverity {
  std::string_view rule;
  std::string_view severity;
};

/// Which schema versions, policy and conventions hold. Source: data/profiles/.
struct Profile {
  std::string_view name;
  std::string_view summary;
  std::string_view isolation_policy;
  std::span<const CatalogPin> catalogs;
  std::span<const ProfileSeverity> severities;
};

std::span<const Profile> profiles();

/// The profile of that name, or null.
const Profile* find_profile(std::string_view name);

/// The isolation policy that a profile names.
const IsolationPolicy& policy_of(const Profile& profile);

}  // namespace assay::schema
