#pragma once

#include "assay/base/finding.h"
#include "assay/base/result.h"

#include <map>
#include <string>
#include <vector>

namespace assay {

/// Verdict and counts of one readiness column (physx, newton, mujoco or standard).
struct Readiness {
  Verdict verdict = Verdict::Pass;
  int errors = 0;
  int warnings = 0;
  int notes = 0;
};

/// One composition of the asset that was judged.
struct SelectionReport {
  std::string name;                             // standard, physx, newton, mujoco or authored
  std::map<std::string, std::string> variants;  // runtime variant set → option; empty string when none is selected
  Verdict verdict = Verdict::Pass;
  bool as_opened = false;  // the asset opens with exactly this selection
};

/// How much work an asset cost.
struct WorkCounts {
  int layers = 0;        // distinct layers that were parsed
  int compositions = 0;  // prim index caches that were filled
};

/// Everything one asset's check found.
struct AssetReport {
  std::string asset;  // path for programs, see --relative-to
  std::string shown;  // path as the user named it, for people; not part of the JSON
  std::string role;
  std::vector<std::string> targets;
  Verdict verdict = Verdict::Pass;
  std::map<std::string, Readiness> readiness;
  std::vector<SelectionReport> selections;
  std::vector<Finding> findings;
  std::vector<NotEvaluated> not_evaluated;
  std::vector<Finding> silenced;  // findings that count in no verdict, each with what silences it
  std::vector<Error> errors;      // why the asset could not be judged
  WorkCounts work;
};

/// Something to know about the files that silence findings.
struct SilencingNote {
  std::string message;
  std::string file;  // relative to the same folder as assets
  int line = 0;      // 1-based
  int column = 0;    // 1-based
};

/// The files that silence findings in a run, and what became of their entries.
struct Silencing {
  std::string settings;         // relative to the same folder as assets; empty when no settings file holds
  std::string settings_digest;  // SHA-256 of its text
  std::string baseline;         // relative likewise; empty when there is none
  int known = 0;                // findings that the baseline silenced
  int gone = 0;                 // findings of the baseline that the judged assets no longer have
  std::vector<SilencingNote> notes;
};

/// What `assay check` found in all assets of one run.
struct CheckReport {
  std::string profile;
  std::string isolation;      // auto, always or off
  bool is_cancelled = false;  // interrupted by the user; what was not judged says so
  std::string limits_digest;  // SHA-256 of the limits in force
  std::vector<AssetReport> assets;
  std::vector<Error> errors;  // paths that name no asset
  Silencing silencing;
};

}  // namespace assay
