#include "assay/stage/walk.h"

#include <algorithm>

namespace assay::stage {
namespace {

using namespace pxr;

/// Whether a spec reaches the prim through an inherit that the prim itself has, not one of its ancestors.
bool is_directly_inherited(const SpecSite& site) {
  for (PcpNodeRef node = site.node; node; node = node.GetParentNode()) {
    if (node.GetArcType() == PcpArcTypeInherit && !node.IsDueToAncestor()) return true;
  }
  return false;
}

/// What children take over from the prim above them.
struct Inherited {
  bool is_defined = true;
  bool is_abstract = false;
  bool is_in_instance = false;
};

struct Pending {
  SdfPath path;
  Inherited inherited;
};

void push_children(const PrimVisit& visit, const Inherited& inherited, std::vector<Pending>& pending) {
  TfTokenVector names;
  PcpTokenSet prohibited;
  visit.index->ComputePrimChildNames(&names, &prohibited);
  for (auto name = names.rbegin(); name != names.rend(); ++name) {
    pending.push_back({visit.path.AppendChild(*name), inherited});
  }
}

}  // namespace

SdfSpecifier specifier_of(const std::vector<SpecSite>& sites) {
  SdfSpecifier inherited = SdfSpecifierOver;
  for (const SpecSite& site : sites) {
    SdfSpecifier specifier = SdfSpecifierOver;
    if (!site.layer->HasField(*site.path, SdfFieldKeys->Specifier, &specifier)) continue;
    if (!SdfIsDefiningSpecifier(specifier)) continue;
    if (specifier == SdfSpecifierDef || !is_directly_inherited(site)) return specifier;
    inherited = specifier;
  }
  return inherited;
}

void walk_prims(const Composed& composed, const std::function<void(const PrimVisit&)>& visit, const SdfPath& root) {
  PrimVisit current;
  std::vector<Pending> pending = {{root, {}}};
  while (!pending.empty()) {
    const auto [path, inherited] = pending.back();
    pending.pop_back();
    current.path = path;
    current.index = composed.prim_index(path);
    if (current.index == nullptr) continue;
    if (path.IsAbsoluteRootPath()) {
      push_children(current, {}, pending);
      continue;
    }
    collect_spec_sites(*current.index, current.sites);
    current.specifier = specifier_of(current.sites);
    current.is_active = is_active(current.sites);
    current.is_defined = inherited.is_defined && SdfIsDefiningSpecifier(current.specifier);
    current.is_abstract = inherited.is_abstract || current.specifier == SdfSpecifierClass;
    current.is_instance = current.is_active && current.index->IsInstanceable();
    current.is_instance_proxy = inherited.is_in_instance;
    visit(current);
    if (!current.is_active) continue;
    // flags start anew below an instance: its prototype is a defined root
    Inherited below{current.is_defined, current.is_abstract, inherited.is_in_instance || current.is_instance};
    if (current.is_instance) below = {true, false, true};
    push_children(current, below, pending);
  }
}

}  // namespace assay::stage
