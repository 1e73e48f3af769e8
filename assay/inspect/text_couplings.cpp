#include "assay/inspect/text_notes.h"
#include "assay/inspect/text_parts.h"

#include <fmt/format.h>

namespace assay::inspect {
namespace {

/// The paths of a list in one line.
std::string list_text(const Json& paths) {
  std::vector<std::string> names;
  for (const Json& path : paths) names.push_back(path.get<std::string>());
  return fmt::format("{}", fmt::join(names, ", "));
}

/// The settings that a layer states, as `kp = 100`.
std::string settings_text(const Json& settings) {
  std::vector<std::string> texts;
  const Json origins = settings.value("origins", Json::object());
  for (const auto& [name, origin] : origins.items()) {
    if (origin.at("origin") != "authored") continue;
    const Json& values = settings.at(name);
    texts.push_back(fmt::format("{} = {}", name, values.size() == 1 ? number_text(values[0]) : vector_text(values)));
  }
  return fmt::format("{}", fmt::join(texts, ", "));
}

/// A size, where anything states it.
std::string size_text(const Json& wheel, const char* key, std::string_view unit) {
  return number_of(wheel.at(key)) == 0 ? "not stated" : quantity(wheel[key], unit, "not finite");
}

}  // namespace

Table mimics_table(const Json& document) {
  Table table{
      "joints that follow", {{"follower"}, {"leader"}, {"ratio [SI]", true}, {"offset [m, rad]", true}, {"by"}}, {}};
  for (const Json& mimic : document.at("mimics")) {
    const std::string by = mimic.at("schema").get<std::string>() + (mimic.at("enabled") ? "" : " (disabled)");
    table.rows.push_back({mimic.at("path"), text_or(mimic.at("leader"), "none"), number_text(mimic.at("ratio")),
                          number_text(mimic.at("offset")), by});
  }
  return table;
}

Table actuators_table(const Json& document) {
  Table table{"actuators", {{"path"}, {"type"}, {"targets"}, {"stated, in the units of the schema"}}, {}};
  for (const Json& actuator : document.at("actuators")) {
    table.rows.push_back({actuator.at("path"), actuator.at("type"), list_text(actuator.at("targets")),
                          settings_text(actuator.at("settings"))});
  }
  return table;
}

Table tendons_table(const Json& document) {
  Table table{"tendons", {{"path"}, {"schema"}, {"runs over"}, {"stated, in the units of the schema"}}, {}};
  for (const Json& tendon : document.at("tendons")) {
    table.rows.push_back(
        {tendon.at("path"), tendon.at("schema"), list_text(tendon.at("parts")), settings_text(tendon.at("settings"))});
  }
  return table;
}

Table sites_table(const Json& document) {
  Table table{"sites", {{"path"}, {"body"}, {"in the body's frame [m]"}}, {}};
  const ShortNames bodies(document, "bodies");
  for (const Json& site : document.at("sites")) {
    table.rows.push_back(
        {site.at("path"), bodies.of(site.at("body"), "world"), vector_text(site.at("body_from_site").at("position"))});
  }
  return table;
}

Table wheels_table(const Json& document) {
  Table table{"wheels", {{"attachment"}, {"wheel"}, {"body"}, {"radius"}, {"width"}, {"mass"}}, {}};
  const ShortNames bodies(document, "bodies");
  for (const Json& wheel : document.at("wheels")) {
    table.rows.push_back({wheel.at("path"), text_or(wheel.at("wheel"), "none"), bodies.of(wheel.at("body"), "world"),
                          size_text(wheel, "radius", "m"), size_text(wheel, "width", "m"),
                          size_text(wheel, "mass", "kg")});
  }
  return table;
}

}  // namespace assay::inspect
