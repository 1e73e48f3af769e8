#pragma once

#include "assay/base/finding.h"
#include "assay/base/target.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace assay::schema {

/// What a reader makes of a feature; Unknown where no source states it.
enum class EffectKind : std::uint8_t { Honoured, Approximated, Ignored, Refused, Unknown };

/// How a fact about a runtime came to be known.
enum class SourceKind : std::uint8_t { Code, Schema, Documentation, Measured, Report };

/// What the shape of a collider becomes.
enum class Realisation : std::uint8_t {
  Hull,        // its convex hull
  Mesh,        // the triangles as they are
  Pieces,      // convex ones
  Nothing,     // the shape, or the whole file, is left out
  Ellipsoid,   // of a sphere alone
  AlongZ,      // its axis is Z, whichever is stated
  RawNumbers,  // its lengths in units of the stage are taken as metres
};

/// A program that turns USD into a simulation. Source: data/effects.toml.
struct Reader {
  std::string_view name;  // physx, newton, mujoco-usd
  Target runtime;         // the runtime that is judged by this reader
  std::string_view title;
};

/// What facts about a runtime rest on. Source: data/effects.toml.
struct FactSource {
  std::string_view id;
  SourceKind kind;
  std::string_view product;  // ovphysx
  std::string_view version;  // the version that its facts hold for; empty for reports
  std::string_view text;
};

/// A source with what was read or run.
struct Citation {
  const FactSource* source;
  std::string_view detail;  // may be empty
};

/// What one reader makes of one feature.
struct Effect {
  EffectKind kind;
  std::string_view how;                // may be empty
  std::optional<Realisation> becomes;  // of a shape; none where no source says it
  std::optional<Severity> severity;    // of a finding; none where there is nothing to report, or nothing yet
  bool is_confirmed;                   // false where the engine has to be run before a rule may report it
  std::span<const Citation> sources;   // the one that counts most first; empty for Unknown alone
  const Effect* earlier;               // what the version of its own first source did; may be null
};

/// Something that an asset may use and that runtimes differ about. Source: data/effects/.
struct Feature {
  std::string_view id;  // a finding about it is runtime.<id>-lost
  std::string_view area;
  std::string_view used_when;
  std::string_view owner;           // the rule that reports the case instead; may be empty
  std::string_view owner_when;      // what must hold for the owner to take it; empty for always
  std::span<const Effect> effects;  // one for each of readers(), in their order
};

/// What a reader takes where an asset says nothing. Source: data/runtime_defaults.toml.
struct RuntimeDefault {
  std::string_view id;
  const Reader* reader;
  std::optional<double> number;
  std::string_view word;      // where the value is no number
  std::string_view unit;      // of the number; empty where it has none
  std::string_view rule;      // in words, where there is no value
  std::string_view property;  // the attribute that replaces it; may be empty
  std::span<const Citation> sources;
};

std::span<const Reader> readers();
std::span<const FactSource> fact_sources();

/// All features, by area.
std::span<const Feature> features();

std::span<const RuntimeDefault> runtime_defaults();

/// The reader of exactly that name.
const Reader* find_reader(std::string_view name);

/// The reader by which a runtime is judged; null for the neutral base.
const Reader* reader_of(Target runtime);

/// The feature of exactly that id.
const Feature* find_feature(std::string_view id);

/// What a reader makes of a feature.
const Effect& effect_of(const Feature& feature, const Reader& reader);

/// The same by names; null where one of them is not known.
const Effect* find_effect(std::string_view feature, std::string_view reader);

/// What a reader takes where an asset says nothing; null where no source states it.
const RuntimeDefault* find_default(std::string_view id, std::string_view reader);

/// Product and version that an effect holds for, as `ovphysx 0.7.0`; empty for Unknown and for what users report.
std::string version_text(const Effect& effect);

/// A citation as one line of text.
std::string citation_text(const Citation& citation);

/// `honoured`, `approximated`, `ignored`, `refused` or `unknown`.
std::string_view name_of(EffectKind kind);

/// `hull`, `mesh`, `pieces`, `nothing`, `ellipsoid`, `along-z` or `raw-numbers`.
std::string_view name_of(Realisation realisation);

/// `code`, `schema`, `documentation`, `measured` or `report`.
std::string_view name_of(SourceKind kind);

}  // namespace assay::schema
