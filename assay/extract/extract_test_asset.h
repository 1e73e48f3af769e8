#pragma once

#include "assay/base/test_folder.h"
#include "assay/extract/extract.h"

#include <algorithm>
#include <map>
#include <string>
#include <vector>

namespace assay::extract {

using Texts = std::vector<std::string>;

/// Parts of a small asset that are not the same in every test; every text is USDA.
struct Parts {
  std::string metadata = "";       // of the root layer
  std::string arcs = "";           // in the metadata of /Root
  std::string physx = "Disabled";  // authored selections
  std::string newton = "Disabled";
  std::string body = "";  // inside /Root
};

inline const std::string physx_payload =
    "over \"Root\"\n{\n    over \"Body\" (\n        prepend apiSchemas = [\"PhysxRigidBodyAPI\"]\n    )\n    {\n    "
    "}\n}\n";
inline const std::string newton_payload =
    "over \"Root\"\n{\n    over \"Body\"\n    {\n        float newton:contactGap = 0.1\n    }\n}\n";

inline std::string runtime_set(const std::string& set, const std::string& stem) {
  return "    variantSet \"" + set +
         "\" = {\n        \"Disabled\" {\n        }\n        \"Enabled\" (\n            prepend payload = "
         "@./runnables/physics/" +
         stem + ".usda@\n        ) {\n        }\n    }\n";
}

/// Writes an asset with the sets PhysX and Newton and a body, and extracts it.
class Asset {
 public:
  explicit Asset(const Parts& parts = {}, int nested_options = 8) : nested_options_(nested_options) {
    payload("physx", physx_payload);
    payload("newton", newton_payload);
    folder.layer("asset.usda", "(\n    defaultPrim = \"Root\"\n" + parts.metadata +
                                   ")\n\ndef Xform \"Root\" (\n    variants = {\n        string PhysX = \"" +
                                   parts.physx + "\"\n        string Newton = \"" + parts.newton +
                                   "\"\n    }\n    prepend variantSets = [\"PhysX\", \"Newton\"]\n" + parts.arcs +
                                   ")\n{\n    def Xform \"Body\" (\n        prepend apiSchemas = "
                                   "[\"PhysicsRigidBodyAPI\"]\n    )\n    {\n    }\n" +
                                   parts.body + runtime_set("PhysX", "physx") + runtime_set("Newton", "newton") +
                                   "}\n");
  }

  void payload(const std::string& stem, const std::string& body) const {
    folder.layer("runnables/physics/" + stem + ".usda", "(\n    defaultPrim = \"Root\"\n)\n\n" + body);
  }

  Extraction extract(const std::string& file = "asset.usda") const {
    Options options;
    options.profile = schema::find_profile("simready");
    options.nested_options = nested_options_;
    options.wants_dependencies = true;
    return std::move(extract::extract(folder.path(file), options).value());
  }

  TestFolder folder;

 private:
  int nested_options_;
};

// names of the compositions, with what is chosen beyond the runtime sets
inline Texts composition_names(const model::Model& model) {
  Texts names;
  for (const model::Composition& each : model.compositions)
    names.push_back(each.name + (each.nested.empty() ? "" : " " + each.nested.front()));
  return names;
}

inline const model::Prim* prim_at(const model::Model& model, const model::Composition& composition,
                                  const std::string& path) {
  const auto found =
      std::ranges::find_if(composition.prims, [&](const model::Prim& prim) { return model.text(prim.path) == path; });
  return found == composition.prims.end() ? nullptr : &*found;
}

// names of the entries of a prim, sorted
inline Texts entries(const model::Model& model, std::size_t composition, const std::string& path) {
  Texts names;
  const model::Composition& composed = model.compositions.at(composition);
  const model::Prim* prim = prim_at(model, composed, path);
  if (prim == nullptr) return names;
  for (const model::Entry& entry : composed.entries_of(*prim)) names.push_back(model.text(entry.name));
  std::ranges::sort(names);
  return names;
}

inline Texts contents(const model::VariantSection& section) {
  Texts texts;
  for (const model::SectionContent& content : section.contents) texts.push_back(content.kind + " " + content.name);
  std::ranges::sort(texts);
  return texts;
}

inline std::string option_set(const std::string& set, const std::string& options) {
  return "    def Xform \"Part\" (\n        variants = {\n            string " + set +
         " = \"first\"\n        }\n        prepend variantSets = \"" + set + "\"\n    )\n    {\n        variantSet \"" +
         set + "\" = {\n            \"first\" {\n            }\n" + options + "        }\n    }\n";
}

using Variants = std::map<std::string, std::string>;

}  // namespace assay::extract
