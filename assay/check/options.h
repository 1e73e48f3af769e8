#pragma once

#include "assay/check/baseline.h"
#include "assay/check/settings.h"
#include "assay/rules/rule.h"

#include <string>
#include <vector>

namespace assay::check {

/// What a check is judged under; the same for every asset of a run.
struct Options {
  const schema::Profile* profile = nullptr;
  schema::Limits limits;
  rules::Isolation isolation = rules::Isolation::Auto;
  std::vector<Target> required;     // runtimes the asset must have been prepared for
  std::vector<Target> runtimes;     // runtimes it is judged for; empty: those it declares and the required ones
  std::string role;                 // empty: guessed
  std::vector<std::string> select;  // rule ids, groups, requirements, prefixes or features; empty: everything
  std::vector<std::string> ignore;
  Severity fail_on = Severity::Error;
  int jobs = 0;             // worker processes; 0: one for each processor
  std::string relative_to;  // absolute folder; empty: the deepest folder that holds all given paths
  Settings settings;        // its severities are among those of `limits`
  Baseline baseline;
  Date today;                  // what silences expire by
  bool composes_each = false;  // every selection by a composition of its own: slower, and the same result
  bool (*is_cancelled)() = nullptr;
};

}  // namespace assay::check
