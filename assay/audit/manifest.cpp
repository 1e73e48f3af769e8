#include "assay/audit/manifest.h"

#include "assay/audit/cover.h"
#include "assay/audit/read_entries.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace assay::audit {
namespace {

constexpr std::string_view manifest_keys[] = {"schema", "selection", "size", "tolerances", "parts", "joints"};
constexpr std::string_view selections[] = {"standard", "physx", "newton", "mujoco", "authored"};

void read_schema(const YamlRecord& record, YamlErrors& errors) {
  const std::optional<YAML::Node> node = record.need("schema");
  const std::optional<std::string> schema = read_text(node, "schema", errors);
  if (schema && *schema != manifest_schema)
    errors.add(node->Mark(), fmt::format("schema must be {}, not '{}'", manifest_schema, *schema));
}

void read_selection(const YamlRecord& record, Manifest& manifest, YamlErrors& errors) {
  const std::optional<YAML::Node> node = record.find("selection");
  manifest.selection = read_text(node, "selection", errors).value_or("");
  if (!node || std::ranges::find(selections, manifest.selection) != std::end(selections)) return;
  errors.add(node->Mark(), fmt::format("unknown selection '{}'; it must be {}", manifest.selection,
                                       alternatives({std::begin(selections), std::end(selections)})));
}

void read_tolerances(const YamlRecord& record, Manifest& manifest, YamlErrors& errors) {
  const std::optional<YAML::Node> size = record.find("size");
  manifest.size = read_number(size, "size", errors);
  if (manifest.size && !(*manifest.size > 0)) errors.add(size->Mark(), "size must be above 0");
  const std::optional<YAML::Node> node = record.find("tolerances");
  if (!node) return;
  std::vector<std::string_view> keys;
  for (const ToleranceFacts& facts : tolerance_facts()) keys.push_back(facts.name);
  const YamlRecord values(*node, "tolerances", keys, errors);
  for (const ToleranceFacts& facts : tolerance_facts()) {
    const std::optional<YAML::Node> value = values.find(facts.name);
    const std::optional<double> number = read_number(value, facts.name, errors);
    if (number && *number < 0) errors.add(value->Mark(), fmt::format("{} must not be below 0", facts.name));
    if (number) manifest.tolerances.*facts.value = *number;
  }
}

template <class Entry, class Read>
std::vector<Entry> read_list(const std::optional<YAML::Node>& node, std::string_view key, const Read& read,
                             YamlErrors& errors) {
  std::vector<Entry> entries;
  if (!node) return entries;
  if (!node->IsSequence()) {
    errors.add(node->Mark(), fmt::format("{} must be a list", key));
    return entries;
  }
  for (const YAML::Node& item : *node) {
    if (std::optional<Entry> entry = read(item, errors)) entries.push_back(std::move(*entry));
  }
  return entries;
}

YAML::Mark yaml_mark(const Mark& mark) {
  YAML::Mark result;
  result.line = mark.line - 1;
  result.column = mark.column - 1;
  return result;
}

/// Says of each path that stands twice where it stood first.
template <class Entry>
void refuse_duplicates(const std::vector<Entry>& entries, std::string_view what, YamlErrors& errors) {
  std::map<std::string_view, Mark> first;
  for (const Entry& entry : entries) {
    const auto [known, added] = first.try_emplace(entry.path, entry.mark);
    if (added) continue;
    errors.add(yaml_mark(entry.mark), fmt::format("duplicate path {}: the {} stands in line {} already", entry.path,
                                                  what, known->second.line));
  }
}

/// Colliders must belong to the part that lists them.
void check_colliders(const Manifest& manifest, YamlErrors& errors) {
  const Cover cover(manifest.parts);
  for (const Part& part : manifest.parts) {
    refuse_duplicates(part.colliders, "collider", errors);
    for (const ExpectedCollider& collider : part.colliders) {
      const Part* owner = cover.part_of(collider.path);
      if (owner != nullptr && owner->path == part.path) continue;
      const std::string why = owner == nullptr ? fmt::format("it is not at or below {}", part.path)
                                               : fmt::format("part {} covers it", owner->path);
      errors.add(yaml_mark(collider.mark),
                 fmt::format("collider {} cannot stand in part {}: {}", collider.path, part.path, why));
    }
  }
}

void read_document(const YAML::Node& node, Manifest& manifest, YamlErrors& errors) {
  const YamlRecord record(node, "a manifest", manifest_keys, errors);
  if (!node.IsMap()) return;
  read_schema(record, errors);
  read_selection(record, manifest, errors);
  read_tolerances(record, manifest, errors);
  const std::optional<YAML::Node> parts = record.need("parts");
  manifest.parts = read_list<Part>(parts, "parts", read_part, errors);
  if (parts && parts->IsSequence() && parts->size() == 0)
    errors.add(parts->Mark(), "parts is empty: a manifest names every part; `assay audit FILE --init` writes one");
  manifest.joints = read_list<ExpectedJoint>(record.need("joints"), "joints", read_joint, errors);
  refuse_duplicates(manifest.parts, "part", errors);
  refuse_duplicates(manifest.joints, "joint", errors);
  check_colliders(manifest, errors);
}

}  // namespace

ManifestReading read_manifest(std::string_view text, const std::string& file) {
  ManifestReading reading;
  YamlErrors errors{file};
  try {
    const std::vector<YAML::Node> documents = YAML::LoadAll(std::string(text));
    if (documents.size() == 1) {
      read_document(documents.front(), reading.manifest, errors);
    } else {
      errors.add({}, fmt::format("a manifest is one YAML document; this file holds {}", documents.size()));
    }
  } catch (const YAML::Exception& exception) {
    errors.add(exception.mark.is_null() ? YAML::Mark() : exception.mark, "no YAML: " + exception.msg);
  }
  std::ranges::stable_sort(errors.list, {}, [](const Error& error) { return std::pair(error.line, error.column); });
  reading.errors = std::move(errors.list);
  return reading;
}

}  // namespace assay::audit
