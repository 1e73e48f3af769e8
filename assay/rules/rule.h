#pragma once

#include "assay/base/finding.h"
#include "assay/model/model.h"
#include "assay/schema/limits.h"
#include "assay/schema/profile.h"

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace assay::rules {

/// When the isolation policy is enforced: where the asset declares runtimes, always, or never.
enum class Isolation : std::uint8_t { Auto, Always, Off };

/// `auto`, `always` or `off`.
constexpr std::string_view name_of(Isolation isolation) {
  constexpr std::string_view names[] = {"auto", "always", "off"};
  return names[static_cast<std::size_t>(isolation)];
}

/// What a rule is judged under.
struct Context {
  const schema::Profile* profile = nullptr;
  const schema::IsolationPolicy* policy = nullptr;
  std::vector<Target> required;  // runtimes that --require names
  std::vector<Target> judged;    // runtimes that --runtime names
  bool policy_enforced = false;  // see Isolation
  bool isolation_off = false;    // isolation is not even mentioned
};

/// A finding before its message is rendered and its places are turned into sites.
struct Draft {
  Finding finding;                   // without rule id, message, sites and fingerprint
  std::string_view message;          // template over the finding's values; {reasons} stands for `reasons`
  std::vector<std::string> reasons;  // gathered when drafts that are otherwise equal merge over selections
  model::Place place;
  std::vector<model::Place> related;
  const model::VariantSection* moved_section = nullptr;  // a fix moves all that it holds into its payload
};

using Drafts = std::vector<Draft>;

/// One question about an asset, with everything that its page prints.
struct Rule {
  std::string_view id;       // group.problem; reads well after "allow"
  Severity severity;         // the worst it reports
  std::string_view summary;  // one sentence, under 80 characters
  std::string_view what;     // what it asks, exactly
  std::string_view why;
  std::string_view silent_for;
  std::string_view example;                              // usda text that it reports
  std::string_view fix;                                  // none, or what a person does
  std::initializer_list<std::string_view> requirements;  // ids it judges
  std::initializer_list<std::string_view> sources;
  void (*check)(const model::Model&, const Context&, Drafts&);

  /// `runtime` of `runtime.foreign-data`.
  std::string_view group() const { return id.substr(0, id.find('.')); }
};

}  // namespace assay::rules
