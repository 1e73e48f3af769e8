#include "assay/extract/variant_sections.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>

namespace assay::extract {
namespace {

using namespace pxr;

// fields of a variant spec that say nothing about the prim, and those that are read as children
constexpr std::array<std::string_view, 8> silent_fields = {
    "specifier", "primChildren",  "properties", "variantSetChildren",
    "primOrder", "propertyOrder", "comment",    "documentation"};

/// A reference or payload as a layer writes it.
template <class ExternalArc>
std::string text_of(const ExternalArc& item) {
  const std::string prim = item.GetPrimPath().IsEmpty() ? "" : "<" + item.GetPrimPath().GetString() + ">";
  return item.GetAssetPath().empty() ? prim : "@" + item.GetAssetPath() + "@" + prim;
}

std::string text_of(const SdfPath& item) { return "<" + item.GetString() + ">"; }

/// What to look for in the layer's text.
template <class ExternalArc>
std::string key_of(const ExternalArc& item) {
  return item.GetAssetPath().empty() ? item.GetPrimPath().GetString() : item.GetAssetPath();
}

std::string key_of(const SdfPath& item) { return item.GetString(); }

/// Adds what a list op of arcs does: the items it brings, those it deletes, or that it empties the list.
template <class ListOp>
void add_list(const SdfLayer& layer, const SdfPath& variant, const TfToken& field, const char* kind,
              model::VariantSection& section) {
  ListOp list;
  if (!layer.HasField(variant, field, &list)) return;
  const auto add = [&](const auto& items, const std::string& verb) {
    for (const auto& item : items) {
      section.contents.push_back(
          {kind, verb + text_of(item), {section.opinion, "", field.GetString(), key_of(item), {}}});
    }
  };
  if (list.IsExplicit() && list.GetExplicitItems().empty()) {
    section.contents.push_back({kind, "None", {section.opinion, "", field.GetString(), "", {}}});
  }
  add(list.GetExplicitItems(), "");
  add(list.GetPrependedItems(), "");
  add(list.GetAppendedItems(), "");
  add(list.GetAddedItems(), "");
  add(list.GetDeletedItems(), "delete ");
  add(list.GetOrderedItems(), "reorder ");
}

void add_children(Recorder& recorder, const stage::SpecSite& site, const SdfPath& variant,
                  model::VariantSection& section) {
  const SdfLayer& layer = *site.layer;
  TfTokenVector names;
  if (layer.HasField(variant, SdfChildrenKeys->PrimChildren, &names)) {
    for (const TfToken& name : names) {
      const model::OpinionIndex child = recorder.opinion(site.node, layer, variant.AppendChild(name));
      section.contents.push_back({"prim", name.GetString(), {child, "", "", "", {}}});
    }
  }
  if (layer.HasField(variant, SdfChildrenKeys->PropertyChildren, &names)) {
    for (const TfToken& name : names) {
      section.contents.push_back({"property", name.GetString(), {section.opinion, name.GetString(), "", "", {}}});
    }
  }
  if (layer.HasField(variant, SdfChildrenKeys->VariantSetChildren, &names)) {
    for (const TfToken& name : names) {
      const SdfPath set = variant.AppendVariantSelection(name.GetString(), "");
      const model::OpinionIndex nested = recorder.opinion(site.node, layer, set);
      section.contents.push_back({"variant set", name.GetString(), {nested, "", "", "", {}}});
    }
  }
}

/// Whether a field is one that says nothing here: silent ones, an empty type, a list of sets that stand as children.
bool is_silent(const SdfLayer& layer, const SdfPath& variant, const TfToken& field) {
  if (std::ranges::find(silent_fields, field.GetString()) != silent_fields.end()) return true;
  if (field == SdfFieldKeys->TypeName) return layer.GetFieldAs<TfToken>(variant, field).IsEmpty();
  return field == SdfFieldKeys->VariantSetNames && layer.HasField(variant, SdfChildrenKeys->VariantSetChildren);
}

void add_fields(const SdfLayer& layer, const SdfPath& variant, model::VariantSection& section) {
  for (const TfToken& field : layer.ListFields(variant)) {
    if (is_silent(layer, variant, field)) continue;
    if (field == SdfFieldKeys->Payload) {
      add_list<SdfPayloadListOp>(layer, variant, field, "payload", section);
    } else if (field == SdfFieldKeys->References) {
      add_list<SdfReferenceListOp>(layer, variant, field, "reference", section);
    } else if (field == SdfFieldKeys->InheritPaths) {
      add_list<SdfPathListOp>(layer, variant, field, "inherit", section);
    } else if (field == SdfFieldKeys->Specializes) {
      add_list<SdfPathListOp>(layer, variant, field, "specialize", section);
    } else {
      section.contents.push_back({"metadata", field.GetString(), {section.opinion, "", field.GetString(), "", {}}});
    }
  }
}

/// Whether a file lies in runnables/physics of the folder that holds the writing layer, or of the one above; of members
/// of a package, inside that package.
bool is_inside_asset(const SdfLayer& layer, const std::string& resolved) {
  namespace fs = std::filesystem;
  const std::string own = stage::content_path(layer);
  const auto [own_package, own_member] = ArSplitPackageRelativePathInner(own);
  const auto [package, member] = ArSplitPackageRelativePathInner(resolved);
  if (member.empty() != own_member.empty() || (!member.empty() && package != own_package)) return false;
  const fs::path own_folder = fs::path(own_member.empty() ? own : own_member).parent_path();
  const fs::path folder = fs::path(member.empty() ? resolved : member).parent_path();
  const fs::path runnables = fs::path("runnables") / "physics";
  return folder == own_folder / runnables || (!own_folder.empty() && folder == own_folder.parent_path() / runnables);
}

/// A payload as a layer writes it, in the place that its strongest mention has.
struct WrittenPayload {
  std::string asset_path;
  const stage::SpecSite* site = nullptr;
};

model::PayloadArc payload_arc(Recorder& recorder, const SdfPayload& anchored, const WrittenPayload& written,
                              const SdfPath& variant) {
  const SdfLayer& layer = *written.site->layer;
  model::PayloadArc arc;
  arc.asset_path = written.asset_path;
  arc.target_prim = anchored.GetPrimPath().GetString();
  arc.place.opinion = recorder.opinion(written.site->node, layer, variant);
  arc.place.field = "payload";
  arc.place.item = arc.asset_path.empty() ? arc.target_prim : arc.asset_path;
  if (arc.asset_path.empty()) return arc;

  const SdfLayerHandle handle(const_cast<SdfLayer*>(&layer));
  const std::string resolved = SdfResolveAssetPathRelativeToLayer(handle, arc.asset_path);
  arc.exists = !resolved.empty();
  if (!arc.exists) return arc;
  arc.resolved_name = stage::resolved_name(recorder.asset(), resolved);
  arc.inside_asset = is_inside_asset(layer, resolved);
  return arc;
}

bool is_same_payload(const model::PayloadArc& left, const model::PayloadArc& right) {
  const bool same_file = left.exists ? left.resolved_name == right.resolved_name : left.asset_path == right.asset_path;
  return same_file && left.target_prim == right.target_prim && left.exists == right.exists;
}

/// Composes the payload list of one option over the layers of one node. Source: Pcp, which anchors each path to the
/// layer that writes it before it applies list ops.
void extract_node_payloads(Recorder& recorder, std::span<const stage::SpecSite> sites, const std::string& set,
                           model::VariantOption& option) {
  std::vector<SdfPayload> composed;
  std::map<SdfPayload, WrittenPayload> written;
  for (std::size_t index = sites.size(); index-- > 0;) {
    const stage::SpecSite& site = sites[index];
    SdfPayloadListOp list;
    const SdfPath variant = site.path->AppendVariantSelection(set, option.name);
    if (!site.layer->HasField(variant, SdfFieldKeys->Payload, &list)) continue;
    const SdfLayerHandle layer(const_cast<SdfLayer*>(site.layer));
    list.ApplyOperations(&composed, [&](SdfListOpType operation, const SdfPayload& payload) {
      const std::string path = stage::evaluated(payload.GetAssetPath(), site.node);
      SdfPayload anchored(path.empty() ? path : SdfComputeAssetPathRelativeToLayer(layer, path), payload.GetPrimPath(),
                          payload.GetLayerOffset());
      if (operation != SdfListOpTypeDeleted) written[anchored] = {path, &site};
      return std::optional<SdfPayload>(anchored);
    });
  }
  for (const SdfPayload& payload : composed) {
    const WrittenPayload& source = written[payload];
    const SdfPath variant = source.site->path->AppendVariantSelection(set, option.name);
    model::PayloadArc arc = payload_arc(recorder, payload, source, variant);
    const auto is_known = [&arc](const model::PayloadArc& known) { return is_same_payload(known, arc); };
    if (std::ranges::none_of(option.payloads, is_known)) option.payloads.push_back(std::move(arc));
  }
}

}  // namespace

model::VariantSection extract_section(Recorder& recorder, const stage::SpecSite& site, const SdfPath& variant) {
  model::VariantSection section;
  section.opinion = recorder.opinion(site.node, *site.layer, variant);
  add_children(recorder, site, variant, section);
  add_fields(*site.layer, variant, section);
  return section;
}

void extract_option_payloads(Recorder& recorder, const std::vector<stage::SpecSite>& sites, const std::string& set,
                             model::VariantOption& option) {
  // the specs of one node stand together, strongest layer first
  const std::span<const stage::SpecSite> all(sites);
  for (std::size_t begin = 0; begin < all.size();) {
    std::size_t end = begin + 1;
    while (end < all.size() && all[end].node == all[begin].node) ++end;
    extract_node_payloads(recorder, all.subspan(begin, end - begin), set, option);
    begin = end;
  }
}

}  // namespace assay::extract
