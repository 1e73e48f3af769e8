#include "assay/stage/broken_arcs.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <tuple>

namespace assay::stage {
namespace {

using namespace pxr;

/// What a report calls an arc, and the field that holds it.
struct ArcName {
  PcpArcType type;
  const char* kind;
  const char* field;
};

constexpr ArcName arc_names[] = {
    {PcpArcTypeInherit, "inherit", "inheritPaths"}, {PcpArcTypeVariant, "variant", "variantSelection"},
    {PcpArcTypeRelocate, "relocate", "relocates"},  {PcpArcTypeReference, "reference", "references"},
    {PcpArcTypePayload, "payload", "payload"},      {PcpArcTypeSpecialize, "specialize", "specializes"},
};

ArcName name_of(PcpArcType type) {
  for (const ArcName& name : arc_names) {
    if (name.type == type) return name;
  }
  return {type, "arc", ""};
}

/// Errors that leave the composed content whole; all others lose some.
bool keeps_content(PcpErrorType type) {
  switch (type) {
    case PcpErrorType_InvalidReferenceOffset:
    case PcpErrorType_InvalidSublayerOffset:
    case PcpErrorType_InvalidSublayerOwnership:
    case PcpErrorType_OpinionAtRelocationSource:
    case PcpErrorType_InconsistentAttributeVariability:
      return true;
    default:
      return false;
  }
}

std::string asset_path_detail(const Asset& asset, const std::string& written, const std::string& resolved) {
  if (resolved.empty() || ArGetResolver().Resolve(resolved).empty()) {
    return fmt::format("no file is found for @{}@", written);
  }
  const Error error = parse_error(asset, resolved);
  const std::string name = resolved_name(asset, resolved);
  if (error.line == 0) return fmt::format("{} does not open: {}", name, error.message);
  return fmt::format("{}:{}:{} does not open: {}", name, error.line, error.column, error.message);
}

void read(const Asset& asset, const PcpErrorInvalidAssetPathBase& error, ArcError& arc) {
  const ArcName name = name_of(error.arcType);
  arc.kind = name.kind;
  arc.field = name.field;
  arc.subject = error.assetPath;
  arc.detail = asset_path_detail(asset, error.assetPath, error.resolvedAssetPath);
  arc.layer = get_pointer(error.sourceLayer);
  arc.spec_path = error.site.path;
}

void read(const Asset& asset, const PcpErrorUnresolvedPrimPath& error, ArcError& arc) {
  const ArcName name = name_of(error.arcType);
  arc.kind = name.kind;
  arc.field = name.field;
  arc.subject = error.unresolvedPath.GetString();
  const std::string target = error.targetLayer ? layer_name(asset, *error.targetLayer) : "the layer";
  // Pcp stands a placeholder in for the default prim that a layer does not name
  const std::string unresolved = error.unresolvedPath.GetString();
  const bool is_default = unresolved.empty() || unresolved == "defaultPrim" || unresolved == "/defaultPrim";
  if (is_default) arc.subject = "default prim of " + target;
  arc.detail = is_default ? fmt::format("{} names no default prim and the arc names no prim", target)
                          : fmt::format("{} has no prim <{}>", target, error.unresolvedPath.GetString());
  arc.layer = get_pointer(error.sourceLayer);
  arc.spec_path = error.site.path;
}

/// The path of a sublayer as its layer writes it; composition names it by what that path resolves to.
std::string written_sublayer(const SdfLayerHandle& layer, const std::string& identifier) {
  for (const std::string written : layer->GetSubLayerPaths()) {
    if (written == identifier || SdfComputeAssetPathRelativeToLayer(layer, written) == identifier) return written;
  }
  return identifier;
}

void read(const Asset& asset, const PcpErrorInvalidSublayerPath& error, ArcError& arc) {
  arc.kind = "sublayer";
  arc.field = "subLayers";
  arc.subject = written_sublayer(error.layer, error.sublayerPath);
  arc.layer = get_pointer(error.layer);
  arc.spec_path = SdfPath::AbsoluteRootPath();
  const std::string identifier = SdfComputeAssetPathRelativeToLayer(error.layer, arc.subject);
  arc.detail = asset_path_detail(asset, arc.subject, ArGetResolver().Resolve(identifier).GetPathString());
}

void read(const Asset& asset, const PcpErrorSublayerCycle& error, ArcError& arc) {
  arc.kind = "cycle";
  arc.field = "subLayers";
  arc.subject = layer_name(asset, *error.sublayer);
  arc.layer = get_pointer(error.layer);
  arc.spec_path = SdfPath::AbsoluteRootPath();
  arc.detail = fmt::format("{} and {} are sublayers of each other", layer_name(asset, *error.layer), arc.subject);
}

void read(const Asset& asset, const PcpErrorArcCycle& error, ArcError& arc) {
  arc.kind = "cycle";
  // the ring begins where the last site was reached before
  const auto is_last = [&error](const PcpSiteTrackerSegment& segment) {
    return segment.site == error.cycle.back().site;
  };
  const auto begin = std::ranges::find_if(error.cycle, is_last);
  for (auto segment = begin; segment != error.cycle.end(); ++segment) {
    const SdfLayerHandle layer = segment->site.layerStackIdentifier.rootLayer;
    const std::string name = layer ? layer_name(asset, *layer) : std::string();
    arc.subject += fmt::format("{}{}<{}>", arc.subject.empty() ? "" : " → ", name, segment->site.path.GetString());
  }
  arc.detail = fmt::format("the arcs lead back to where they began: {}", arc.subject);
  if (error.cycle.size() < 2) return;

  // the last step closes the ring; it is authored at the site before
  const PcpSiteTrackerSegment& source = error.cycle[error.cycle.size() - 2];
  arc.layer = get_pointer(source.site.layerStackIdentifier.rootLayer);
  arc.spec_path = source.site.path;
  arc.field = name_of(error.cycle.back().arcType).field;
}

/// Replaces the identifiers of layers in a message by the names that reports use.
void name_layers(const Asset& asset, const Composed& composed, std::string& text) {
  for (const SdfLayerHandle& layer : composed.cache->GetUsedLayers()) {
    const std::string& identifier = layer->GetIdentifier();
    const std::string name = layer_name(asset, *layer);
    for (std::size_t found = text.find(identifier); found != std::string::npos; found = text.find(identifier, found)) {
      text.replace(found, identifier.size(), name);
      found += name.size();
    }
  }
}

ArcError arc_error(const Asset& asset, const Composed& composed, const PcpErrorBase& error) {
  ArcError arc;
  arc.loses_content = !keeps_content(error.errorType);
  arc.prim = error.rootSite.path;
  if (const auto* path = dynamic_cast<const PcpErrorInvalidAssetPathBase*>(&error)) {
    read(asset, *path, arc);
  } else if (const auto* prim = dynamic_cast<const PcpErrorUnresolvedPrimPath*>(&error)) {
    read(asset, *prim, arc);
  } else if (const auto* sublayer = dynamic_cast<const PcpErrorInvalidSublayerPath*>(&error)) {
    read(asset, *sublayer, arc);
  } else if (const auto* sublayers = dynamic_cast<const PcpErrorSublayerCycle*>(&error)) {
    read(asset, *sublayers, arc);
  } else if (const auto* cycle = dynamic_cast<const PcpErrorArcCycle*>(&error)) {
    read(asset, *cycle, arc);
  } else {
    arc.kind = "composition";
    arc.detail = error.ToString();
    name_layers(asset, composed, arc.detail);
    arc.subject = error.rootSite.path.GetString();
  }
  arc.subject = readable(std::move(arc.subject));
  arc.detail = readable(std::move(arc.detail));
  return arc;
}

}  // namespace

std::vector<ArcError> arc_errors(const Asset& asset, const Composed& composed) {
  const ArResolverContextBinder binder(asset.context);
  std::vector<ArcError> errors;
  for (const PcpErrorBasePtr& error : composed.errors) errors.push_back(arc_error(asset, composed, *error));

  // one broken arc fails once for each prim below it; the shallowest stands for all
  const auto place = [](const ArcError& error) {
    const std::string layer = error.layer == nullptr ? "" : error.layer->GetIdentifier();
    return std::tuple(layer, error.spec_path, error.kind, error.subject, error.prim);
  };
  std::ranges::sort(errors, {}, place);
  const auto repeats = [&place](const ArcError& left, const ArcError& right) {
    const auto [left_layer, left_path, left_kind, left_subject, left_prim] = place(left);
    const auto [layer, path, kind, subject, prim] = place(right);
    return layer == left_layer && path == left_path && kind == left_kind && subject == left_subject;
  };
  const auto repeated = std::ranges::unique(errors, repeats);
  errors.erase(repeated.begin(), repeated.end());
  return errors;
}

}  // namespace assay::stage
