#include "assay/schema/profile.h"

#include "assay/base/check.h"

namespace assay::schema {

const Profile* find_profile(std::string_view name) {
  for (const Profile& profile : profiles()) {
    if (profile.name == name) return &profile;
  }
  return nullptr;
}

const IsolationPolicy& policy_of(const Profile& profile) {
  for (const IsolationPolicy& policy : isolation_policies()) {
    if (policy.name == profile.isolation_policy) return policy;
  }
  ASSAY_CHECK(!"every profile names a policy of data/isolation");
  return isolation_policies().front();
}

}  // namespace assay::schema
