#include "assay/base/prim_path.h"
#include "assay/inspect/text_parts.h"

#include <fmt/format.h>

#include <array>
#include <utility>

namespace assay::inspect {
namespace {

/// One line of a record: a field by its path of keys, its value, and where that comes from.
struct Line {
  std::string key;
  std::string value;
  std::string origin;
};

/// Units of fields by the last part of their key. Gains and bounds are left out: their unit is that of their axis.
constexpr std::array<std::pair<std::string_view, std::string_view>, 31> units = {{
    {"mass", "kg"},
    {"density", "kg/m³"},
    {"volume", "m³"},
    {"signed_volume", "m³"},
    {"area", "m²"},
    {"center_of_mass", "m"},
    {"centroid", "m"},
    {"inertia", "kg m²"},
    {"diagonal_inertia", "kg m²"},
    {"principal_moments", "kg m²"},
    {"position", "m"},
    {"local_position", "m"},
    {"velocity", "m/s"},
    {"angular_velocity", "rad/s"},
    {"gravity", "m/s²"},
    {"magnitude", "m/s²"},
    {"half_extents", "m"},
    {"radius", "m"},
    {"width", "m"},
    {"moment", "kg m²"},
    {"min", "m"},
    {"max", "m"},
    {"size", "m"},
    {"bottom_radius", "m"},
    {"half_height", "m"},
    {"break_force", "N"},
    {"break_torque", "N·m"},
    {"m", "m"},
    {"rad", "rad"},
    {"min_distance", "m"},
    {"max_distance", "m"},
}};

std::string_view unit_of(std::string_view key) {
  for (const auto& [name, unit] : units) {
    if (name == key) return unit;
  }
  constexpr std::string_view in_degrees = "_deg";
  const bool is_angle = key.ends_with(in_degrees) && !key.ends_with("_per_deg");
  return is_angle ? "°" : "";
}

std::string value_text(const Json& value) {
  if (value.is_null()) return "none";
  if (value.is_number()) return number_text(value);
  if (value.is_string()) return value.get<std::string>();
  if (!value.is_array()) return value.dump(-1, ' ', false, Json::error_handler_t::replace);
  std::vector<std::string> items;
  for (const Json& item : value) items.push_back(value_text(item));
  return fmt::format("({})", fmt::join(items, ", "));
}

std::string origin_text(const Json& record, const std::string& key) {
  const auto origins = record.find("origins");
  if (origins == record.end() || !origins->contains(key)) return "";
  const Json& entry = (*origins)[key];
  std::string text = entry.at("origin");
  if (entry.contains("layer")) text += " in " + place_text(entry);
  if (entry.value("sampled", false)) text += ", hidden by time samples";
  return text;
}

bool is_list_of_objects(const Json& value) { return value.is_array() && !value.empty() && value.front().is_object(); }

/// What tells the items of a list of objects apart.
std::string label_of(const Json& item, std::size_t index) {
  for (const char* key : {"instance", "axis", "collider", "path"}) {
    if (item.contains(key) && item[key].is_string()) return item[key].get<std::string>();
  }
  return std::to_string(index);
}

void add_lines(std::vector<Line>& lines, const Json& record, const std::string& prefix, int depth) {
  constexpr int deepest = 8;  // deeper than any record of a document
  for (const auto& [key, value] : record.items()) {
    if (key == "origins" || (prefix.empty() && key == "path")) continue;
    if (value.is_object() && depth < deepest) {
      add_lines(lines, value, prefix + key + ".", depth + 1);
    } else if (is_list_of_objects(value) && depth < deepest) {
      for (std::size_t index = 0; index < value.size(); ++index)
        add_lines(lines, value[index], fmt::format("{}{}[{}].", prefix, key, label_of(value[index], index)), depth + 1);
    } else {
      const std::string_view unit = unit_of(key);
      const bool has_unit = !unit.empty() && !value.is_null();
      lines.push_back(
          {prefix + key, value_text(value) + (has_unit ? " " + std::string(unit) : ""), origin_text(record, key)});
    }
  }
}

}  // namespace

std::string detail_text(const Json& document, const Paint& paint) {
  constexpr std::array<std::pair<const char*, const char*>, 12> lists = {{{"scenes", "scene"},
                                                                          {"bodies", "body"},
                                                                          {"colliders", "collider"},
                                                                          {"joints", "joint"},
                                                                          {"mimics", "follower"},
                                                                          {"actuators", "actuator"},
                                                                          {"tendons", "tendon"},
                                                                          {"sites", "site"},
                                                                          {"wheels", "wheel"},
                                                                          {"materials", "material"},
                                                                          {"instancers", "point instancer"},
                                                                          {"groups", "collision group"}}};
  const std::string prim = document.at("prim");
  std::string text;
  for (const auto& [list, noun] : lists) {
    for (const Json& record : document.at(list)) {
      const std::string path = record.at("path");
      if (!is_at_or_below(path, prim)) continue;
      std::vector<Line> lines;
      add_lines(lines, record, "", 0);
      Table table{fmt::format("{} {}", noun, printable(path)), {{"field"}, {"value"}, {"origin"}}, {}};
      for (Line& line : lines)
        table.rows.push_back({std::move(line.key), std::move(line.value), std::move(line.origin)});
      text += (text.empty() ? "" : "\n") + table_text(table, paint, std::nullopt);
    }
  }
  for (const Json& value : document.at("vendor").at("values")) {
    text += printable(fmt::format("{}.{} = {}  in {}", value.at("path").get<std::string>(),
                                  value.at("property").get<std::string>(), value_text(value.at("value")),
                                  place_text(value.at("opinion")))) +
            "\n";
  }
  return text;
}

}  // namespace assay::inspect
