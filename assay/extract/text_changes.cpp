#include "assay/extract/text_changes.h"

#include "assay/stage/edit_layer.h"
#include "assay/stage/edit_text.h"

#include <algorithm>
#include <fstream>
#include <map>
#include <optional>
#include <set>
#include <sstream>

namespace assay::extract {
namespace {

using EditsByLayer = std::map<std::string, std::vector<Edit>>;
using SpliceByLayer = std::map<std::string, stage::Replacements>;

/// The texts of layers, each scanned once.
class Texts {
 public:
  /// Null for a file that is no text layer or cannot be followed to its end.
  const stage::TextPositions* find(const std::string& path) {
    const auto [entry, is_new] = texts_.try_emplace(path);
    if (!is_new) return entry->second ? &*entry->second : nullptr;
    std::stringstream bytes;
    bytes << std::ifstream(path, std::ios::binary).rdbuf();
    std::string text = bytes.str();
    if (!stage::is_text_layer(text)) return nullptr;
    stage::TextPositions positions = stage::TextPositions::scan(std::move(text));
    if (!positions.is_complete()) return nullptr;
    return &entry->second.emplace(std::move(positions));
  }

 private:
  std::map<std::string, std::optional<stage::TextPositions>> texts_;
};

/// One order with what it does to each layer.
struct Spliced {
  EditsByLayer edits;
  SpliceByLayer splices;
  bool is_proven = false;
};

/// Orders that could be carried out together: none of their replacements meet.
struct Group {
  std::map<std::string, stage::DisjointReplacements> taken;
  std::vector<Spliced*> members;

  bool has_room_for(const Spliced& order) const {
    return std::ranges::none_of(order.splices, [&](const auto& splice) {
      const auto layer = taken.find(splice.first);
      return layer != taken.end() && layer->second.meets(splice.second);
    });
  }

  void add(Spliced& order) {
    for (const auto& [path, splice] : order.splices) taken[path].add(splice);
    members.push_back(&order);
  }
};

std::optional<Spliced> spliced(const FixOrder& order, Texts& texts) {
  Spliced result;
  for (const Edit& edit : order.edits) {
    std::vector<Edit>& edits = result.edits[edit.layer];
    if (std::ranges::find(edits, edit) == edits.end()) edits.push_back(edit);
  }
  for (const auto& [path, edits] : result.edits) {
    const stage::TextPositions* text = texts.find(path);
    if (text == nullptr) return std::nullopt;
    Result<stage::Replacements> splice = stage::splice_edits(*text, edits);
    if (!splice) return std::nullopt;
    result.splices[path] = std::move(splice.value());
  }
  return result;
}

bool is_proven(const std::string& text, const std::vector<Edit>& edits, const stage::Replacements& splice) {
  return static_cast<bool>(stage::prove_splice(text, edits, stage::replaced(text, splice)));
}

/// Proves the splices of one layer together: apart from each other, they are right together only when each one is. A
/// layer is read for every proof, so that one for each order would take too long.
bool is_proven_together(const Group& group, const std::string& path, const std::string& text) {
  std::vector<Edit> edits;
  std::set<Edit> known;
  for (const Spliced* member : group.members) {
    const auto own = member->edits.find(path);
    if (own == member->edits.end()) continue;
    for (const Edit& edit : own->second) {
      if (known.insert(edit).second) edits.push_back(edit);
    }
  }
  return is_proven(text, edits, group.taken.at(path).all());
}

void prove(Group& group, Texts& texts) {
  std::set<std::string> doubtful;
  for (const auto& [path, taken] : group.taken) {
    if (!is_proven_together(group, path, texts.find(path)->text())) doubtful.insert(path);
  }
  for (Spliced* member : group.members) {
    member->is_proven = std::ranges::all_of(member->splices, [&](const auto& splice) {
      const auto& [path, replacements] = splice;
      return !doubtful.contains(path) || is_proven(texts.find(path)->text(), member->edits.at(path), replacements);
    });
  }
}

LayerChange change_of(const std::string& path, const stage::TextPositions& text, const stage::Replacements& splice) {
  LayerChange change{path, {}};
  for (const stage::Replacement& each : splice) {
    const stage::TextPosition start = text.position(each.range.begin);
    const stage::TextPosition end = text.position(each.range.end);
    change.changes.push_back({start.line, start.column, end.line, end.column, each.text});
  }
  return change;
}

}  // namespace

std::vector<std::vector<LayerChange>> text_changes(const std::vector<FixOrder>& orders) {
  Texts texts;
  std::vector<std::optional<Spliced>> all;
  all.reserve(orders.size());  // groups point into it
  std::vector<Group> groups;
  for (const FixOrder& order : orders) {
    std::optional<Spliced>& added = all.emplace_back(spliced(order, texts));
    if (!added) continue;
    const auto has_room = [&](const Group& each) { return each.has_room_for(*added); };
    auto group = std::ranges::find_if(groups, has_room);
    if (group == groups.end()) group = groups.emplace(groups.end());
    group->add(*added);
  }
  for (Group& group : groups) prove(group, texts);

  std::vector<std::vector<LayerChange>> changes(orders.size());
  for (std::size_t index = 0; index < orders.size(); ++index) {
    if (!all[index] || !all[index]->is_proven) continue;
    for (const auto& [path, splice] : all[index]->splices) {
      if (!splice.empty()) changes[index].push_back(change_of(path, *texts.find(path), splice));
    }
  }
  return changes;
}

}  // namespace assay::extract
