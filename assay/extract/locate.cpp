#include "assay/extract/locate.h"

namespace assay::extract {

Site locate(const model::Model& model, const std::vector<pxr::SdfLayerRefPtr>& layers, stage::TextIndex& texts,
            const model::Place& place) {
  const model::Opinion& opinion = model.opinions[place.opinion];
  Site site;
  site.layer = model.layers[opinion.layer];
  site.prim = model.text(opinion.spec_path);
  site.property = place.property;
  site.arcs = model.arc_chains[opinion.arcs];

  const stage::TextQuery query{site.prim, place.property, place.field, place.item, place.keys};
  const std::optional<stage::TextLocation> location = texts.locate(*layers[opinion.layer], query);
  if (!location) return site;
  site.line = location->line;
  site.column = location->column;
  site.excerpt = location->excerpt;
  return site;
}

}  // namespace assay::extract
