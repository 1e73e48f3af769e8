#include "assay/inspect/text.h"

#include "assay/inspect/text_parts.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <map>

namespace assay::inspect {
namespace {

std::string selection_text(const Json& selection) {
  std::vector<std::string> options;
  for (const auto& [set, option] : selection.at("variants").items())
    options.push_back(fmt::format("{}={}", set, option.get<std::string>()));
  const std::string name = selection.at("name");
  return options.empty() ? name : fmt::format("{} ({})", name, fmt::join(options, ", "));
}

/// How many of a list have each kind, most first named as they come.
std::string kinds_text(const Json& list, const char* key) {
  std::map<std::string, int> counts;
  for (const Json& each : list) ++counts[each.at(key).get<std::string>()];
  std::vector<std::string> texts;
  for (const auto& [kind, count] : counts) texts.push_back(fmt::format("{} {}", count, kind));
  return texts.empty() ? "" : fmt::format(": {}", fmt::join(texts, ", "));
}

std::string count_where(const Json& list, const char* key, bool wanted, std::string_view word) {
  std::size_t count = 0;
  for (const Json& each : list) count += each.at(key).get<bool>() == wanted ? 1 : 0;
  return count == 0 ? "" : fmt::format(", {} {}", count, word);
}

/// What the file is for, and what shows it.
std::string role_text(const Json& role, const std::string& default_prim) {
  const std::string name = role.at("name");
  if (!role.at("default_prim_exists")) {
    const std::string why =
        default_prim.empty() ? "no default prim" : "its default prim " + default_prim + " is absent";
    return fmt::format("{}: {}", name, why);
  }
  std::vector<std::string> commands;
  for (const Json& each : role.at("commands"))
    commands.push_back(fmt::format("{} on {}", each.at("schema").get<std::string>(), each.at("prims").get<int>()));
  return fmt::format("{}: default prim {}, {}", name, default_prim,
                     commands.empty() ? "nothing commands joints" : fmt::format("{}", fmt::join(commands, ", ")));
}

std::string unit_text(const Json& units, const char* key, std::string_view unit) {
  const std::string origin = units.at("origins").at(key).at("origin");
  return fmt::format("{} {}{}", number_text(units.at(key)), unit, origin == "authored" ? "" : " (not stated)");
}

/// How large what is drawn and what collides are in the world.
std::string extents_text(const Json& extents) {
  const auto part = [&extents](const char* key, std::string_view word) {
    const Json& box = extents.at(key);
    return box.is_null() ? fmt::format("nothing {}", word) : fmt::format("{} {}", sizes_text(box.at("size")), word);
  };
  return fmt::format("{}, {}", part("drawn", "drawn"), part("collision", "colliding"));
}

std::string mechanisms_text(const Json& graph) {
  std::size_t articulated = 0;
  std::size_t loops = 0;
  for (const Json& mechanism : graph.at("mechanisms")) {
    articulated += mechanism.at("articulation").is_null() ? 0 : 1;
    loops += mechanism.at("loop_joints").size();
  }
  if (graph["mechanisms"].empty()) return "0";
  return fmt::format("{}, {} with an articulation root, {} loop joint{}", graph["mechanisms"].size(), articulated,
                     loops, loops == 1 ? "" : "s");
}

std::string summary_text(const Json& document, const Paint& paint) {
  const Json& totals = document.at("totals");
  const Json& units = document.at("units");
  const std::string prim = document.at("prim");
  std::string text = fmt::format("{}{}\n", paint.strong(printable(document.at("asset").get<std::string>())),
                                 prim == "/" ? "" : printable(fmt::format(" at and below {}", prim)));
  const auto line = [&text](std::string_view label, const std::string& content) {
    text += fmt::format("  {:<13}{}\n", label, printable(content));
  };
  line("role", role_text(document.at("role"), document.at("default_prim")));
  line("selection", selection_text(document.at("selection")));
  line("units", fmt::format("length {}, mass {}, up {}{}", unit_text(units, "meters_per_unit", "m"),
                            unit_text(units, "kilograms_per_unit", "kg"), units.at("up_axis").get<std::string>(),
                            units.at("origins").at("up_axis").at("origin") == "authored" ? "" : " (not stated)"));
  line("mass", fmt::format("{} kg", number_text(totals.at("mass"))));
  line("extents", extents_text(document.at("extents")));
  line("bodies", fmt::format("{}{}{}", totals.at("bodies").get<std::uint64_t>(),
                             count_where(document.at("bodies"), "enabled", false, "disabled"),
                             count_where(document.at("bodies"), "kinematic", true, "kinematic")));
  line("joints",
       fmt::format("{}{}", totals.at("joints").get<std::uint64_t>(), kinds_text(document.at("joints"), "kind")));
  line("colliders", fmt::format("{}{}{}", totals.at("colliders").get<std::uint64_t>(),
                                count_where(document.at("colliders"), "static", true, "static"),
                                count_where(document.at("colliders"), "enabled", false, "disabled")));
  line("mechanisms", mechanisms_text(document.at("graph")));
  const Json& vendor = document.at("vendor");
  line("vendor data", fmt::format("{} schemas, {} values", vendor.at("schemas").size(), vendor.at("values").size()));
  return text;
}

void append(std::string& text, const std::string& part) {
  if (!part.empty()) text += "\n" + part;
}

}  // namespace

double number_of(const Json& number) {
  if (!number.is_string()) return number.get<double>();
  const std::string word = number;
  if (word == "inf") return std::numeric_limits<double>::infinity();
  return word == "-inf" ? -std::numeric_limits<double>::infinity() : std::numeric_limits<double>::quiet_NaN();
}

std::string number_text(const Json& number) {
  const double value = number_of(number);
  return fmt::format("{:.6g}", value == 0 ? 0.0 : value);  // no -0
}

std::string vector_text(const Json& vector) {
  std::vector<std::string> numbers;
  for (const Json& each : vector) numbers.push_back(number_text(each));
  return fmt::format("({})", fmt::join(numbers, ", "));
}

std::string sizes_text(const Json& sizes) {
  std::vector<std::string> numbers;
  for (const Json& each : sizes) numbers.push_back(number_text(each));
  return fmt::format("{} m", fmt::join(numbers, " × "));
}

std::string box_text(const Json& box) {
  return box.is_null() ? "none" : fmt::format("{} to {}", vector_text(box.at("min")), vector_text(box.at("max")));
}

std::string text_or(const Json& text, const std::string& none) {
  return text.is_null() ? none : text.get<std::string>();
}

std::string place_text(const Json& place) {
  return fmt::format("{} <{}>", place.at("layer").get<std::string>(), place.at("spec_path").get<std::string>());
}

std::string losses_text(const Json& document, const Paint& paint) {
  const Json& losses = document.at("losses");
  if (losses.is_null()) return "";
  Table table{fmt::format("what {} makes of it", losses.at("title").get<std::string>()),
              {{"feature"}, {"effect"}, {"reported as"}, {"how"}, {"holds for"}, {"prims"}},
              {}};
  std::vector<std::string> honoured;
  for (const Json& loss : losses.at("features")) {
    if (loss.at("effect") == "honoured") {
      honoured.push_back(loss.at("feature"));
      continue;
    }
    const std::vector<std::string> prims = loss.at("prims");
    const std::string more = prims.size() > 1 ? fmt::format(" and {} more", prims.size() - 1) : "";
    const std::string effect = loss.at("effect").get<std::string>() + (loss.at("confirmed") ? "" : "?");
    table.rows.push_back({loss.at("feature"), effect, text_or(loss.at("severity"), "not reported"), loss.at("how"),
                          loss.at("holds_for"), prims.at(0) + more});
  }
  std::string text = table_text(table, paint, std::nullopt);
  if (text.empty()) text = fmt::format("{}\n  nothing is lost that the model tells about\n", paint.strong(table.title));
  if (!honoured.empty()) text += fmt::format("  honoured: {}\n", fmt::join(honoured, ", "));
  return text;
}

std::string inspect_text(const Json& document, const TextOptions& options) {
  const Paint paint{options.color};
  std::string text = summary_text(document, paint);
  if (document.at("prim") != "/") append(text, detail_text(document, paint));
  for (const auto table : {scenes_table, bodies_table, joints_table, drives_table, mimics_table, actuators_table,
                           tendons_table, sites_table, wheels_table, colliders_table, materials_table, instancers_table,
                           groups_table, pairs_table, oddities_table}) {
    append(text, table_text(table(document), paint, options.rows));
  }
  append(text, losses_text(document, paint));
  return text;
}

std::string collision_geometry_text(const Json& document, const TextOptions& options) {
  const Paint paint{options.color};
  std::string text = table_text(extents_table(document), paint, std::nullopt);
  append(text, table_text(shapes_table(document), paint, options.rows));
  append(text, losses_text(document, paint));
  return text;
}

}  // namespace assay::inspect
