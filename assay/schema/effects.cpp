#include "assay/schema/effects.h"

#include "assay/base/check.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay::schema {
namespace {

std::string product_text(const FactSource& source) {
  return source.version.empty() ? std::string(source.product) : fmt::format("{} {}", source.product, source.version);
}

}  // namespace

const Reader* find_reader(std::string_view name) {
  const auto found = std::ranges::find(readers(), name, &Reader::name);
  return found == readers().end() ? nullptr : &*found;
}

const Reader* reader_of(Target runtime) {
  const auto found = std::ranges::find(readers(), runtime, &Reader::runtime);
  return found == readers().end() ? nullptr : &*found;
}

const Feature* find_feature(std::string_view id) {
  const auto found = std::ranges::find(features(), id, &Feature::id);
  return found == features().end() ? nullptr : &*found;
}

const Effect& effect_of(const Feature& feature, const Reader& reader) {
  const auto place = static_cast<std::size_t>(&reader - readers().data());
  ASSAY_CHECK(place < feature.effects.size());
  return feature.effects[place];
}

const Effect* find_effect(std::string_view feature, std::string_view reader) {
  const Feature* found = find_feature(feature);
  const Reader* by = find_reader(reader);
  return found == nullptr || by == nullptr ? nullptr : &effect_of(*found, *by);
}

const RuntimeDefault* find_default(std::string_view id, std::string_view reader) {
  for (const RuntimeDefault& each : runtime_defaults()) {
    if (each.id == id && each.reader->name == reader) return &each;
  }
  return nullptr;
}

std::string version_text(const Effect& effect) {
  if (effect.sources.empty() || effect.sources.front().source->version.empty()) return {};
  return product_text(*effect.sources.front().source);
}

std::string citation_text(const Citation& citation) {
  const FactSource& source = *citation.source;
  if (source.kind == SourceKind::Measured) {
    return fmt::format("measured: {}, {} ({})", product_text(source), citation.detail, source.text);
  }
  const std::string text = fmt::format("{}: {}, {}", name_of(source.kind), product_text(source), source.text);
  return citation.detail.empty() ? text : fmt::format("{}: {}", text, citation.detail);
}

std::string_view name_of(EffectKind kind) {
  switch (kind) {
    case EffectKind::Honoured:
      return "honoured";
    case EffectKind::Approximated:
      return "approximated";
    case EffectKind::Ignored:
      return "ignored";
    case EffectKind::Refused:
      return "refused";
    case EffectKind::Unknown:
      return "unknown";
  }
  return "unknown";
}

std::string_view name_of(Realisation realisation) {
  switch (realisation) {
    case Realisation::Hull:
      return "hull";
    case Realisation::Mesh:
      return "mesh";
    case Realisation::Pieces:
      return "pieces";
    case Realisation::Nothing:
      return "nothing";
    case Realisation::Ellipsoid:
      return "ellipsoid";
    case Realisation::AlongZ:
      return "along-z";
    case Realisation::RawNumbers:
      return "raw-numbers";
  }
  return "nothing";
}

std::string_view name_of(SourceKind kind) {
  switch (kind) {
    case SourceKind::Code:
      return "code";
    case SourceKind::Schema:
      return "schema";
    case SourceKind::Documentation:
      return "documentation";
    case SourceKind::Measured:
      return "measured";
    case SourceKind::Report:
      return "report";
  }
  return "report";
}

}  // namespace assay::schema
