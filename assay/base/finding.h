#pragma once

#include "assay/base/edit.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace assay {

/// How much a finding matters; a higher enumerator is worse.
enum class Severity : std::uint8_t { Note, Warning, Error };

/// Judgement of a selection, a runtime or an asset; a higher enumerator is worse.
enum class Verdict : std::uint8_t { Pass, Conditional, NotEvaluated, Fail };

/// One step of the way from the asset's root layer to an opinion.
struct Arc {
  std::string kind;   // root, sublayer, variant, reference, payload, inherit, specialize, relocate
  std::string layer;  // the layer that the step leads to, relative to the asset's folder
  std::string path;   // the spec path that the step leads to, e.g. /Root{PhysX=Enabled}
  bool operator==(const Arc&) const = default;
};

/// One line of a text layer, cut to a readable width, with the part that a site points at.
struct Excerpt {
  std::string text;
  int caret = 0;   // 0-based position in text, in characters
  int length = 0;  // characters, at least 1 where text is not empty
};

/// Where something is authored.
struct Site {
  std::string layer;     // relative to the asset's folder; members of packages as pack.usdz[member.usda]
  std::string prim;      // spec path in that layer
  std::string property;  // name; empty when the prim itself is meant
  int line = 0;          // 1-based; 0 when the layer is not text
  int column = 0;        // 1-based, in characters; 0 when the layer is not text
  std::vector<Arc> arcs;
  Excerpt excerpt;
};

/// A typed value that a message refers to by name.
using Value = std::variant<bool, std::int64_t, double, std::string, std::vector<std::string>>;
using Values = std::vector<std::pair<std::string, Value>>;

/// What takes a finding out of the verdicts; without a source, nothing does.
struct SilencedBy {
  std::string reason;  // the settings' reason, or `baseline`
  std::string source;  // the file that says so, and the line where that is a settings file
  bool operator==(const SilencedBy&) const = default;
};

/// One fact about an asset that a rule reports.
struct Finding {
  std::string rule;
  Severity severity = Severity::Error;
  std::vector<std::string> requirements;  // judged requirement ids, e.g. RV.011
  std::vector<std::string> selections;    // selections it appears under; empty when it is about the asset's structure
  std::vector<std::string> variants;      // further options needed to see it, e.g. /Root{Formulation=Loop}
  std::vector<std::string> runtimes;      // runtimes it matters to; empty when it is tied to none
  std::string prim;                       // composed path (an instance proxy's path inside instances), or empty
  std::string property;
  std::string subject;  // the schema, attribute, relationship, prim type, set or Set=Option concerned
  std::string message;
  std::string remedy;  // what to do, one sentence; empty when the rule knows none
  Values values;
  Site site;
  std::vector<Site> related;
  std::vector<Fix> fixes;
  std::string caused_by;    // fingerprint of the finding that explains this one
  std::string fingerprint;  // SHA-256 of rule, layer, spec path, property and subject
  SilencedBy silenced_by;
};

/// A selected rule that could not be judged, and why.
struct NotEvaluated {
  std::string rule;
  std::string reason;
};

std::string_view name_of(Severity severity);
std::string_view name_of(Verdict verdict);

/// Severity for `error`, `warning` or `note`; false when the name is none of them.
bool severity_from_name(std::string_view name, Severity& severity);

/// Fills in `fingerprint` from the finding's own fields.
void set_fingerprint(Finding& finding);

}  // namespace assay
